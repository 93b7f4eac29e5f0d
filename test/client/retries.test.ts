import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Send, ServiceConnectionError, ServiceStatusError } from "../../src/client/index.js";
import { retryDelay } from "../../src/client/when-to-retry.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { answer, stall, startFaultServer, startOf } from "../servers/fault.js";
import { clientOf, failureOf, found, input, item, nowhere, ok, serviceOf, WEBHOOKS } from "./examples.js";

const soon = { "Retry-After": "0" };

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

  test("when it is a GET, PUT or DELETE, and no POST or PATCH", async () => {
    await using server = await startFaultServer(answer(503, { busy: true }, soon));
    const { http } = serviceOf(server, { maxRetries: 1 });
    for (const method of ["GET", "PUT", "DELETE", "POST", "PATCH"]) await Object(http)[method](WEBHOOKS);
    const methods = server.arrivals.map(({ method }) => method);
    expect(methods).toEqual(["GET", "GET", "PUT", "PUT", "DELETE", "DELETE", "POST", "PATCH"]);
  });

  test.each([
    [undefined, undefined, 3],
    [0, undefined, 1],
    [1, 3, 4],
    [3, 0, 1],
  ])("with maxRetries %s of the client and %s of the call, in all %i times", async (client, call, tries) => {
    const fetch = vi.fn<Send>(async () => new Response(null, { status: 503, headers: soon }));
    await failureOf(clientOf(nowhere, { fetch, maxRetries: client }).get(1001, { maxRetries: call }));
    expect(fetch).toHaveBeenCalledTimes(tries);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("the wait before the next try", () => {
  const request = { method: "GET", url: "http://127.0.0.1/", body: "", tokens: [] };
  const refusedWith = (status: number, headers = {}, { method } = request) =>
    new ServiceStatusError({
      request: { ...request, method },
      response: new Response(null, { status, headers }),
      body: undefined,
    });

  test("is none after a POST that may have been carried out, unless the service says when to send it again", () => {
    const post = { ...request, method: "POST" };
    const waits = [429, 503, 408, 500].map((status) =>
      [{}, { "Retry-After": "7" }].map((headers) => retryDelay(refusedWith(status, headers, post), 1)),
    );
    const none = [undefined, undefined];
    expect(waits).toEqual([[undefined, 7_000], none, none, none]);
  });

  test("is a random part of half a second, and twice as much each time, up to eight seconds", () => {
    const random = vi.spyOn(Math, "random");
    const waits = (chance: number) => {
      random.mockReturnValue(chance);
      return [1, 2, 3, 4, 5, 6].map((tries) => retryDelay(new ServiceConnectionError("", request), tries));
    };
    expect(waits(0)).toEqual([0, 0, 0, 0, 0, 0]);
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
    ...["soon", "1, 2", "-5", "1.5", ""].map((invalid): [string, number] => [invalid, 500]),
  ])("after Retry-After: %s is %s ms: the usual where that is invalid, none above a minute", (value, wait) => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    vi.useFakeTimers({ now: Date.parse("2026-03-02T08:15:00Z") });
    expect(retryDelay(refusedWith(503, { "Retry-After": value }), 1)).toBe(wait);
  });

  test.each([
    ["tells the time of another clock", { Date: "Sat, 02 Mar 2024 08:15:00 GMT" }, 9_000],
    ["tells no time", { Date: "now" }, 0],
  ])("until a date is by the clock of the service, or by our own where it %s", (_, headers, wait) => {
    vi.useFakeTimers({ now: Date.parse("2026-03-02T08:15:00Z") });
    const asked = { ...headers, "Retry-After": "Sat, 02 Mar 2024 08:15:09 GMT" };
    expect(retryDelay(refusedWith(429, asked), 1)).toBe(wait);
  });

  test("passes before the request is sent again", async () => {
    vi.useFakeTimers();
    // Reading a real response may take time that the timers do not know of.
    const response = { ok: false, status: 503, headers: new Headers({ "Retry-After": "7" }), text: async () => "{}" };
    const fetch = vi.fn<Send>(async () => response);
    const failed = failureOf(clientOf(nowhere, { fetch, maxRetries: 1 }).get(1001));
    await vi.advanceTimersByTimeAsync(6_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(await failed).toMatchObject({ status: 503 });
  });

  test("takes no timer where it is none, so that a test may have stopped them", async () => {
    vi.useFakeTimers();
    const { fetch, simulate } = createSandbox({ seed: 1 });
    simulate({ operation: "getWebhook", status: 503 });
    expect(await clientOf(nowhere, { fetch }).get(1001)).toHaveProperty("id", 1001);
  });

  test("does not happen when it would outlast the timeout: the last error is thrown immediately", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "20" }));
    const failure = await failureOf(clientOf(server).get(1001, { timeout: 10_000 }));
    expect(failure).toMatchObject({ name: "ServiceStatusError", status: 503 });
    expect(server.arrivals).toHaveLength(1);
  });
});

