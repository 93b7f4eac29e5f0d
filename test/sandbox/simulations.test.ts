import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { ServiceConnectionError, ServiceStatusError } from "../../src/client/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { failureOf } from "../client/examples.js";
import {
  ask,
  CREATED,
  clientOf,
  HEADERS,
  orders,
  post,
  products,
  type ReachedSandbox,
  textsIn,
  textsOf,
  transports,
  WEBHOOKS,
  type Webhooks,
} from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  let sandbox: ReachedSandbox;
  let service: Webhooks;

  beforeAll(async () => {
    sandbox = await reach({ seed: 3 });
    service = clientOf(sandbox);
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  const list = async (query = "") => {
    const answer = await ask(sandbox, WEBHOOKS + query);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  describe("a failure", () => {
    test("is for the next request of its operation, and changes nothing", async () => {
      sandbox.simulate({ operation: "createWebhook", status: 500 });
      expect(await service.get(1001)).toHaveProperty("id", 1001);
      const error = await failureOf(service.create(orders));
      if (!(error instanceof ServiceStatusError)) throw error;
      expect(error.status).toBe(500);
      const words = "This failure is simulated (simulate). Nothing was changed.";
      expect(textsIn(error.headers, error.body)).toContain(words);
      expect(sandbox.webhooks).toHaveLength(3);
      expect(await service.create(orders)).toHaveProperty("id", 1004);
    });

    test("has a reason from status 400 on, and a status below has no body", async () => {
      sandbox.simulate({ status: 400 });
      expect((await list()).text).toContain("This failure is simulated");
      sandbox.simulate({ status: 399 });
      expect(await list()).toMatchObject({ status: 399, text: "" });
    });

    test("is followed by a retry without a wait, since Retry-After is 0 by default", async () => {
      sandbox.simulate({ status: 429, times: 2 });
      expect((await clientOf(sandbox, { maxRetries: 2 }).list()).webhooks).toHaveLength(3);
      expect(sandbox.requests.map(({ status }) => status)).toEqual([429, 429, 200]);
    });

    test("that breaks off is a connection error, even though the operation was carried out", async () => {
      sandbox.simulate({ abort: true });
      await expect(service.create(orders)).rejects.toBeInstanceOf(ServiceConnectionError);
      expect(sandbox.webhooks).toHaveLength(4);
      sandbox.simulate({ abort: true });
      const answer = await ask(sandbox);
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow();
    });
  });

  describe("a connection that breaks before the service answers", () => {
    test("is a connection error: the operation is not carried out, and a retry succeeds", async () => {
      sandbox.simulate({ operation: "createWebhook", abort: "before" });
      await expect(service.create(orders)).rejects.toBeInstanceOf(ServiceConnectionError);
      expect(sandbox.webhooks).toHaveLength(3);
      expect(sandbox.requests).toMatchObject([{ operation: "createWebhook", status: 0 }]);
      sandbox.simulate({ operation: "listWebhooks", abort: "before" });
      expect((await clientOf(sandbox, { maxRetries: 1 }).list()).webhooks).toHaveLength(3);
    });
  });

  describe("a delay", () => {
    test("holds back each create until the simulation is ended", async () => {
      const end = sandbox.simulate({ operation: "createWebhook", delay: 60, times: "always" });
      for (const _ of [1, 2]) {
        const start = performance.now();
        await service.create(orders);
        expect(performance.now() - start).toBeGreaterThan(55);
      }
      end();
      sandbox.simulate({ delay: 600_000, times: "always" });
      sandbox.reset();
      expect((await service.list()).webhooks).toHaveLength(3);
    });

    test("holds back a failure that comes from another simulation", async () => {
      sandbox.simulate({ operation: "createWebhook", delay: 60, times: "always" });
      sandbox.simulate({ operation: "createWebhook", status: 500 });
      for (const status of [500, CREATED]) {
        const start = performance.now();
        expect((await post(sandbox)).status).toBe(status);
        expect(performance.now() - start).toBeGreaterThan(55);
      }
    });

    test("adds to the one that another simulation brings along", async () => {
      sandbox.simulate({ delay: 40 });
      sandbox.simulate({ status: 500, delay: 40 });
      const start = performance.now();
      expect((await list()).status).toBe(500);
      expect(performance.now() - start).toBeGreaterThan(75);
    });

    test("does not hold back a call that is aborted", async () => {
      sandbox.simulate({ delay: 600_000 });
      const giveUp = new AbortController();
      const listed = ask(sandbox, WEBHOOKS, { signal: giveUp.signal });
      giveUp.abort(new Error("given up"));
      await expect(listed).rejects.toThrow("given up");
    });
  });

  describe("an answer of your own", () => {
    test("is sent as JSON, with headers, and changes nothing", async () => {
      sandbox.simulate({ operation: "listWebhooks", body: { items: "none" }, headers: { "X-Own": "yes" } });
      const answer = await list();
      expect([answer.status, answer.text, answer.headers.get("x-own")]).toEqual([200, '{"items":"none"}', "yes"]);
      expect(answer.headers.has("retry-after")).toBe(false);
      expect(JSON.parse((await list()).text).webhooks).toHaveLength(3);
    });

    test("has headers that a page of another origin can read", async () => {
      sandbox.simulate({ status: 429, headers: { "X-RateLimit-Remaining": "0", "X-Own": "yes" } });
      const { headers } = await ask(sandbox, WEBHOOKS, { headers: { ...HEADERS, Origin: "http://localhost:5173" } });
      expect(headers.get("access-control-expose-headers")).toMatch(/Retry-After, .*X-RateLimit-Remaining, X-Own$/);
    });

    test("has headers in place of those for pages, however they are written", async () => {
      sandbox.simulate({ headers: { "access-control-allow-origin": "https://shop.example" } });
      const { headers } = await ask(sandbox, WEBHOOKS, { headers: { ...HEADERS, Origin: "http://localhost:5173" } });
      expect(headers.get("access-control-allow-origin")).toBe("https://shop.example");
    });

    test("can be malformed, with any status, null, and empty", async () => {
      sandbox.simulate({ status: 502, body: "<html>" });
      expect(await list()).toMatchObject({ status: 502, text: "<html>" });
      sandbox.simulate({ body: null });
      expect(await list()).toMatchObject({ status: 200, text: "null" });
      sandbox.simulate({ status: 200 });
      expect(await list()).toMatchObject({ status: 200, text: "" });
    });

    test("can add headers to a real answer, and replace its own, however they are written", async () => {
      sandbox.simulate({ headers: { "content-type": "text/plain", "X-Own": "yes" } });
      const { text, headers } = await list();
      expect(JSON.parse(text).webhooks).toHaveLength(3);
      expect([headers.get("Content-Type"), headers.get("x-own")]).toEqual(["text/plain", "yes"]);
    });

    test("is for requests with these values in their path, their query or their body", async () => {
      sandbox.simulate({ when: { path: { id: 1002 } }, status: 500 });
      sandbox.simulate({ when: { query: { limit: 2 } }, status: 501 });
      sandbox.simulate({ when: { body: { webhook: { topic: products.topic } } }, status: 502 });
      expect(await service.get(1001)).toHaveProperty("id", 1001);
      await expect(service.get(1002)).rejects.toMatchObject({ status: 500 });
      expect((await list("?limit=1")).status).toBe(200);
      expect((await list("?limit=2")).status).toBe(501);
      // Of a parameter that is sent twice, either value counts.
      sandbox.simulate({ when: { query: { limit: 3 } }, status: 503 });
      expect((await list("?limit=1&limit=3")).status).toBe(503);
      await service.create(orders);
      await expect(service.create(products)).rejects.toMatchObject({ status: 502 });
      // In the sandbox of a process too, what is undefined says nothing.
      sandbox.simulate({ when: { body: { webhook: { ...products, format: undefined } } }, status: 504 });
      await service.create(orders);
      await expect(service.create(products)).rejects.toMatchObject({ status: 504 });
    });
  });

  test.each(["my hook", "größe", "a/b", "a:b", "a+b", "100%", "%31001", "1001"])(
    "when the id in the path is %j, the simulation is for that id, as a client encodes it",
    async (id) => {
      sandbox.simulate({ operation: "getWebhook", when: { path: { id } }, status: 418, times: "always" });
      await expect(service.get(id)).rejects.toMatchObject({ status: 418 });
      expect(await service.get(1002)).toHaveProperty("id", 1002);
    },
  );

  test.each([
    ["200", {}],
    ["401", { headers: {} }],
  ])("latency delays a %s", async (status, init) => {
    await using slow = await reach({ latency: 150 });
    const start = performance.now();
    const answer = await ask(slow, WEBHOOKS, init);
    expect([String(answer.status), performance.now() - start > 145]).toEqual([status, true]);
  });

  describe("failureRate", () => {
    test("of 1 fails every request with status 503 and a Retry-After that a page can read", async () => {
      await using failing = await reach({ failureRate: 1 });
      const answer = await ask(failing);
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "0"]);
      expect(answer.headers.get("access-control-expose-headers")).toContain("Retry-After");
      expect(await textsOf(answer)).toContainEqual(expect.stringContaining("This failure is simulated (failureRate)"));
    });

    test("fails about that share of the requests", async () => {
      await using failing = await reach({ failureRate: 0.5 });
      const answers = await Promise.all(Array.from({ length: 300 }, () => ask(failing)));
      const succeeded = answers.filter(({ status }) => status === 200).length;
      // Six standard deviations to either side.
      expect(Math.abs(succeeded - 150)).toBeLessThan(52);
    });
  });
});

