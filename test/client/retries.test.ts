import { afterEach, describe, expect, test, vi } from "vitest";
import { ServiceConnectionError, ServiceStatusError } from "../../src/client/index.js";
import { retryDelay } from "../../src/client/retry.js";
import { answer, reset, stall, startFaultServer, startOf } from "../servers/fault.js";
import { clientOf, example, failureOf, found } from "./examples.js";

const { webhook } = example("WebhookWithFormat");
const soon = { "Retry-After": "0" };
const busy = (status: number) => answer(status, { busy: true }, soon);
const ok = answer(200, found);

describe("a call that is safe to repeat is retried", () => {
  test.each([408, 429, 500, 502, 503, 504])("after status %i", async (status) => {
    await using server = await startFaultServer(busy(status), busy(status), ok);
    expect(await clientOf(server).webhooks.get(1001)).toEqual(found.webhook);
    expect(server.arrivals).toHaveLength(3);
  });

  test.each([429, 503])("after status %i without Retry-After", async (status) => {
    await using server = await startFaultServer(answer(status, {}), ok);
    expect(await clientOf(server).webhooks.get(1001)).toEqual(found.webhook);
  });

  test.each([
    ["a reset connection", reset],
    ["a body that breaks off", startOf('{"webhook":', (response) => response.destroy())],
  ])("after %s", async (_, fault) => {
    await using server = await startFaultServer(fault, ok);
    expect(await clientOf(server).webhooks.get(1001)).toEqual(found.webhook);
  });

  test.each(["GET", "PUT", "DELETE"])("when it is a %s, with the same request", async (method) => {
    await using server = await startFaultServer(busy(503), answer(200, { ...found, ...example("DeletionResult") }));
    const { webhooks } = clientOf(server);
    const calls = { GET: () => webhooks.get(1), PUT: () => webhooks.update(webhook), DELETE: () => webhooks.delete(1) };
    await Object.entries(calls).find(([name]) => name === method)?.[1]();
    const [first, second] = server.arrivals;
    expect(second).toEqual(first);
    expect(second?.method).toBe(method);
  });
});

describe("a call is not retried", () => {
  test.each([400, 401, 404, 409, 422, 501])("after status %i", async (status) => {
    await using server = await startFaultServer(busy(status));
    expect(await failureOf(clientOf(server).webhooks.get(1001))).toMatchObject({ status });
    expect(server.arrivals).toHaveLength(1);
  });

  test("after an answer that does not match the contract", async () => {
    await using server = await startFaultServer(answer(200, "<p>Hello</p>"));
    await failureOf(clientOf(server).webhooks.get(1001));
    expect(server.arrivals).toHaveLength(1);
  });

  test("more often than the maxRetries of the call, else of the client, else twice", async () => {
    await using server = await startFaultServer(busy(503));
    const triesOf = async (client?: number, call?: number) => {
      const before = server.arrivals.length;
      await failureOf(clientOf(server, { maxRetries: client }).webhooks.get(1001, { maxRetries: call }));
      return server.arrivals.length - before;
    };
    expect([await triesOf(), await triesOf(0), await triesOf(1), await triesOf(1, 3), await triesOf(3, 0)]).toEqual([
      3, 1, 2, 4, 1,
    ]);
  });
});

describe("the wait before the next try", () => {
  const request = { method: "GET", url: "http://127.0.0.1/" };
  const refused = (headers: Record<string, string> = {}) =>
    new ServiceStatusError("", request, { status: 503, headers: new Headers(headers), body: undefined });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test("doubles from half a second to eight seconds, minus a random part of up to half", () => {
    const random = vi.spyOn(Math, "random");
    const waits = (chance: number) => {
      random.mockReturnValue(chance);
      return [0, 1, 2, 3, 4, 5].map((retries) => retryDelay(new ServiceConnectionError("", request), retries));
    };
    expect(waits(0)).toEqual([250, 500, 1000, 2000, 4000, 4000]);
    expect(waits(1)).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  });

  test("is the number of seconds in Retry-After", () => {
    expect(retryDelay(refused({ "Retry-After": "7" }), 0)).toBe(7000);
    expect(retryDelay(refused({ "Retry-After": "0" }), 0)).toBe(0);
  });

  test("ends at the date in Retry-After, which may be past", () => {
    vi.useFakeTimers({ now: Date.parse("2026-03-02T08:15:00Z") });
    expect(retryDelay(refused({ "Retry-After": "Mon, 02 Mar 2026 08:15:09 GMT" }), 0)).toBe(9000);
    expect(retryDelay(refused({ "Retry-After": "Mon, 02 Mar 2026 08:14:00 GMT" }), 0)).toBe(0);
  });

  test.each(["soon", "1, 2", "-5", "1.5", ""])("is the usual one when Retry-After is %o, which is invalid", (value) => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    expect(retryDelay(refused({ "Retry-After": value }), 0)).toBe(500);
  });

  test("does not happen when Retry-After is more than a minute: the call ends", () => {
    expect(retryDelay(refused({ "Retry-After": "60" }), 0)).toBe(60_000);
    expect(retryDelay(refused({ "Retry-After": "61" }), 0)).toBeUndefined();
  });

  test("does not happen when it would outlast the timeout: the last error is thrown immediately", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "20" }));
    const failure = await failureOf(clientOf(server).webhooks.get(1001, { timeout: 10_000 }));
    expect(failure).toMatchObject({ name: "ServiceStatusError", status: 503 });
    expect(server.arrivals).toHaveLength(1);
  });

  test("ends immediately when the signal aborts, with the signal's own reason", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "20" }));
    const controller = new AbortController();
    const call = failureOf(clientOf(server).webhooks.get(1001, { signal: controller.signal }));
    const waiting = vi.waitFor(() => expect(server.arrivals).toHaveLength(1));
    await waiting;
    const reason = new Error("The user has left");
    controller.abort(reason);
    expect(await call).toBe(reason);
  });
});

