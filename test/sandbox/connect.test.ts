import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConnectedSandbox, connectSandbox } from "../../src/sandbox/index.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { clientOf, DELIVER, orders, post } from "./transports.js";

describe("a test in another process has the interface of a sandbox in process", () => {
  let sandbox: RunningSandbox;
  let connected: ConnectedSandbox;
  const reached = () => ({ url: sandbox.url, fetch });

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, seed: 2 });
    connected = connectSandbox(`${sandbox.url}/`);
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  test("to look at webhooks, requests and deliveries", async () => {
    await post(reached(), orders, DELIVER);
    expect(await connected.webhooks).toEqual(sandbox.webhooks);
    expect(await connected.requests).toEqual(JSON.parse(JSON.stringify(sandbox.requests)));
    const [delivery] = await connected.deliveries;
    expect(delivery).toMatchObject(orders);
    expect(await delivery?.answer).toEqual(await sandbox.deliveries[0]?.answer);
  });

  test("to simulate, and to end what it simulates", async () => {
    const end = await connected.simulate({ operation: "listWebhooks", status: 500, times: "always" });
    await expect(clientOf(reached()).list()).rejects.toMatchObject({ status: 500 });
    await end();
    expect((await clientOf(reached()).list()).webhooks).toHaveLength(2);
  });

  test("to wait for a request", async () => {
    const next = connected.nextRequest({ operation: "createWebhook" });
    await expect
      .poll(() => post(reached()).then(() => Promise.race([next, "waiting"])))
      .toMatchObject({
        body: { webhook: orders },
      });
  });

  test("to stop the clock and to reset", async () => {
    expect(await connected.setClock("2030-01-01")).toBeUndefined();
    expect((await clientOf(reached()).create(orders)).created_at).toContain("2030-01-01");
    await connected.reset({ webhooks: [orders], clock: "2031-01-01" });
    expect(await connected.webhooks).toMatchObject([{ ...orders, created_at: expect.any(String) }]);
    expect(await connected.reset()).toBeUndefined();
    expect(await connected.webhooks).toHaveLength(2);
  });

  test("and rejects with what the sandbox refuses", async () => {
    await expect(connected.simulate({ status: 9 })).rejects.toThrow("422 simulate: status must be a whole number");
    await expect(connected.setClock(new Date(Number.NaN))).rejects.toThrow("setClock: the time must be a time");
  });
});

test("with its token, it controls a sandbox from anywhere, for each access token by itself", async () => {
  await using sandbox = await startSandbox({ port: 0, seed: 2, statePer: "token", controlToken: "s3cret" });
  const one = connectSandbox(sandbox.url, { token: "s3cret" }).forToken("one");
  await one.reset(5);
  expect([await one.webhooks, sandbox.forToken("two").webhooks]).toMatchObject([{ length: 5 }, { length: 2 }]);
  await expect(connectSandbox(sandbox.url, { token: "guess" }).reset()).rejects.toThrow("403");
});