test("a call has 30 seconds and one try has no limit, unless the options say otherwise", async () => {
  vi.useFakeTimers();
  const fetch = vi.fn<Send>(() => new Promise(() => undefined));
  const failure = failureOf(clientOf(nowhere, { fetch }).get(1001));
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await failure).message).toMatch(/^No answer within 30000 ms: /);
  expect(fetch).toHaveBeenCalledTimes(1);
});

describe("a try has its own timeout", () => {
  /** Answers tries from memory, one after the other: `undefined` never. The last one repeats. */
  function answering(...answers: (Response | undefined)[]) {
    return vi.fn<Send>(async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer?.clone() ?? new Promise<never>(() => undefined);
    });
  }
  const whole = () => Response.json(found);
  const refused = () => Response.json({}, { status: 503, headers: soon });

  beforeEach(() => {
    vi.useFakeTimers();
  });

  test("a stalled try leaves time for the next one", async () => {
    const fetch = answering(undefined, whole());
    const call = clientOf(nowhere, { fetch }).get(1001, { tryTimeout: 1000 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await call).toEqual(item);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("the timeout of the call has the last failure as its cause", async () => {
    const fetch = answering(refused(), undefined);
    const failed = failureOf(clientOf(nowhere, { fetch }).get(1001, { timeout: 20_000, tryTimeout: 25_000 }));
    // A page reads the first answer in its own time.
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await failed).toMatchObject({
      name: "ServiceTimeoutError",
      cause: { name: "ServiceStatusError", status: 503 },
    });
    expect(JSON.parse(JSON.stringify(await failed))).toMatchObject({ cause: { headers: { "retry-after": "0" } } });
  });

  test("a POST that stalls is not sent twice, even if a try before it was never sent", async () => {
    const unconnected = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    const fetch = vi.fn<Send>(() => new Promise(() => undefined)).mockRejectedValueOnce(unconnected);
    const failed = failureOf(clientOf(nowhere, { fetch }).create(input, { tryTimeout: 1000 }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failed).toMatchObject({ name: "ServiceTimeoutError", cause: { name: "ServiceConnectionError" } });
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

test.each([Number.POSITIVE_INFINITY, 2 ** 31])("a limit that is far away is none, such as %d", async (limit) => {
  await using server = await startFaultServer(ok);
  expect(await clientOf(server, { timeout: limit, tryTimeout: limit }).get(1001)).toEqual(item);
});

const error = (code: string, message = "failed") => Object.assign(new Error(message), { code });
const systemError = (code: string, call: string) => error(code, `${call} ${code} 192.0.2.1:443`);
const fromFetch = (cause: unknown) => new TypeError("fetch failed", { cause });

describe("a POST is sent again only if", () => {
  // Node's error of several addresses has the code of the first, and no message.
  const each = (...codes: [string, ...string[]]) => {
    const errors = codes.map((code) => systemError(code, code === "ECONNRESET" ? "read" : "connect"));
    return fromFetch(Object.assign(new AggregateError(errors), { code: codes[0] }));
  };
  const stale = new Error("later", { cause: fromFetch(error("ECONNREFUSED")) });
  const hungUp = "Client network socket disconnected before secure TLS connection was established";
  const asNodeFetch = (code: string, reason: string) =>
    error(code, `request to ${nowhere.url}${WEBHOOKS} failed, reason: ${reason}`);

  test.each<[what: string, rejection: unknown, tries: number]>([
    ["its connection is refused", fromFetch(error("ECONNREFUSED")), 2],
    ["another fetch says so itself", error("ECONNREFUSED"), 2],
    ["the host is unknown", fromFetch(error("ENOTFOUND")), 2],
    ["the host is unknown for now", fromFetch(error("EAI_AGAIN")), 2],
    ["connecting takes too long", fromFetch(error("UND_ERR_CONNECT_TIMEOUT")), 2],
    ["its address cannot be reached", fromFetch(systemError("ENETUNREACH", "connect")), 2],
    ["node-fetch says that it cannot connect", asNodeFetch("ETIMEDOUT", "connect ETIMEDOUT 192.0.2.1:443"), 2],
    ["no address connects", each("ECONNREFUSED", "ENETUNREACH"), 2],
    ["no address connects in time", each("ETIMEDOUT", "EHOSTUNREACH"), 2],
    ["the peer hangs up before TLS is established", fromFetch(error("ECONNRESET", hungUp)), 2],
    ["the peer hangs up on node-fetch before that", asNodeFetch("ECONNRESET", hungUp), 2],
    ["but not if one of several addresses connects", each("ECONNREFUSED", "ECONNRESET"), 1],
    ["but not if its connection was reset", fromFetch(systemError("ECONNRESET", "read")), 1],
    ["but not if node-fetch says so", asNodeFetch("ECONNRESET", "read ECONNRESET"), 1],
    ["but not if its connection was silent", fromFetch(systemError("ETIMEDOUT", "read")), 1],
    ["but not if the peer ends TLS with an alert", fromFetch(error("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED")), 1],
    ["but not if the peer ends the handshake with one", fromFetch(error("ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE")), 1],
    ["but not if an earlier try of the fetch was refused", fromFetch(stale), 1],
    [
      "but not if its own error has another code",
      Object.assign(error("UND_ERR_SOCKET"), { cause: error("ECONNREFUSED") }),
      1,
    ],
    ["but not without a code, as in browsers", new TypeError("Failed to fetch"), 1],
  ])("%s", async (_, rejection, tries) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const fetch = vi.fn<Send>(() => Promise.reject(rejection));
    const failure = await failureOf(clientOf(nowhere, { fetch, maxRetries: 1 }).create(input));
    expect(failure).toMatchObject({ name: "ServiceConnectionError", maybeSent: tries === 1 });
    expect(fetch).toHaveBeenCalledTimes(tries);
  });

  test("but not if the body of its answer breaks off with such a code", async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(error("ECONNREFUSED")) });
    const fetch = vi.fn<Send>(async () => new Response(body));
    expect(await failureOf(clientOf(nowhere, { fetch }).create(input))).toMatchObject({ maybeSent: true });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe("no request is sent again after an error that every try would end with", () => {
  test.each([
    ...["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"],
    ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ...["CRL_HAS_EXPIRED", "INVALID_CA", "INVALID_PURPOSE", "PATH_LENGTH_EXCEEDED", "HOSTNAME_MISMATCH"],
    // Of a signature or a key that is too weak.
    "UNSPECIFIED",
  ])("and nothing was sent: the code %s", async (code) => {
    await expectOneTry(fromFetch(error(code)));
  });

  test("and nothing was sent: a port that fetch blocks", async () => {
    await expectOneTry(fromFetch(new Error("bad port")));
  });

  test.each([
    ...["wrong version number", "WRONG_VERSION_NUMBER", "packet length too long", "unsupported protocol"],
    ...["tlsv1 alert protocol version", "unsafe legacy renegotiation disabled", "dh key too small"],
  ])("and nothing was sent: TLS with a %s", async (reason) => {
    const said = `80AC219ECF7F0000:error:0A00010B:SSL routines:ssl3_get_record:${reason}:../ssl/record.c:355:\n`;
    await expectOneTry(fromFetch(error(`ERR_SSL_${reason}`, said)));
    // What sends by node:https has another code.
    await expectOneTry(error("EPROTO", `write EPROTO ${said}`));
  });

  async function expectOneTry(rejection: Error): Promise<void> {
    const fetch = vi.fn<Send>(() => Promise.reject(rejection));
    const service = clientOf(nowhere, { fetch, maxRetries: 1 });
    for (const call of [service.create(input), service.get(1)])
      expect(await failureOf(call)).toMatchObject({ name: "ServiceConnectionError", maybeSent: false });
    expect(fetch).toHaveBeenCalledTimes(2);
  }
});

describe("a GET is sent again after an error that only looks like one of those, and a POST is not", () => {
  const codes = ["ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN", "ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE", "INVALID_RESPONSE"];
  const reasons = [
    ...["protocol is shutdown", "no protocols available", "bad record type", "unexpected record"],
    ...["tlsv1 alert no application protocol", "tlsv13 alert unexpected protocol message"],
    ...["ssl/tls alert handshake failure", "tlsv13 alert certificate required"],
  ];
  const words = [
    "CRLF injection",
    "CERTIFICATES expired",
    "INVALID_REQUEST: body",
    "ECONNREFUSED at the gateway",
    "no connect ECONNREFUSED",
  ];

  test.each<[what: string, rejection: unknown]>([
    ...codes.map((code): [string, unknown] => [`the code ${code}`, fromFetch(error(code))]),
    ...reasons.map((reason): [string, unknown] => [
      `TLS that ends with ${reason}`,
      error(
        "EPROTO",
        `write EPROTO 80AC219ECF7F0000:error:0A00010B:SSL routines:ssl3_read_bytes:${reason}:../a.c:1:\n`,
      ),
    ]),
    ...words.map((said): [string, unknown] => [`the message ${said}`, fromFetch(new Error(said))]),
    ...words.map((said): [string, unknown] => [`the text ${said}`, said]),
    ["a reset in other words", fromFetch(Object.assign(new Error("before secure TLS"), { code: "ECONNRESET" }))],
  ])("%s", async (_, rejection) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const fetch = vi.fn<Send>(() => Promise.reject(rejection));
    const service = clientOf(nowhere, { fetch, maxRetries: 1 });
    for (const call of [service.create(input), service.get(1)])
      expect(await failureOf(call)).toMatchObject({ name: "ServiceConnectionError", maybeSent: true });
    expect(fetch).toHaveBeenCalledTimes(3);
  });
});

describe("a signal ends the calls that share it with its own reason", () => {
  const reason = new Error("The user has left");

  test("before anything is sent", async () => {
    await using server = await startFaultServer(ok);
    const failureAfter = (signal: AbortSignal) => failureOf(clientOf(server).get(1001, { signal }));
    expect(await failureAfter(AbortSignal.abort(reason))).toBe(reason);
    expect((await failureAfter(AbortSignal.abort())).name).toBe("AbortError");
    expect(server.arrivals).toHaveLength(0);
  });

  test("even one of a polyfill, which has no throwIfAborted, and no reason", async () => {
    const fetch = vi.fn<Send>(() => new Promise(() => undefined));
    const signal: AbortSignal = Object.assign(Object(new EventTarget()), { aborted: false });
    const call = failureOf(clientOf(nowhere, { fetch }).get(1001, { signal }));
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    signal.dispatchEvent(new Event("abort"));
    expect((await call).name).toBe("AbortError");
    Object.assign(signal, { aborted: true });
    expect((await failureOf(clientOf(nowhere, { fetch }).get(1001, { signal }))).name).toBe("AbortError");
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["before the headers", stall],
    ["in the middle of the body", startOf("{", () => undefined)],
    ["during the wait before a retry", answer(503, {}, { "Retry-After": "20" })],
  ])("%s, and leaves no connection behind", async (_, fault) => {
    await using server = await startFaultServer(fault);
    const controller = new AbortController();
    const onTry = vi.fn();
    const service = clientOf(server, { onTry });
    const calls = [1, 2, 3].map((id) => failureOf(service.get(id, { signal: controller.signal })));
    await vi.waitFor(() => expect(server.arrivals).toHaveLength(3));
    controller.abort(reason);
    expect(await Promise.all(calls)).toEqual([reason, reason, reason]);
    expect(onTry).toHaveBeenCalledTimes(3);
    await expect.poll(() => server.openRequests()).toBe(0);
  });
});
