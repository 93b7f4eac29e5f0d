import { describe, expect, test } from "vitest";
import { ServiceConnectionError } from "../../src/client/index.js";
import { createSandbox, type Simulation } from "../../src/sandbox/index.js";
import { clientOf, type ReachedSandbox, transports } from "./transports.js";

const WEBHOOKS = "/api/admin/26.0/webhooks";
const headers = { "X-Service-Access-Token": "any" };
const orders = { topic: "orders/create", address: "https://front-end.example/hooks" };

function webhooksOf(sandbox: ReachedSandbox, maxRetries = 0) {
  return clientOf(sandbox, { maxRetries }).webhooks;
}

describe.each(Object.entries(transports))("%s", (_, reach) => {
  describe("a failure can be simulated", () => {
    test("the next list fails with status 500, and no other call fails", async () => {
      await using sandbox = await reach({ seed: 1 });
      const webhooks = webhooksOf(sandbox);
      sandbox.simulate({ operation: "listWebhooks", status: 500 });
      expect(await webhooks.get(1001)).toHaveProperty("id", 1001);
      await expect(webhooks.list()).rejects.toMatchObject({
        status: 500,
        body: { detail: "This failure is simulated (simulate). Nothing was changed." },
      });
      expect((await webhooks.list()).webhooks).toHaveLength(1);
    });

    test("a create that fails changes nothing", async () => {
      await using sandbox = await reach();
      sandbox.simulate({ operation: "createWebhook", status: 503 });
      await expect(webhooksOf(sandbox).create(orders)).rejects.toMatchObject({ status: 503 });
      expect(sandbox.webhooks).toEqual([]);
    });

    test("a client that retries does not wait, since Retry-After is 0 by default", async () => {
      await using sandbox = await reach();
      sandbox.simulate({ status: 429, times: 2 });
      expect((await webhooksOf(sandbox, 2).list()).webhooks).toEqual([]);
      expect(sandbox.requests.map(({ status }) => status)).toEqual([429, 429, 200]);
      sandbox.simulate({ status: 429, retryAfter: 7 });
      await expect(webhooksOf(sandbox).list()).rejects.toSatisfy(
        (error) => Object(error).headers.get("retry-after") === "7",
      );
    });

    test("an answer that breaks off is a connection error, even though the operation was carried out", async () => {
      await using sandbox = await reach();
      sandbox.simulate({ abort: true });
      await expect(webhooksOf(sandbox).create(orders)).rejects.toBeInstanceOf(ServiceConnectionError);
      expect(sandbox.webhooks).toHaveLength(1);
    });

    test("a delay holds back each create until the simulation is ended", async () => {
      await using sandbox = await reach();
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

    test("an aborted call does not wait for a delay", async () => {
      await using sandbox = await reach();
      sandbox.simulate({ delay: 600_000 });
      const giveUp = new AbortController();
      const listed = sandbox.fetch(sandbox.url + WEBHOOKS, { signal: giveUp.signal });
      giveUp.abort(new Error("given up"));
      await expect(listed).rejects.toThrow("given up");
    });
  });

  describe("failureRate with a randomSeed", () => {
    test("fails the same requests every time, also after a reset", async () => {
      const statuses = async (sandbox: ReachedSandbox) => {
        const found = [];
        // One after the other: the order of simultaneous requests is chance.
        for (let request = 0; request < 40; request++) {
          const { status } = await sandbox.fetch(sandbox.url + WEBHOOKS, { headers });
          found.push(status);
        }
        return found;
      };
      await using sandbox = await reach({ failureRate: 0.5, randomSeed: 7 });
      await using other = await reach({ failureRate: 0.5, randomSeed: 8 });
      const first = await statuses(sandbox);
      expect(new Set(first)).toEqual(new Set([200, 503]));
      sandbox.reset();
      expect(await statuses(sandbox)).toEqual(first);
      expect(await statuses(other)).not.toEqual(first);
    });
  });
});

describe("an impossible simulation", () => {
  test.each<[Simulation, string]>([
    [{}, "simulate: set status, delay or abort"],
    [{ status: 200 }, "simulate: status must be a whole number from 400 to 599, got 200"],
    [{ status: 500, times: 0 }, 'simulate: times, unless "always", must be a whole number from 1'],
    [{ delay: -1 }, "simulate: delay must be a whole number from 0"],
    [{ status: 500, abort: true }, "simulate: status and abort cannot be combined"],
    [{ operation: "listHooks", status: 500 }, "simulate: operation must be one of exchangeAccessToken, listWebhooks"],
    [Object({ sttus: 500 }), "simulate: sttus does not exist"],
  ])("%o is refused", (simulation, message) => {
    expect(() => createSandbox().simulate(simulation)).toThrow(message);
  });
});
