import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ServiceConnectionError } from "../../src/client/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import {
  ask,
  CREATED,
  clientOf,
  inProcess,
  orders,
  post,
  products,
  type ReachedSandbox,
  transports,
  WEBHOOKS,
} from "./transports.js";

describe.each(Object.entries(transports))("simulations, %s", (_, reach) => {
  let sandbox: ReachedSandbox;
  let service: ReturnType<typeof clientOf>;

  beforeAll(async () => {
    sandbox = await reach({ seed: 3 });
    service = clientOf(sandbox);
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox[Symbol.asyncDispose]());

  const list = async (query = "") => {
    const answer = await ask(sandbox, WEBHOOKS + query);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  test("a simulation fails the next request for its operation, which changes nothing", async () => {
    sandbox.simulate({ operation: "createWebhook", status: 500 });
    await service.get(1001);
    const detail = "This failure is simulated (simulate). Nothing was changed.";
    await expect(service.create(orders)).rejects.toMatchObject({ status: 500, body: { detail } });
    expect(sandbox.webhooks).toHaveLength(3);
    expect(await service.create(orders)).toHaveProperty("id", 1004);
  });

  test("a simulation is retried without a wait, since its failure has Retry-After: 0", async () => {
    sandbox.simulate({ status: 429, times: 2 });
    expect((await clientOf(sandbox, { maxRetries: 2 }).list()).webhooks).toHaveLength(3);
    expect(sandbox.requests.map(({ status }) => status)).toEqual([429, 429, 200]);
  });

  test("a simulation with times: always lasts until its end is called, or a reset", async () => {
    const end = sandbox.simulate({ status: 500, times: "always" });
    expect([(await list()).status, (await list()).status]).toEqual([500, 500]);
    end();
    expect((await list()).status).toBe(200);
    sandbox.simulate({ status: 500, times: "always" });
    sandbox.reset();
    expect((await list()).status).toBe(200);
  });

  test("a simulation with abort: true carries the request out, and breaks the connection", async () => {
    sandbox.simulate({ abort: true });
    await expect(service.create(orders)).rejects.toBeInstanceOf(ServiceConnectionError);
    expect(sandbox.webhooks).toHaveLength(4);
  });

  test("a simulation with abort: before breaks the connection, and the request changes nothing", async () => {
    sandbox.simulate({ abort: "before" });
    await expect(service.create(orders)).rejects.toBeInstanceOf(ServiceConnectionError);
    expect(sandbox.webhooks).toHaveLength(3);
    expect(sandbox.requests).toMatchObject([{ operation: "createWebhook", status: 0 }]);
  });

  test("a simulation with a delay holds the request back, also one that another simulation fails", async () => {
    sandbox.simulate({ delay: 60 });
    sandbox.simulate({ status: 500 });
    const start = performance.now();
    expect((await post(sandbox)).status).toBe(500);
    expect(performance.now() - start).toBeGreaterThan(55);
    expect((await post(sandbox)).status).toBe(CREATED);
  });

  test("a simulation with a delay does not hold back a call that is aborted, and nothing is carried out", async () => {
    sandbox.simulate({ delay: 600_000 });
    const giveUp = new AbortController();
    const body = JSON.stringify({ webhook: orders });
    const created = ask(sandbox, WEBHOOKS, { method: "POST", body, signal: giveUp.signal });
    setTimeout(() => giveUp.abort(new Error("given up")), 50);
    await expect(created).rejects.toThrow("given up");
    expect(sandbox.webhooks).toHaveLength(3);
  });

  test("a simulation with a body answers with it as JSON, and with a text as it is", async () => {
    sandbox.simulate({ operation: "listWebhooks", body: { items: "none" } });
    expect(await list()).toMatchObject({ status: 200, text: '{"items":"none"}' });
    sandbox.simulate({ status: 502, body: "<html>" });
    expect(await list()).toMatchObject({ status: 502, text: "<html>" });
    sandbox.simulate({ status: 204 });
    expect(await list()).toMatchObject({ status: 204, text: "" });
  });

  test("a simulation with headers adds them to the answer, or replaces its own, for pages to read", async () => {
    sandbox.simulate({ headers: { "Content-Type": "text/plain", "X-Own": "yes" } });
    const { text, headers } = await list();
    expect(JSON.parse(text).webhooks).toHaveLength(3);
    expect([headers.get("content-type"), headers.get("x-own")]).toEqual(["text/plain", "yes"]);
    expect(headers.get("access-control-expose-headers")).toContain("x-own");
  });

  test("a simulation with when matches only requests with these values in path, query or body", async () => {
    sandbox.simulate({ when: { path: { id: 1002 } }, status: 501 });
    sandbox.simulate({ when: { query: { limit: 2 } }, status: 502 });
    sandbox.simulate({ when: { body: { webhook: { topic: products.topic } } }, status: 503 });
    await service.get(1001);
    await expect(service.get(1002)).rejects.toMatchObject({ status: 501 });
    expect([(await list("?limit=1")).status, (await list("?limit=2")).status]).toEqual([200, 502]);
    await service.create(orders);
    await expect(service.create(products)).rejects.toMatchObject({ status: 503 });
  });
});

test("a simulation with __proto__ in its body matches only requests that send it, and pollutes nothing", async () => {
  const sandbox = inProcess();
  const when = { body: JSON.parse('{"webhook": {"__proto__": {}}}') };
  sandbox.simulate({ when, status: 500 });
  expect((await post(sandbox)).status).toBe(CREATED);
  const sent = `{"webhook": {"__proto__": {"polluted": true}, "topic": "${orders.topic}", "address": "${orders.address}"}}`;
  expect((await ask(sandbox, WEBHOOKS, { method: "POST", body: sent })).status).toBe(500);
  expect((await ask(sandbox, WEBHOOKS, { method: "POST", body: sent })).status).toBe(CREATED);
  expect([Object({}).polluted, Object(sandbox.webhooks[1]).polluted]).toEqual([undefined, undefined]);
});

test("at most 1000 simulations are pending", () => {
  const sandbox = createSandbox();
  for (let times = 0; times < 1000; times++) sandbox.simulate({ status: 500 });
  expect(() => sandbox.simulate({ status: 500 })).toThrow("simulate: 1000 simulations are pending");
});

test("latency delays every response", async () => {
  const start = performance.now();
  await ask(inProcess({ latency: 60 }));
  expect(performance.now() - start).toBeGreaterThan(55);
});

test("failureRate answers about that share of the requests with status 503", async () => {
  const sandbox = inProcess({ failureRate: 0.5 });
  const answers = await Promise.all(Array.from({ length: 300 }, () => ask(sandbox)));
  const failed = answers.filter(({ status }) => status === 503);
  // Six standard deviations to either side.
  expect(Math.abs(failed.length - 150)).toBeLessThan(52);
  expect(failed[0]?.headers.get("retry-after")).toBe("0");
});

test.each([
  [{ status: 199 }, "status must be a whole number from 200 to 599, got 199"],
  [{ times: 0 }, 'times must be a whole number from 1, or "always", got 0'],
  [{ delay: -1 }, "delay must be a whole number from 0"],
  [{ abort: "true" }, 'abort must be one of true, false, before, got "true"'],
  [{ operation: "listHooks" }, "operation must be one of exchangeAccessToken, "],
  [{ sttus: 500 }, "sttus does not exist: use operation, when"],
  [{ when: { id: 1 } }, "when.id does not exist: use path, query, body"],
  [{ operation: "getWebhook", when: { query: { limit: 2 } } }, "when.query.limit does not exist"],
  [{ headers: { "bad name": "x" } }, "headers must be an object of HTTP headers"],
  [{ status: 500, abort: true }, "abort: true cannot be combined with status"],
])("simulate refuses %j, and says why", (simulation, message) => {
  expect(() => createSandbox().simulate(Object(simulation))).toThrow(`simulate: ${message}`);
});
