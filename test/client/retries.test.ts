import { afterEach, describe, expect, test, vi } from "vitest";
import { type Send, ServiceConnectionError, ServiceStatusError } from "../../src/client/index.js";
import { retryDelay } from "../../src/client/retry.js";
import { answer, stall, startFaultServer, startOf } from "../servers/fault.js";
import { inputOf } from "../worlds/roles.js";
import { clientOf, failureOf, item, nowhere, ok, withOptions } from "./examples.js";

const soon = { "Retry-After": "0" };
const busy = answer(503, { busy: true }, soon);

describe("a call is retried", () => {
  test("after the statuses 408, 429, 500, 502, 503 and 504, and after no other status of failure", async () => {
    const tries = new Map<number, number>();
    const fetch = async (url: string) => {
      const status = Number(url.split("/").at(-1));
      tries.set(status, (tries.get(status) ?? 0) + 1);
      return new Response(null, { status, headers: soon });
    };
    const service = clientOf(nowhere, { fetch, maxRetries: 1 });
    for (let status = 400; status < 600; status++) await failureOf(service.get(status));
    const retried = [...tries].filter(([, count]) => count > 1).map(([status]) => status);
    expect(retried).toEqual([408, 429, 500, 502, 503, 504]);
  });

  test("as often as the maxRetries of the call say, else of the client, else twice", async () => {
    await using server = await startFaultServer(busy);
    const triesOf = async (client?: number, call?: number) => {
      const before = server.arrivals.length;
      await failureOf(withOptions(clientOf(server, { maxRetries: client }), { maxRetries: call }).get(1001));
      return server.arrivals.length - before;
    };
    expect([await triesOf(), await triesOf(0), await triesOf(1), await triesOf(1, 3), await triesOf(3, 0)]).toEqual([
      3, 1, 2, 4, 1,
    ]);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("the wait before the next try", () => {
  const request = { method: "GET", url: "http://127.0.0.1/" };

  test("is none after a method that the contract does not say is safe to repeat", () => {
    const delayOf = (method: string) => retryDelay(new ServiceConnectionError("", { ...request, method }), 0);
    const methods = ["GET", "PUT", "DELETE", "POST", "PATCH"];
    expect(methods.filter((method) => delayOf(method) === undefined)).toEqual(["POST", "PATCH"]);
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

  test.each([
    ["0", 0],
    ["7", 7_000],
    ["60", 60_000],
    ["61", undefined],
    ["Mon, 02 Mar 2026 08:15:09 GMT", 9_000],
    ["Mon, 02 Mar 2026 08:14:00 GMT", 0],
    ["Monday, 02-Mar-26 08:15:09 GMT", 9_000],
    ["Mon Mar  2 08:15:09 2026", 9_000],
    ...["soon", "1, 2", "1 GMT", "-5", "1.5", ""].map((invalid): [string, number] => [invalid, 500]),
  ])("after Retry-After: %s is %s ms: the usual where that is invalid, none above a minute", (value, wait) => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    vi.useFakeTimers({ now: Date.parse("2026-03-02T08:15:00Z") });
    const refusal = { status: 503, headers: new Headers({ "Retry-After": value }), body: undefined };
    expect(retryDelay(new ServiceStatusError("", request, refusal), 0)).toBe(wait);
  });

  test.each([
    ["tells the time of another clock", { Date: "Sat, 02 Mar 2024 08:15:00 GMT" }, 9_000],
    ["tells no time", { Date: "now" }, 0],
  ])("until a date is by the clock of the service, or by our own where it %s", (_, headers, wait) => {
    vi.useFakeTimers({ now: Date.parse("2026-03-02T08:15:00Z") });
    const asked = new Headers({ ...headers, "Retry-After": "Sat, 02 Mar 2024 08:15:09 GMT" });
    expect(retryDelay(new ServiceStatusError("", request, { status: 429, headers: asked, body: undefined }), 0)).toBe(
      wait,
    );
  });

  test("does not happen when it would outlast the timeout: the last error is thrown immediately", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "20" }));
    const failure = await failureOf(withOptions(clientOf(server), { timeout: 10_000 }).get(1001));
    expect(failure).toMatchObject({ name: "ServiceStatusError", status: 503 });
    expect(server.arrivals).toHaveLength(1);
  });
});

test("a call has 30 seconds and one try has no limit, unless the options say otherwise", async () => {
  vi.useFakeTimers();
  const fetch = vi.fn<Send>(() => new Promise(() => undefined));
  const failure = failureOf(clientOf(nowhere, { fetch }).get(1001));
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await failure).message).toMatch(/^The service did not answer within 30000 ms: /);
  expect(fetch).toHaveBeenCalledTimes(1);
});

