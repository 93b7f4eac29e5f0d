// Each layer of a call by itself, around a next one that is made up here.
import { describe, expect, test, vi } from "vitest";
import { accessToken as carrier } from "../../generated/contract.js";
import type { Answer, Exchange, ServiceRequest } from "../../src/client/exchange.js";
import { withHeaders } from "../../src/client/headers.js";
import { oneTry } from "../../src/client/one-try.js";
import type { TokenRequest } from "../../src/client/options.js";
import { withRetries } from "../../src/client/retries.js";
import { type TokenMemory, withToken } from "../../src/client/token.js";
import { failureOf, found } from "./examples.js";

const HEADER = carrier.header.toLowerCase();
const operation = { id: "getThing", method: "GET", path: "/things/{id}", status: 200 };
const { signal } = new AbortController();

const requestWith = (more: Partial<ServiceRequest> = {}): ServiceRequest => {
  const own = { operation, method: "GET", url: "https://service.example/things/1", headers: {}, body: "", tokens: [] };
  return { ...own, ...more };
};

const answerOf = (status: number, request = requestWith()): Answer => ({
  request,
  response: new Response("{}", { status }),
  body: "{}",
});

/** A next layer that answers, and what it was given. */
function next(...statuses: [number, ...number[]]) {
  return vi.fn<Exchange>(async () => answerOf((statuses.length > 1 && statuses.shift()) || statuses[0]));
}

test("the layer of the headers adds those of the client below those of the call, and the content type above", async () => {
  const layer = next(200);
  const given = requestWith({ headers: { "x-trace": "call", "content-type": "text/plain" } });
  await withHeaders({ "x-trace": "client", "x-shop": "1" }, layer)(given, signal);
  await withHeaders(async () => ({ "X-Trace": "client", "X-Shop": 1 }), layer)(given, signal);
  const headers = { "x-trace": "call", "x-shop": "1", "content-type": "application/json" };
  expect(layer.mock.calls.map(([request]) => request)).toEqual([
    { ...given, headers },
    { ...given, headers },
  ]);
});

describe("the layer of the token", () => {
  const memory = (): TokenMemory => ({});

  test("adds the token to a copy of the request, and notes it as one that no error may show", async () => {
    const layer = next(200);
    const given = requestWith();
    await withToken("first", memory(), layer)(given, signal);
    await withToken(async () => "second", memory(), layer)(given, signal);
    expect(layer.mock.calls.map(([{ headers }]) => headers)).toEqual([{ [HEADER]: "first" }, { [HEADER]: "second" }]);
    expect(given).toEqual({ ...requestWith(), tokens: ["first", "second"] });
  });

  test("sends none to an operation that is public", async () => {
    const layer = next(200);
    const given = requestWith({ operation: { ...operation, isPublic: true } });
    await withToken("first", memory(), layer)(given, signal);
    await withToken(() => "second", memory(), layer)(given, signal);
    expect(layer.mock.calls.map(([{ headers }]) => headers)).toEqual([{}, {}]);
  });

  test("keeps what the service has refused, although an operation that is public is answered with 401", async () => {
    const accessToken = vi.fn((_: TokenRequest) => "old");
    const ask = withToken(accessToken, memory(), next(401));
    await ask(requestWith(), signal);
    await ask(requestWith({ operation: { ...operation, isPublic: true } }), signal);
    await ask(requestWith(), signal);
    expect(accessToken.mock.calls.map(([{ refused }]) => refused)).toEqual([undefined, "old"]);
  });

  test("sends nothing, and returns the refusal, where the function has no other token than the one that was refused", async () => {
    const layer = next(401);
    const own = memory();
    const ask = withToken(() => "old", own, layer);
    const answer = await ask(requestWith(), signal);
    expect(own).toEqual({ refused: "old", isAsking: false });
    const again = await ask(requestWith({ previous: { cause: new Error("refused"), answer } }), signal);
    expect(again).toBe(answer);
    expect(layer).toHaveBeenCalledTimes(1);
  });
});

describe("the layer that makes one try", () => {
  test("calls fetch with what is sent, and reads the answer, of any status", async () => {
    const fetch = vi.fn(async () => Response.json(found, { status: 418 }));
    const answer = await oneTry(fetch)(requestWith({ headers: { "x-trace": "1" } }), signal);
    const init = { method: "GET", headers: { "x-trace": "1" }, body: null, signal, redirect: "manual" };
    expect(fetch.mock.calls).toEqual([["https://service.example/things/1", init]]);
    expect([answer.response.status, JSON.parse(answer.body)]).toEqual([418, found]);
  });

  test("sends nothing once the try has ended", async () => {
    const [fetch, reason] = [vi.fn(), new Error("over")];
    expect(await failureOf(oneTry(fetch)(requestWith(), AbortSignal.abort(reason)))).toBe(reason);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("the layer of the tries", () => {
  const limits = () => ({
    ...{ timeout: 1000, tryTimeout: 1000, maxRetries: 1, signal: undefined },
    end: performance.now() + 1000,
  });

  test("makes another one where that may help, and tells it what came of the last", async () => {
    vi.spyOn(Math, "random").mockReturnValueOnce(0);
    const layer = next(503, 200);
    const { response } = await withRetries(undefined, false, layer)(requestWith(), limits());
    expect(response.status).toBe(200);
    const [first, second] = layer.mock.calls.map(([{ previous }]) => previous?.answer?.response.status);
    expect([first, second]).toEqual([undefined, 503]);
  });

  test("returns the last answer, and throws the last error", async () => {
    const { response } = await withRetries(undefined, false, next(404))(requestWith(), limits());
    expect(response.status).toBe(404);
    const broken: Exchange = () => Promise.reject(new Error("broken"));
    expect((await failureOf(withRetries(undefined, false, broken)(requestWith(), limits()))).message).toBe("broken");
  });

  test("reports a try that sent something, and none that sent nothing", async () => {
    const onTry = vi.fn();
    const refusing: Exchange = async ({ previous }) => previous?.answer ?? answerOf(401);
    const { response } = await withRetries(onTry, true, refusing)(requestWith(), limits());
    expect([response.status, onTry.mock.calls.length]).toEqual([401, 1]);
  });
});
