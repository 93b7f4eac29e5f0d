// When a call is tried again, and how long it may take.
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Send, TryReport } from "../../src/client/index.js";
import { answer, reset, stall, startFaultServer, startOf } from "../servers/fault.js";
import { clientOf, failureOf, found, input, item, nowhere, ok, serviceOf, token, WEBHOOKS } from "./examples.js";

const soon = { "Retry-After": "0" };
const pending = () => new Promise<never>(() => undefined);

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** How often a fetch is called for a call that fails. */
async function triesOf(send: Send, call: (service: ReturnType<typeof clientOf>) => Promise<unknown>): Promise<number> {
  const fetch = vi.fn<Send>(send);
  await failureOf(call(clientOf(nowhere, { fetch, maxRetries: 1 })));
  return fetch.mock.calls.length;
}

test("a GET is retried after 408, 429, 500, 502, 503 and 504, and after no other status", async () => {
  const retried: number[] = [];
  for (let status = 400; status < 600; status++) {
    const tries = await triesOf(
      async () => new Response(null, { status, headers: soon }),
      (service) => service.get(1),
    );
    if (tries === 2) retried.push(status);
  }
  expect(retried).toEqual([408, 429, 500, 502, 503, 504]);
});

test("GET, PUT and DELETE are retried after 503, and POST is not", async () => {
  await using server = await startFaultServer(answer(503, {}, soon));
  const service = clientOf(server, { maxRetries: 1 });
  const calls = [service.get(1), service.update(input), service.delete(1), service.create(input)];
  await Promise.all(calls.map(failureOf));
  const methods = server.arrivals.map(({ method }) => method).sort();
  expect(methods).toEqual(["DELETE", "DELETE", "GET", "GET", "POST", "PUT", "PUT"]);
});

test.each<[what: string, status: number, headers: HeadersInit, tries: number]>([
  ["retried after 429 with Retry-After", 429, soon, 2],
  ["not retried after 429 without Retry-After", 429, {}, 1],
  ["not retried after 503 with Retry-After", 503, soon, 1],
])("a POST is %s", async (_, status, headers, tries) => {
  const send = async () => new Response(null, { status, headers });
  expect(await triesOf(send, (service) => service.create(input))).toBe(tries);
});

const failed = (cause: object) => () => Promise.reject(new TypeError("fetch failed", { cause }));

test.each<[what: string, cause: object]>([
  ["a refused connection", { code: "ECONNREFUSED" }],
  ["an unknown host", { code: "ENOTFOUND" }],
  ["a host that does not answer in time", { code: "UND_ERR_CONNECT_TIMEOUT" }],
  ["an unreachable network", { code: "ENETUNREACH", syscall: "connect" }],
  ["an invalid certificate", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }],
  [
    "several addresses that all refuse",
    new AggregateError([{ code: "ECONNREFUSED" }, { code: "ETIMEDOUT", syscall: "connect" }]),
  ],
])("after %s, nothing was sent, and a POST is retried", async (_, cause) => {
  expect(await triesOf(failed(cause), (service) => service.create(input))).toBe(2);
  const fetch: Send = failed(cause);
  expect(await failureOf(clientOf(nowhere, { fetch, maxRetries: 0 }).create(input))).toMatchObject({
    maybeSent: false,
  });
});

test.each<[what: string, cause: object]>([
  ["a reset", { code: "ECONNRESET" }],
  ["a network that is lost after the connection", { code: "ENETUNREACH", syscall: "read" }],
  ["an alert of the peer about a certificate", { code: "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED" }],
  ["an error without a code, as in a browser", {}],
  [
    "several addresses of which one was reached",
    new AggregateError([{ code: "ECONNREFUSED" }, { code: "ECONNRESET" }]),
  ],
  ["an AggregateError of nothing", new AggregateError([])],
])("after %s, something may have been sent: a POST is not retried, and a GET is", async (_, cause) => {
  expect(await triesOf(failed(cause), (service) => service.create(input))).toBe(1);
  expect(await triesOf(failed(cause), (service) => service.get(1))).toBe(2);
  const fetch: Send = failed(cause);
  expect(await failureOf(clientOf(nowhere, { fetch, maxRetries: 0 }).create(input))).toMatchObject({ maybeSent: true });
});