describe("a try has its own timeout", () => {
  /** Long enough, in ms, for an answer from a busy machine. */
  const enough = 1000;

  test("a stalled try leaves time for the next one", async () => {
    await using server = await startFaultServer(stall, ok);
    expect(await clientOf(server).webhooks.get(1001, { tryTimeout: enough })).toEqual(found.webhook);
    expect(server.arrivals).toHaveLength(2);
  });

  test("the error of the last stalled try has the error of the try before as its cause", async () => {
    await using server = await startFaultServer(stall);
    const failure = await failureOf(clientOf(server, { tryTimeout: 50 }).webhooks.get(1001, { maxRetries: 1 }));
    expect(failure).toMatchObject({ name: "ServiceTimeoutError", cause: { name: "ServiceTimeoutError" } });
    expect(failure.message).toContain("The service did not answer within 50 ms");
    await expect.poll(() => server.openRequests()).toBe(0);
  });

  test("the timeout of the call has the last failure as its cause", async () => {
    await using server = await startFaultServer(busy(503), stall);
    const failure = await failureOf(clientOf(server).webhooks.get(1001, { timeout: enough }));
    expect(failure).toMatchObject({ name: "ServiceTimeoutError", cause: { name: "ServiceStatusError", status: 503 } });
  });

  test("a POST that stalls is not sent twice", async () => {
    await using server = await startFaultServer(stall);
    await failureOf(clientOf(server).webhooks.create(webhook, { tryTimeout: 50 }));
    expect(server.arrivals).toHaveLength(1);
  });
});

describe("a signal ends the call with its own reason", () => {
  const reason = new Error("The user has left");

  test("before anything is sent", async () => {
    await using server = await startFaultServer(ok);
    const failure = await failureOf(clientOf(server).webhooks.get(1001, { signal: AbortSignal.abort(reason) }));
    expect(failure).toBe(reason);
    expect(server.arrivals).toHaveLength(0);
  });

  test.each([
    ["before the headers", stall],
    ["in the middle of the body", startOf("{", () => undefined)],
  ])("%s, and leaves no connection behind", async (_, fault) => {
    await using server = await startFaultServer(fault);
    const controller = new AbortController();
    const arrived = server.nextArrival();
    const call = failureOf(clientOf(server).webhooks.get(1001, { signal: controller.signal }));
    await arrived;
    controller.abort(reason);
    expect(await call).toBe(reason);
    await expect.poll(() => server.openRequests()).toBe(0);
  });

  test("in each of the calls that share it", async () => {
    await using server = await startFaultServer(stall);
    const controller = new AbortController();
    const { webhooks } = clientOf(server);
    const calls = [1, 2, 3].map((id) => failureOf(webhooks.get(id, { signal: controller.signal })));
    await vi.waitFor(() => expect(server.arrivals).toHaveLength(3));
    controller.abort(reason);
    expect(await Promise.all(calls)).toEqual([reason, reason, reason]);
  });

  test("which is an AbortError by default", async () => {
    await using server = await startFaultServer(ok);
    const failure = await failureOf(clientOf(server).webhooks.get(1001, { signal: AbortSignal.abort() }));
    expect(failure.name).toBe("AbortError");
  });
});

test("a timeout of Infinity sets no limit", async () => {
  await using server = await startFaultServer(ok);
  const { webhooks } = clientOf(server, { timeout: Number.POSITIVE_INFINITY });
  expect(await webhooks.get(1001)).toEqual(found.webhook);
});
