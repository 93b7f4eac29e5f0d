import { describe, expect, test } from "vitest";
import { ask, CREATED, clientOf, inProcess, orders, tokenHeader, transports, WEBHOOKS } from "./transports.js";

const as = (token: string) => ({ headers: tokenHeader(token) });

describe.each(Object.entries(transports))("%s", (_, reach) => {
  test("each access token has its own subscriptions, simulations and requests", async () => {
    await using sandbox = await reach({ statePer: "token", seed: 1 });
    const [one, two] = ["one", "two"].map((accessToken) => clientOf(sandbox, { accessToken, maxRetries: 1 }));
    await one?.create(orders);
    sandbox.forToken("two").simulate({ status: 500 });
    expect((await one?.list())?.webhooks).toHaveLength(2);
    expect(sandbox.forToken("one").webhooks).toHaveLength(2);
    expect(sandbox.forToken("two").webhooks).toHaveLength(1);
    await two?.list();
    expect(sandbox.forToken("two").requests.map(({ status }) => status)).toEqual([500, 200]);
    sandbox.forToken("one").reset();
    expect(sandbox.forToken("one").webhooks).toHaveLength(1);
    expect(() => sandbox.webhooks).toThrow("call forToken(token), or send the header");
  });

  test("a reset of the sandbox is for all tokens, and one of a token restores the seed of the options", async () => {
    await using sandbox = await reach({ statePer: "token", seed: 1 });
    await ask(sandbox, WEBHOOKS, as("one"));
    sandbox.reset(3);
    expect([sandbox.forToken("one").requests, sandbox.forToken("one").webhooks.length]).toEqual([[], 3]);
    sandbox.forToken("one").reset();
    expect([sandbox.forToken("one").webhooks.length, sandbox.forToken("two").webhooks.length]).toEqual([1, 3]);
  });
});

test("of more than 1000 tokens, the one that was not used for longest loses its state, and who waits for a request with it gets that", async () => {
  const sandbox = inProcess({ statePer: "token" });
  const next = sandbox.forToken("awaited").nextRequest();
  await clientOf(sandbox, { accessToken: "first" }).create(orders);
  for (let token = 0; token < 1010; token++) {
    await ask(sandbox, WEBHOOKS, as(`token-${token}`));
    if (token % 100 === 0) await ask(sandbox, WEBHOOKS, as("first"));
  }
  expect(sandbox.forToken("first").webhooks).toHaveLength(1);
  expect(sandbox.forToken("token-0").requests).toEqual([]);
  await ask(sandbox, WEBHOOKS, as("awaited"));
  expect(await next).toMatchObject({ operation: "listWebhooks" });
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
      expect((await answer).status).toBe(CREATED);
      expect([state.webhooks, state.requests]).toEqual([[], []]);
      expect(await next).toMatchObject({ operation: "createWebhook" });
    },
  );
});