test("in Node.js, a port that nobody listens on is known not to be reached, and the message names it", async () => {
  const { url, ...server } = await startFaultServer(stall);
  await server[Symbol.asyncDispose]();
  const failure = await failureOf(clientOf({ url }, { maxRetries: 0 }).create(input));
  expect(failure.message).toContain(`"connect ECONNREFUSED ${new URL(url).host}": POST ${url}`);
  expect(failure).toMatchObject({ maybeSent: false });
});

test("in Node.js, a connection that is reset, or breaks off in the body, is retried by a GET", async () => {
  const breakOff = startOf('{"webhook":', (response) => response.destroy());
  await using server = await startFaultServer(reset, breakOff, ok);
  expect(await clientOf(server).get(1001)).toEqual(item);
});

test.each([
  [undefined, undefined, 3],
  [0, undefined, 1],
  [3, 0, 1],
  [1, 3, 4],
])("with maxRetries %s of the client and %s of the call, there are %i tries", async (client, call, tries) => {
  const fetch = vi.fn<Send>(async () => new Response(null, { status: 503, headers: soon }));
  await failureOf(clientOf(nowhere, { fetch, maxRetries: client }).get(1001, { maxRetries: call }));
  expect(fetch).toHaveBeenCalledTimes(tries);
});

describe("wait before a retry", () => {
  /** The wait in ms that is reported for each failed try. */
  async function waitsAfter(headers: HeadersInit, maxRetries = 1): Promise<(number | undefined)[]> {
    vi.useFakeTimers({ now: Date.parse("2026-03-02T08:15:00Z") });
    const reports: TryReport[] = [];
    const fetch = async () => new Response(null, { status: 503, headers });
    const service = clientOf(nowhere, {
      fetch,
      maxRetries,
      timeout: 600_000,
      onTry: (report) => void reports.push(report),
    });
    const failure = failureOf(service.get(1));
    await vi.runAllTimersAsync();
    await failure;
    return reports.map(({ wait }) => wait);
  }

  test("the wait before a retry is a random part of half a second, then of twice as much each time, up to eight seconds", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    expect(await waitsAfter({}, 6)).toEqual([500, 1000, 2000, 4000, 8000, 8000, undefined]);
  });

  test.each<[value: string, wait: number | undefined]>([
    ["7", 7_000],
    ["2.0", 2_000],
    ["0.5", 500],
    ["61", undefined],
    ["Mon, 02 Mar 2026 08:15:09 GMT", 9_000],
    ["Mon, 02 Mar 2026 08:14:00 GMT", 0],
    ["soon", 500],
    ["1, 2", 500],
  ])("the wait before a retry obeys Retry-After: %s, unless it is invalid or above a minute", async (value, wait) => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    expect((await waitsAfter({ "Retry-After": value }))[0]).toBe(wait);
  });

  test("there is no wait before a retry if it would outlast the timeout: the last error is thrown immediately", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "20" }));
    expect(await failureOf(clientOf(server).get(1, { timeout: 10_000 }))).toMatchObject({ status: 503 });
    expect(server.arrivals).toHaveLength(1);
  });
});

test("a call ends after 30 seconds by default", async () => {
  vi.useFakeTimers();
  const [usual, short] = [
    failureOf(clientOf(nowhere, { fetch: pending }).get(1)),
    failureOf(clientOf(nowhere, { fetch: pending, timeout: 7 }).get(1)),
  ];
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await usual).message).toBe(`No response within 30000 ms: GET ${nowhere.url}${WEBHOOKS}/1`);
  expect(await short).toMatchObject({ name: "ServiceTimeoutError", message: expect.stringContaining("within 7 ms") });
});

test("a try that begins when the timeout has passed sets no timer in the past", async () => {
  await using server = await startFaultServer(answer(503, {}, soon), stall);
  const setTimer = vi.spyOn(globalThis, "setTimeout");
  // The program keeps its thread busy for longer than the call may take.
  const busy = () => {
    const end = performance.now() + 80;
    while (performance.now() < end);
  };
  const failure = await failureOf(clientOf(server, { onTry: busy, timeout: 50 }).get(1));
  expect(failure).toMatchObject({ name: "ServiceTimeoutError" });
  expect(setTimer.mock.calls.filter(([, delay = 0]) => delay < 0)).toEqual([]);
});

