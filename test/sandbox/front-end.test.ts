import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ReachedSandbox, transports } from "./transports.js";

const WEBHOOKS = "/api/admin/26.0/webhooks";
const headers = { "X-Service-Access-Token": "s3cret-token", "Content-Type": "application/json" };

describe.each(Object.entries(transports))("%s", (_, reach) => {
  const log: string[] = [];
  let sandbox: ReachedSandbox;

  beforeAll(async () => {
    sandbox = await reach({ seed: 3, log: (line) => log.push(line) });
  });
  beforeEach(() => {
    log.length = 0;
  });
  afterAll(() => sandbox.close());

  describe("a refusal says what to do", () => {
    const refusal = async (path: string, init: RequestInit = {}) => {
      const answer = await sandbox.fetch(sandbox.url + path, { headers, ...init });
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      const { status, detail } = await answer.json();
      expect(status).toBe(answer.status);
      return `${status} ${detail}`;
    };

    test("when the token is missing", async () => {
      expect(await refusal(WEBHOOKS, { headers: {} })).toMatch(
        /^401 .*X-Service-Access-Token is missing.* any access token/,
      );
    });

    test("when the contract does not have the path", async () => {
      expect(await refusal("/api/admin/26.0/webhook")).toMatch(
        /^404 The contract has no path \/api\/admin\/26\.0\/webhook\. Its paths are: .*\/webhooks,/,
      );
    });

    test("when the path does not have the method", async () => {
      expect(await refusal(WEBHOOKS, { method: "PATCH" })).toBe(
        "405 /api/admin/26.0/webhooks does not support PATCH. Allowed: GET, POST, PUT.",
      );
      expect(await refusal(WEBHOOKS, { method: "PURGE" })).toBe(
        "405 /api/admin/26.0/webhooks does not support PURGE. Allowed: GET, POST, PUT.",
      );
    });

    test("when the Accept header excludes JSON", async () => {
      const accept = { headers: { ...headers, Accept: "application/xml" } };
      expect(await refusal(WEBHOOKS, accept)).toBe("406 The answer is JSON, which the Accept header does not allow.");
    });
  });

  describe("a page of any origin", () => {
    const origin = { Origin: "https://front-end.example" };

    test.each([0, 1])("can send a preflight, with a failureRate of %d", async (failureRate) => {
      await using sandbox = await reach({ failureRate });
      const answer = await sandbox.fetch(sandbox.url + WEBHOOKS, {
        method: "OPTIONS",
        headers: {
          ...origin,
          "Access-Control-Request-Method": "DELETE",
          "Access-Control-Request-Headers": "content-type,x-service-access-token",
        },
      });
      expect(answer.status).toBe(204);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "access-control-allow-origin": "https://front-end.example",
        "access-control-allow-methods": "DELETE",
        "access-control-allow-headers": "content-type,x-service-access-token",
      });
    });

    test("can read a refusal as well as an answer", async () => {
      for (const init of [{ headers: { ...headers, ...origin } }, { headers: origin }]) {
        const { headers: answered } = await sandbox.fetch(sandbox.url + WEBHOOKS, init);
        expect(answered.get("access-control-allow-origin")).toBe("https://front-end.example");
      }
    });
  });

  describe("each request is logged in one line", () => {
    const logged = async (path: string, init: RequestInit = {}) => {
      await sandbox.fetch(sandbox.url + path, { headers, ...init });
      expect(log).toHaveLength(1);
      return log.at(-1);
    };

    test("with method, path, status and time", async () => {
      expect(await logged(`${WEBHOOKS}/1001`)).toMatch(/^GET \/api\/admin\/26\.0\/webhooks\/1001 200 \d+\.\d ms$/);
    });

    test("even if it is refused or a preflight", async () => {
      const asks = { method: "OPTIONS", headers: { Origin: "null", "Access-Control-Request-Method": "PUT" } };
      expect(await logged(WEBHOOKS, asks)).toMatch(/^OPTIONS \/api\/admin\/26\.0\/webhooks 204 /);
      log.length = 0;
      expect(await logged(WEBHOOKS, { method: "POST", body: "{" })).toMatch(/^POST \/api\/admin\/26\.0\/webhooks 400 /);
    });

    test.each([
      [`${WEBHOOKS}?token=hunter2-secret`, "GET /api/admin/26.0/webhooks 200"],
      [`${WEBHOOKS}/hunter2-secret`, "GET /api/admin/26.0/webhooks/* 404"],
      ["/hunter2-secret/webhooks", "GET /*/webhooks 404"],
      ["/api/admin/25.0/webhooks", "GET /api/admin/25.0/webhooks 404"],
      [`${WEBHOOKS}/%0aGET`, "GET /api/admin/26.0/webhooks/* 404"],
    ])("without a possible secret, for %s", async (path, line) => {
      expect(await logged(path)).toMatch(line);
      expect(log.join("")).not.toMatch(/hunter2|\n/);
    });

    test("without the token, a signing secret or the address of a delivery", async () => {
      const address = "http://127.0.0.1:9/hunter2?key=hunter2";
      const webhook = { topic: "orders/hunter2", address, secret: "hunter2" };
      const post = { method: "POST", body: JSON.stringify({ webhook }) };
      await sandbox.fetch(sandbox.url + WEBHOOKS, { headers, ...post });
      await sandbox.fetch(`${sandbox.url}/api/admin/26.0/internal/webhooks/deliver`, { headers, ...post });
      await sandbox.deliveries[0]?.answer;
      await expect.poll(() => log).toHaveLength(3);
      expect(log.join("\n")).not.toMatch(/hunter2|s3cret-token/);
      expect(log.join("\n")).toMatch(/^delivery: POST http:\/\/127\.0\.0\.1:9 (failed|not sent): /m);
    });

    test("only if there is an option log", async () => {
      await using silent = await reach();
      await silent.fetch(silent.url + WEBHOOKS, { headers });
      expect(log).toEqual([]);
    });
  });
});
