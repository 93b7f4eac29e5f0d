import { describe, expect, test } from "vitest";
import type { SandboxOptions } from "../../src/sandbox/index.js";
import { clientOf, type ReachedSandbox, transports } from "./transports.js";

const address = "https://front-end.example/hooks";
const webhooksOf = (sandbox: ReachedSandbox, accessToken = "any") =>
  clientOf(sandbox, { accessToken, maxRetries: 1 }).webhooks;

describe.each(Object.entries(transports))("%s", (_, reach) => {
  describe("seed takes your own subscriptions", () => {
    test("a subscription gets the next free id, the default format and the current time", async () => {
      const clock = () => new Date("2026-03-02T10:20:00Z");
      await using sandbox = await reach({
        clock,
        seed: [
          { topic: "orders/create", address },
          { topic: "a/b", address, id: 1001, format: "xml" },
        ],
      });
      const time = "2026-03-02T10:20:00.000+00:00";
      expect(sandbox.webhooks).toHaveLength(2);
      expect(sandbox.webhooks).toMatchObject([
        { id: 1001, address, topic: "a/b", format: "xml", created_at: time, updated_at: time },
        { id: 1002, address, topic: "orders/create", format: "json", created_at: time, updated_at: time },
      ]);
    });

    test.each([
      ["a malformed topic", [{ topic: "orders", address }], 'seed[0].topic must match pattern "^[^/]+/[^/]+$"'],
      [
        "a malformed address of the second",
        [
          { topic: "a/b", address },
          { topic: "a/b", address: "nowhere" },
        ],
        'seed[1].address must match format "uri"',
      ],
      ["a missing address", [{ topic: "a/b" }], "seed[0].address is missing"],
      [
        "an unknown field",
        [{ topic: "a/b", address, adress: 1 }],
        "seed[0].adress is not a field of an item of webhooks",
      ],
      ["a malformed time", [{ topic: "a/b", address, created_at: "today" }], "seed[0].created_at must match pattern"],
      [
        "a repeated id",
        [
          { topic: "a/b", address, id: 1 },
          { topic: "a/b", address, id: 1 },
        ],
        "seed[1].id 1 is there twice",
      ],
      ["a string for a subscription", ["orders/create"], "seed[0] must be an object"],
      ["a string for the seed", "many", "seed must be a whole number from 0 to 1000000, got many"],
    ])("%s is refused, and the error names the place", async (_, seed, message) => {
      await expect(reach(Object({ seed }))).rejects.toThrow(message);
    });
  });

  describe("values that tests compare can be fixed", () => {
    test("clock and firstId fix the times and the ids", async () => {
      await using sandbox = await reach({ firstId: 7, clock: () => new Date(0) });
      expect(await webhooksOf(sandbox).create({ topic: "a/b", address })).toMatchObject({
        id: 7,
        created_at: "1970-01-01T00:00:00.000+00:00",
      });
    });

    test.each<[SandboxOptions, string]>([
      [{ firstId: 0 }, "firstId must be a whole number from 1"],
      [{ randomSeed: 0.5 }, "randomSeed must be a whole number from 0 to 4294967295, got 0.5"],
      [{ clock: () => new Date("noon") }, "clock must be a time"],
      [Object({ updates: "never" }), "updates must be match or example, got never"],
      [Object({ statePer: "user" }), "statePer must be sandbox or token, got user"],
    ])("%o is refused", async (options, message) => {
      await expect(reach(options)).rejects.toThrow(message);
    });
  });

  describe("statePer: token", () => {
    test("gives each access token its own state", async () => {
      await using sandbox = await reach({ statePer: "token", seed: 1 });
      const [one, two] = [webhooksOf(sandbox, "one"), webhooksOf(sandbox, "two")];
      await one.create({ topic: "a/b", address });
      sandbox.forToken("two").simulate({ status: 500 });
      expect((await one.list()).webhooks).toHaveLength(2);
      expect(sandbox.forToken("one").webhooks).toHaveLength(2);
      expect(sandbox.forToken("two").webhooks).toHaveLength(1);
      await one.deliver({ topic: "a/b", address });
      expect(sandbox.forToken("one").deliveries).toHaveLength(1);
      expect(sandbox.forToken("two").deliveries).toHaveLength(0);
      await two.list();
      expect(sandbox.forToken("two").requests.map(({ status }) => status)).toEqual([500, 200]);
      sandbox.forToken("one").reset();
      expect(sandbox.forToken("one").webhooks).toHaveLength(1);
      expect(() => sandbox.webhooks).toThrow("call forToken(token) first");
      sandbox.reset();
      expect(sandbox.forToken("two").requests).toEqual([]);
    });
  });

  describe("requests are recorded", () => {
    test("without a token and without a secret", async () => {
      await using sandbox = await reach();
      await webhooksOf(sandbox, "hunter2").create({ topic: "a/b", address, secret: "hunter2" });
      expect(sandbox.requests).toMatchObject([
        { operation: "createWebhook", body: { webhook: { topic: "a/b", secret: "[redacted]" } }, status: 200 },
      ]);
      expect(JSON.stringify(sandbox.requests)).not.toContain("hunter2");
    });
  });
});
