// The functions that a caller gives the client: onTry and fetch. And what withResponse() returns.
import { describe, expect, test, vi } from "vitest";
import type { TryReport } from "../../src/client/index.js";
import { answer, reset, startFaultServer } from "../servers/fault.js";
import {
  clientOf,
  failureOf,
  found,
  item,
  nowhere,
  ok,
  pageWith,
  printed,
  serviceOf,
  token,
  WEBHOOKS,
} from "./examples.js";

describe("onTry is called for every try", () => {
  test("with the operation, request, number, outcome and duration, and the wait before the next try", async () => {
    await using server = await startFaultServer(reset, answer(503, {}, { "Retry-After": "0" }), answer(404, {}));
    const reports: TryReport[] = [];
    const service = clientOf(server, { onTry: (report) => void reports.push(report) });
    const error = await failureOf(service.get(1001));
    const url = `${server.url}${WEBHOOKS}/1001`;
    const common = { operation: "getWebhook", method: "GET", url, duration: expect.any(Number) };
    const named = (name: string) => expect.objectContaining({ name });
    expect(reports).toEqual([
      { ...common, attempt: 1, error: named("ServiceConnectionError"), wait: expect.any(Number) },
      { ...common, attempt: 2, status: 503, error: named("ServiceStatusError"), wait: 0 },
      { ...common, attempt: 3, status: 404, error, wait: undefined },
    ]);
  });

  test("and the call rejects with what it throws", async () => {
    const reason = new Error("The log is full");
    const onTry = () => {
      throw reason;
    };
    const fetch = async () => Response.json(found);
    expect(await failureOf(clientOf(nowhere, { fetch, onTry }).get(1001))).toBe(reason);
  });

  test("and a promise that it returns is neither waited for nor missed when it rejects", async () => {
    await using server = await startFaultServer(ok);
    for (const onTry of [() => Promise.reject(new Error("Full")), () => new Promise<void>(() => undefined)]) {
      expect(await clientOf(server, { onTry }).get(1001)).toEqual(item);
    }
  });
});

describe("a fetch of the caller", () => {
  const failureWith = (fetch: unknown) => failureOf(clientOf(nowhere, Object({ fetch, maxRetries: 0 })).get(1));

  test("that throws is a connection error, with a cause that JSON shows", async () => {
    const cause = Object.assign(new Error("The cable is out"), { code: "EIO" });
    const failure = await failureWith(() => {
      throw new TypeError("fetch failed", { cause });
    });
    expect(JSON.parse(JSON.stringify(failure))).toMatchObject({
      name: "ServiceConnectionError",
      message: `The service did not answer: "The cable is out": GET ${nowhere.url}${WEBHOOKS}/1`,
      cause: { name: "Error", message: "The cable is out", code: "EIO" },
    });
  });

  test("is called before the method returns, so that a test may take its mock back right after the call", async () => {
    const fetch = vi.fn(async () => Response.json({}));
    const call = failureOf(serviceOf(nowhere, { fetch }).webhooks.get(1));
    expect(fetch).toHaveBeenCalledTimes(1);
    await call;
  });

  test("that rejects with a code that is no text is a connection error too", async () => {
    const fetch = () => Promise.reject(Object.assign(new Error("cut"), { code: Symbol("code") }));
    expect(await failureOf(serviceOf(nowhere, { fetch, maxRetries: 0 }).webhooks.get(1))).toMatchObject({
      name: "ServiceConnectionError",
      maybeSent: true,
    });
  });

  test("that rejects with a text is a connection error, which quotes it", async () => {
    expect((await failureWith(() => Promise.reject("The cable is out"))).message).toContain('"The cable is out": GET ');
    expect((await failureWith(() => Promise.reject())).message).toContain("The service did not answer: GET ");
  });

  test("with the mode no-cors is told from a redirect, which has no status in a page either", async () => {
    const hidden = (type: string) => async () => ({ ...{ ok: false, status: 0, type, headers }, text: async () => "" });
    const headers = new Headers();
    expect((await failureWith(hidden("opaque"))).message).toContain(
      "The service answered with a response that a page may not read: ",
    );
    expect((await failureWith(hidden("opaqueredirect"))).message).toContain("The service answered with a redirect: ");
  });

  test("that throws an error with the access token in every part of it shows none", async () => {
    const parts = { name: token, code: token, cause: new Error(token), more: token };
    const reason = Object.assign(new AggregateError([new Error(`No ${token}`)], token), parts);
    expect(printed(await failureWith(() => Promise.reject(reason)))).not.toContain(token);
  });
});

test("withResponse() returns the data with its response, and rejects as the call does", async () => {
  await using server = await startFaultServer(ok, ok, answer(404, {}));
  const service = clientOf(server);
  const one = await service.get(1001).withResponse();
  expect(one).toMatchObject({ data: item, response: { status: 200 } });
  expect(one.response.headers.get("Content-Type")).toBe("application/json");
  // Its body became the data.
  await expect(one.response.text()).rejects.toThrow("already been read");
  expect(await service.list().withResponse()).toMatchObject({ data: pageWith([item]), response: { status: 200 } });
  expect(await failureOf(service.get(1).withResponse())).toMatchObject({ status: 404 });
});
