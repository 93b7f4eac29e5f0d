import { describe, expect, test } from "vitest";
import { createServiceClient, ServiceConnectionError } from "../../src/client/index.js";
import { createSandbox, type Sandbox, type Simulation } from "../../src/sandbox/index.js";

const orders = { topic: "orders/create", address: "https://front-end.example/hooks" };

function webhooksOf(sandbox: Sandbox, maxRetries = 0) {
  const { fetch } = sandbox;
  return createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch, maxRetries }).webhooks;
}

describe("a failure can be simulated on purpose", () => {
  test("the next list fails with 500, the one after it does not, and nothing else is met", async () => {
    const sandbox = createSandbox({ seed: 1 });
    const webhooks = webhooksOf(sandbox);
    sandbox.simulate({ operation: "listWebhooks", status: 500 });
    expect(await webhooks.get(1001)).toHaveProperty("id", 1001);
    await expect(webhooks.list()).rejects.toMatchObject({
      status: 500,
      body: { detail: "This failure is simulated: the sandbox was told to. Nothing was changed." },
    });
    expect((await webhooks.list()).webhooks).toHaveLength(1);
  });

  test("a create that fails changes nothing", async () => {
    const sandbox = createSandbox();
    sandbox.simulate({ operation: "createWebhook", status: 503 });
    await expect(webhooksOf(sandbox).create(orders)).rejects.toMatchObject({ status: 503 });
    expect(sandbox.webhooks).toEqual([]);
  });

  test("a client that tries again does not wait, since Retry-After is 0 unless given", async () => {
    const sandbox = createSandbox();
    sandbox.simulate({ status: 429, times: 2 });
    expect((await webhooksOf(sandbox, 2).list()).webhooks).toEqual([]);
    expect(sandbox.requests.map(({ status }) => status)).toEqual([429, 429, 200]);
    sandbox.simulate({ status: 429, retryAfter: 7 });
    await expect(webhooksOf(sandbox).list()).rejects.toSatisfy(
      (error) => Object(error).headers.get("retry-after") === "7",
    );
  });

  test("an answer breaks off: the client has a connection error, though the operation was carried out", async () => {
    const sandbox = createSandbox();
    sandbox.simulate({ abort: true });
    await expect(webhooksOf(sandbox).create(orders)).rejects.toBeInstanceOf(ServiceConnectionError);
    expect(sandbox.webhooks).toHaveLength(1);
  });

  test("each create takes as long as told, until that is ended", async () => {
    const sandbox = createSandbox();
    const webhooks = webhooksOf(sandbox);
    const end = sandbox.simulate({ operation: "createWebhook", delay: 60, times: "always" });
    for (const _ of [1, 2]) {
      const start = performance.now();
      await webhooks.create(orders);
      expect(performance.now() - start).toBeGreaterThan(55);
    }
    end();
    sandbox.simulate({ delay: 600_000, times: "always" });
    sandbox.reset();
    expect((await webhooks.list()).webhooks).toEqual([]);
  });

  test("a call that is given up does not wait for a delay", async () => {
    const sandbox = createSandbox();
    sandbox.simulate({ delay: 600_000 });
    const giveUp = new AbortController();
    const listed = sandbox.fetch("http://sandbox.test/api/admin/26.0/webhooks", { signal: giveUp.signal });
    giveUp.abort(new Error("given up"));
    await expect(listed).rejects.toThrow("given up");
  });

  test.each<[Simulation, string]>([
    [{}, "simulate: give it a status, a delay or abort"],
    [{ status: 200 }, "simulate: status must be a whole number from 400 to 599, got 200"],
    [{ status: 500, times: 0 }, 'simulate: times, unless "always", must be a whole number from 1'],
    [{ delay: -1 }, "simulate: delay must be a whole number from 0"],
    [{ status: 500, abort: true }, "simulate: status and abort rule each other out"],
    [{ operation: "listHooks", status: 500 }, "simulate: operation must be one of exchangeAccessToken, listWebhooks"],
    [Object({ sttus: 500 }), "simulate: sttus is none of operation, status"],
  ])("%o is refused", (simulation, message) => {
    expect(() => createSandbox().simulate(simulation)).toThrow(message);
  });
});

describe("failureRate with a seed", () => {
  test("fails the same requests every time, after a reset too", async () => {
    const statuses = async (sandbox: Sandbox) => {
      const answers = Array.from({ length: 40 }, () =>
        webhooksOf(sandbox)
          .list()
          .then(
            () => 200,
            ({ status }) => status,
          ),
      );
      return Promise.all(answers);
    };
    const sandbox = createSandbox({ failureRate: 0.5, randomSeed: 7 });
    const first = await statuses(sandbox);
    expect(new Set(first)).toEqual(new Set([200, 503]));
    sandbox.reset();
    expect(await statuses(sandbox)).toEqual(first);
    expect(await statuses(createSandbox({ failureRate: 0.5, randomSeed: 8 }))).not.toEqual(first);
  });
});