const QUERY = operations.listWebhooks.parameters.map(({ name }) => name).join(", ");

test.each([
  [{ status: 199 }, "status must be a whole number from 200 to 599, got 199"],
  [{ status: "500" }, 'status must be a whole number from 200 to 599, got "500"'],
  [{ status: 500, times: 0 }, 'times must be a whole number from 1, or "always", got 0'],
  [{ delay: -1 }, "delay must be a whole number from 0"],
  [{ abort: "true" }, 'abort must be one of true, false, before, got "true"'],
  [{ operation: "listHooks" }, `operation must be one of ${Object.keys(operations).join(", ").slice(0, 40)}`],
  [{ sttus: 500 }, "sttus does not exist: use operation, when"],
  [{ when: { id: 1 } }, "when.id does not exist: use path, query, body"],
  [{ when: { path: "1001" } }, 'when.path must be an object, got "1001"'],
  [{ when: { query: { limt: 2 } } }, `when.query.limt does not exist: use ${QUERY}`],
  [{ operation: "getWebhook", when: { query: { limit: 2 } } }, "when.query.limit does not exist"],
  [
    { when: { path: { id: 2 ** 53 } } },
    "when.path.id must be a value that JavaScript represents exactly: write a number above 2^53",
  ],
  [{ when: { query: { page: -1e300 } } }, "when.query.page must be a value that JavaScript represents exactly"],
  [null, "pass an object with operation, when"],
  [{ headers: "a: b" }, "headers must be an object of HTTP headers"],
  [{ headers: { "bad name": "x" } }, "headers must be an object of HTTP headers"],
  [{ headers: { a: "b\n" } }, "headers must be an object of HTTP headers"],
  [{ status: 500, abort: true }, "abort: true cannot be combined with status"],
  [{ headers: {}, abort: "before" }, "abort: before cannot be combined with headers"],
])("an impossible simulation is refused: %j", (simulation, message) => {
  expect(() => Reflect.apply(createSandbox().simulate, undefined, [simulation])).toThrow(`simulate: ${message}`);
});