describe("a try has its own timeout", () => {
  /** Long enough, in ms, for an answer from a busy machine. */
  const enough = 1000;

  test("a stalled try leaves time for the next one", async () => {
    await using server = await startFaultServer(stall, ok);
    expect(await withOptions(clientOf(server), { tryTimeout: enough }).get(1001)).toEqual(item);
    expect(server.arrivals).toHaveLength(2);
  });

  test("the error of the last stalled try has the error of the try before as its cause", async () => {
    await using server = await startFaultServer(stall);
    const failure = await failureOf(withOptions(clientOf(server, { tryTimeout: 50 }), { maxRetries: 1 }).get(1001));
    expect(failure).toMatchObject({ name: "ServiceTimeoutError", cause: { name: "ServiceTimeoutError" } });
    expect(failure.message).toContain("The service did not answer within 50 ms");
    await expect.poll(() => server.openRequests()).toBe(0);
  });

  test("the timeout of the call has the last failure as its cause", async () => {
    await using server = await startFaultServer(busy, stall);
    const failure = await failureOf(withOptions(clientOf(server), { timeout: enough }).get(1001));
    expect(failure).toMatchObject({ name: "ServiceTimeoutError", cause: { name: "ServiceStatusError", status: 503 } });
  });

  test("a POST that stalls is not sent twice", async () => {
    await using server = await startFaultServer(stall);
    await failureOf(withOptions(clientOf(server), { tryTimeout: enough }).create(inputOf("create")));
    expect(server.arrivals).toHaveLength(1);
  });

  test.each([Number.POSITIVE_INFINITY, 2 ** 31])("and %d sets no limit, or one that is far away", async (limit) => {
    await using server = await startFaultServer(ok);
    const service = clientOf(server, { timeout: limit, tryTimeout: limit });
    expect(await service.get(1001)).toEqual(item);
  });
});

describe("a signal ends the calls that share it with its own reason", () => {
  const reason = new Error("The user has left");

  test("before anything is sent", async () => {
    await using server = await startFaultServer(ok);
    const failureAfter = (signal: AbortSignal) => failureOf(withOptions(clientOf(server), { signal }).get(1001));
    expect(await failureAfter(AbortSignal.abort(reason))).toBe(reason);
    expect((await failureAfter(AbortSignal.abort())).name).toBe("AbortError");
    expect(server.arrivals).toHaveLength(0);
  });

  test.each([
    ["before the headers", stall],
    ["in the middle of the body", startOf("{", () => undefined)],
    ["during the wait before a retry", answer(503, {}, { "Retry-After": "20" })],
  ])("%s, and leaves no connection behind", async (_, fault) => {
    await using server = await startFaultServer(fault);
    const controller = new AbortController();
    const service = withOptions(clientOf(server), { signal: controller.signal });
    const calls = [1, 2, 3].map((id) => failureOf(service.get(id)));
    await vi.waitFor(() => expect(server.arrivals).toHaveLength(3));
    controller.abort(reason);
    expect(await Promise.all(calls)).toEqual([reason, reason, reason]);
    await expect.poll(() => server.openRequests()).toBe(0);
  });
});
