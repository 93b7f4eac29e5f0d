import { describe, expect, test } from "vitest";
import { ids, itemsOf, kept, names, requiredHeaders, tokenHeader, wrapped } from "../worlds/roles.js";
import {
  ask,
  CREATED,
  clientOf,
  inProcess,
  orders,
  products,
  type ReachedSandbox,
  transports,
  WEBHOOKS,
} from "./transports.js";

const as = (token: string) => ({ headers: { ...requiredHeaders, ...tokenHeader(token) } });

describe.each(Object.entries(transports))("%s", (_, reach) => {
  test("each access token has its own subscriptions, simulations and requests", async () => {
    await using sandbox = await reach({ statePer: "token", seed: 1 });
    const [one, two] = ["one", "two"].map((accessToken) => clientOf(sandbox, { accessToken, maxRetries: 1 }));
    await one?.create(orders);
    sandbox.forToken("two").simulate({ status: 500 });
    expect(itemsOf((await one?.list()) ?? {})).toHaveLength(2);
    expect(kept(sandbox.forToken("one"))).toHaveLength(2);
    expect(kept(sandbox.forToken("two"))).toHaveLength(1);
    await two?.list();
    expect(sandbox.forToken("two").requests.map(({ status }) => status)).toEqual([500, 200]);
    sandbox.forToken("one").reset();
    expect(kept(sandbox.forToken("one"))).toHaveLength(1);
    expect(() => kept(sandbox)).toThrow("call forToken(token) first");
  });

  test.runIf(ids.trigger)("each access token has its own deliveries", async () => {
    await using sandbox = await reach({ statePer: "token" });
    await clientOf(sandbox, { accessToken: "one" }).trigger({ ...products, [names.address]: "http://127.0.0.1:9/" });
    expect(sandbox.forToken("one").deliveries).toHaveLength(1);
    expect(sandbox.forToken("two").deliveries).toHaveLength(0);
  });

  test("a reset of the sandbox is for all tokens, and one of a token restores the seed of the options", async () => {
    await using sandbox = await reach({ statePer: "token", seed: 1 });
    await ask(sandbox, WEBHOOKS, as("one"));
    sandbox.reset(3);
    expect([sandbox.forToken("one").requests, kept(sandbox.forToken("one")).length]).toEqual([[], 3]);
    sandbox.forToken("one").reset();
    expect([kept(sandbox.forToken("one")).length, kept(sandbox.forToken("two")).length]).toEqual([1, 3]);
  });

  test("who waits for a request of a token gets it after a reset, too", async () => {
    await using sandbox = await reach({ statePer: "token" });
    const next = sandbox.forToken("one").nextRequest();
    sandbox.reset();
    await ask(sandbox, WEBHOOKS, as("one"));
    expect(await next).toMatchObject({ operation: ids.list });
  });
});

test("a request costs no more with a thousand tokens than with one", async () => {
  const timeWith = async (tokens: number): Promise<number> => {
    const sandbox = inProcess({ statePer: "token" });
    const times: number[] = [];
    // The first round, in which the states are created, is not the shortest.
    for (let round = 0; round < 5; round++) {
      const start = process.cpuUsage();
      for (let sent = 0; sent < 990; sent++) await ask(sandbox, WEBHOOKS, as(`token-${sent % tokens}`));
      // Only their sum is exact: which part is whose, the system estimates.
      const { user, system } = process.cpuUsage(start);
      times.push(user + system);
    }
    return Math.min(...times);
  };
  await timeWith(1);
  expect(await timeWith(990)).toBeLessThan(2.5 * (await timeWith(1)));
});

describe("a request that is under way at a reset", () => {
  test.each(["sandbox", "token"] as const)(
    "changes nothing of what comes after, with a state per %s",
    async (statePer) => {
      const sandbox = inProcess({ statePer });
      const state = sandbox.forToken("one");
      const next = state.nextRequest();
      let finish = () => {};
      const body = new ReadableStream({
        start: (controller) => {
          finish = () => controller.close();
          controller.enqueue(new TextEncoder().encode(JSON.stringify(wrapped(orders))));
        },
      });
      const headers = { ...as("one").headers, "Content-Type": "application/json" };
      const answer = ask(sandbox, WEBHOOKS, Object({ method: "POST", body, duplex: "half", headers }));
      state.reset();
      finish();
      expect((await answer).status).toBe(CREATED);
      expect([kept(state), state.requests]).toEqual([[], []]);
      expect(await next).toMatchObject({ operation: ids.create });
    },
  );
});

describe("the token that was not used for longest loses its state", () => {
  test("of more than 1000 tokens, but not one in use; who waits for a request with one gets it", async () => {
    const sandbox = inProcess({ statePer: "token" });
    const next = sandbox.forToken("awaited").nextRequest();
    await clientOf(sandbox, { accessToken: "first" }).create(orders);
    for (let token = 0; token < 1010; token++) {
      await ask(sandbox, WEBHOOKS, as(`token-${token}`));
      if (token % 100 === 0) await ask(sandbox, WEBHOOKS, as("first"));
    }
    expect(kept(sandbox.forToken("first"))).toHaveLength(1);
    expect(sandbox.forToken("token-0").requests).toEqual([]);
    await ask(sandbox, WEBHOOKS, as("awaited"));
    expect(await next).toMatchObject({ operation: ids.list });
  });

  const long = "x".repeat(2_000_000);
  const fill: Record<string, (sandbox: ReachedSandbox, token: string) => unknown> = {
    "their seeds": (sandbox, token) =>
      sandbox.forToken(token).reset([{ ...orders, [names.address]: `https://a.example/${long}` }]),
    "their simulations": (sandbox, token) => sandbox.forToken(token).simulate({ operation: ids.get, body: long }),
    "the headers of their requests": async (sandbox, token) => {
      const headers = { ...as(token).headers, "X-Long": "x".repeat(700_000) };
      for (let sent = 0; sent < 3; sent++) await ask(sandbox, WEBHOOKS, { headers });
    },
  };
  test.each(Object.keys(fill))("when %s take more than 64 MB", async (part) => {
    const sandbox = inProcess({ statePer: "token" });
    for (let token = 0; token < 40; token++) {
      await clientOf(sandbox, { accessToken: `token-${token}` }).create(orders);
      await fill[part]?.(sandbox, `token-${token}`);
    }
    const held = [0, 39].map((token) => kept(sandbox.forToken(`token-${token}`)).length);
    expect(held).toEqual([0, 1]);
  });
});