test("a timeout of Infinity sets no limit", async () => {
  expect(await clientOf(nowhere, { fetch: async () => Response.json(found) }).get(1, { timeout: Infinity })).toEqual(
    item,
  );
});

test("a try that exceeds tryTimeout is retried, and the last one's error has the one before as its cause", async () => {
  await using server = await startFaultServer(stall, stall, ok);
  expect(await clientOf(server, { tryTimeout: 200 }).get(1)).toEqual(item);
  const failure = await failureOf(clientOf(nowhere, { fetch: pending, tryTimeout: 5, maxRetries: 1 }).get(1));
  expect(failure).toMatchObject({ name: "ServiceTimeoutError", cause: { name: "ServiceTimeoutError" } });
});

test.each([
  ["before the headers", stall],
  ["in the middle of the body", startOf('{"webhook":', () => undefined)],
])("a call whose answer stalls %s ends at its timeout, and leaves no request behind", async (_, fault) => {
  await using server = await startFaultServer(fault);
  expect(await failureOf(clientOf(server).get(1, { timeout: 50 }))).toMatchObject({ name: "ServiceTimeoutError" });
  await expect.poll(() => server.openRequests()).toBe(0);
});

describe("signal", () => {
  test("a signal ends the call with its reason: before it begins, in a try, and in a wait", async () => {
    const reason = new Error("The user has left");
    expect(await failureOf(clientOf(nowhere).get(1, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    const busy = async () => new Response(null, { status: 503, headers: { "Retry-After": "20" } });
    for (const fetch of [pending, busy]) {
      const controller = new AbortController();
      const failure = failureOf(clientOf(nowhere, { fetch }).get(1, { signal: controller.signal }));
      setTimeout(() => controller.abort(reason), 10);
      expect(await failure).toBe(reason);
    }
  });

  test("a signal ends the request", async () => {
    await using server = await startFaultServer(stall);
    const signal = AbortSignal.timeout(30);
    expect(await failureOf(clientOf(server).get(1, { signal }))).toBe(signal.reason);
    await expect.poll(() => server.openRequests()).toBe(0);
  });

  test("a signal has no effect on a call that has ended", async () => {
    const controller = new AbortController();
    const fetch = vi.fn<Send>(async () => Response.json(found));
    await clientOf(nowhere, { fetch }).get(1, { signal: controller.signal });
    controller.abort();
    expect(fetch.mock.calls[0]?.[1].signal.aborted).toBe(false);
  });

  test("a signal may be shared by many calls, without a warning of Node.js", async () => {
    const warn = vi.fn();
    process.on("warning", warn);
    const { signal } = new AbortController();
    const fetch: Send = async () => Response.json(found);
    const service = clientOf(nowhere, { fetch });
    await Promise.all(Array.from({ length: 20 }, (_, id) => service.get(id, { signal })));
    await new Promise(setImmediate);
    process.off("warning", warn);
    expect(warn).not.toHaveBeenCalled();
  });
});

test("onTry gets a report of every try, and does not hold up the call", async () => {
  await using server = await startFaultServer(answer(503, { busy: 1 }, soon), ok);
  const reports: TryReport[] = [];
  const onTry = (report: TryReport) => {
    reports.push(report);
    return Promise.reject(new Error("The logger is down"));
  };
  await serviceOf(server, { onTry }).webhooks.get(1001);
  const url = `${server.url}${WEBHOOKS}/1001`;
  const shared = { operation: "getWebhook", method: "GET", url, duration: expect.any(Number) };
  expect(reports).toEqual([
    { ...shared, attempt: 1, status: 503, error: expect.objectContaining({ name: "ServiceStatusError" }), wait: 0 },
    { ...shared, attempt: 2, status: 200, error: undefined, wait: undefined },
  ]);
  expect(JSON.stringify(reports)).not.toContain(token);
  const stop = () => {
    throw new Error("stop");
  };
  expect((await failureOf(clientOf(server, { onTry: stop }).get(1))).message).toBe("stop");
});
