import { describe, expect, test } from "vitest";
import { ask, clientOf, inProcess, orders, type ReachedSandbox, transports, WEBHOOKS } from "./transports.js";

const as = (token: string) => ({ headers: { "X-Service-Access-Token": token } });

describe.each(Object.entries(transports))("%s", (_, reach) => {
  test("each access token has its own subscriptions, simulations, deliveries and requests", async () => {
    await using sandbox = await reach({ statePer: "token", seed: 1 });
    const [one, two] = ["one", "two"].map((accessToken) => clientOf(sandbox, { accessToken, maxRetries: 1 }).webhooks);
    await one?.create(orders);
    sandbox.forToken("two").simulate({ status: 500 });
    expect((await one?.list())?.webhooks).toHaveLength(2);
    expect(sandbox.forToken("one").webhooks).toHaveLength(2);
    expect(sandbox.forToken("two").webhooks).toHaveLength(1);
    await one?.deliver({ topic: "products/update", address: "http://127.0.0.1:9/" });
    expect(sandbox.forToken("one").deliveries).toHaveLength(1);
    expect(sandbox.forToken("two").deliveries).toHaveLength(0);
    await two?.list();
    expect(sandbox.forToken("two").requests.map(({ status }) => status)).toEqual([500, 200]);
    sandbox.forToken("one").reset();
    expect(sandbox.forToken("one").webhooks).toHaveLength(1);
    expect(() => sandbox.webhooks).toThrow("call forToken(token) first");
  });

  test("a reset of the sandbox is for all tokens, and one of a token restores the seed of the options", async () => {
    await using sandbox = await reach({ statePer: "token", seed: 1 });
    await ask(sandbox, WEBHOOKS, as("one"));
    sandbox.reset(3);
    expect([sandbox.forToken("one").requests, sandbox.forToken("one").webhooks.length]).toEqual([[], 3]);
    sandbox.forToken("one").reset();
    expect([sandbox.forToken("one").webhooks.length, sandbox.forToken("two").webhooks.length]).toEqual([1, 3]);
  });

  test("who waits for a request of a token gets it after a reset, too", async () => {
    await using sandbox = await reach({ statePer: "token" });
    const next = sandbox.forToken("one").nextRequest();
    sandbox.reset();
    await ask(sandbox, WEBHOOKS, as("one"));
    expect(await next).toMatchObject({ operation: "listWebhooks" });
  });
});

test("a request costs no more with a thousand tokens than with one", async () => {
  const timeWith = async (tokens: number): Promise<number> => {
    const sandbox = inProcess({ statePer: "token" });
    const times: number[] = [];
    // The first round, in which the states are created, is not the shortest.
    for (let round = 0; round < 5; round++) {
      const start = performance.now();
      for (let sent = 0; sent < 990; sent++) await ask(sandbox, WEBHOOKS, as(`token-${sent % tokens}`));
      times.push(performance.now() - start);
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
          controller.enqueue(new TextEncoder().encode(JSON.stringify({ webhook: orders })));
        },
      });
      const headers = { ...as("one").headers, "Content-Type": "application/json" };
      const answer = ask(sandbox, WEBHOOKS, Object({ method: "POST", body, duplex: "half", headers }));
      state.reset();
      finish();
      expect((await answer).status).toBe(200);
      expect([state.webhooks, state.requests]).toEqual([[], []]);
      expect(await next).toMatchObject({ operation: "createWebhook" });
    },
  );
});

describe("the token that was not used for longest loses its state", () => {
  test("of more than 1000 tokens, but not one in use; who waits for a request with one gets it", async () => {
    const sandbox = inProcess({ statePer: "token" });
    const next = sandbox.forToken("awaited").nextRequest();
    await clientOf(sandbox, { accessToken: "first" }).webhooks.create(orders);
    for (let token = 0; token < 1010; token++) {
      await ask(sandbox, WEBHOOKS, as(`token-${token}`));
      if (token % 100 === 0) await ask(sandbox, WEBHOOKS, as("first"));
    }
    expect(sandbox.forToken("first").webhooks).toHaveLength(1);
    expect(sandbox.forToken("token-0").requests).toEqual([]);
    await ask(sandbox, WEBHOOKS, as("awaited"));
    expect(await next).toMatchObject({ operation: "listWebhooks" });
  });

  const long = "x".repeat(2_000_000);
  const fill: Record<string, (sandbox: ReachedSandbox, token: string) => unknown> = {
    "their seeds": (sandbox, token) => sandbox.forToken(token).reset([{ ...orders, topic: `a/${long}` }]),
    "their simulations": (sandbox, token) => sandbox.forToken(token).simulate({ operation: "getWebhook", body: long }),
    "the headers of their requests": async (sandbox, token) => {
      const headers = { ...as(token).headers, "X-Long": "x".repeat(700_000) };
      for (let sent = 0; sent < 3; sent++) await ask(sandbox, WEBHOOKS, { headers });
    },
  };
  test.each(Object.keys(fill))("when %s take more than 64 MB", async (part) => {
    const sandbox = inProcess({ statePer: "token" });
    for (let token = 0; token < 40; token++) {
      await clientOf(sandbox, { accessToken: `token-${token}` }).webhooks.create(orders);
      await fill[part]?.(sandbox, `token-${token}`);
    }
    const held = [0, 39].map((token) => sandbox.forToken(`token-${token}`).webhooks.length);
    expect(held).toEqual([0, 1]);
  });

  test("and each token's part of a shared seed counts", async () => {
    const sandbox = inProcess({ statePer: "token", seed: 200_000 });
    const first = sandbox.forToken("first");
    await ask(sandbox, `${WEBHOOKS}/1001`, { method: "DELETE", ...as("first") });
    for (const token of ["second", "third", "fourth"]) await ask(sandbox, `${WEBHOOKS}?limit=1`, as(token));
    expect(first.webhooks).toHaveLength(200_000);
  });
});
