import { describe, expect, test, vi } from "vitest";
import type { Send, ServiceClientOptions, TryReport } from "../../src/client/index.js";
import { answer, reset, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, found, item, nowhere, ok, pageWith, printed, token, WEBHOOKS } from "./examples.js";

describe("onTry is called for every try", () => {
  const watch = () => {
    const reports: TryReport[] = [];
    return { reports, onTry: (report: TryReport) => void reports.push(report) };
  };

  test("with the operation, request, number, outcome and duration, and the wait before the next try", async () => {
    await using server = await startFaultServer(reset, answer(503, {}, { "Retry-After": "0" }), ok);
    const { reports, onTry } = watch();
    await clientOf(server, { onTry }).get(1001);
    const url = `${server.url}${WEBHOOKS}/1001`;
    const common = { operation: "getWebhook", method: "GET", url, duration: expect.any(Number) };
    const error = (name: string) => expect.objectContaining({ name });
    expect(reports).toEqual([
      { ...common, attempt: 1, error: error("ServiceConnectionError"), wait: expect.any(Number) },
      { ...common, attempt: 2, status: 503, error: error("ServiceStatusError"), wait: 0 },
      { ...common, attempt: 3, status: 200 },
    ]);
  });

  test("including a last one that fails, without a wait", async () => {
    await using server = await startFaultServer(answer(404, {}));
    const { reports, onTry } = watch();
    const error = await failureOf(clientOf(server, { onTry }).get(1001));
    expect(reports).toEqual([expect.objectContaining({ attempt: 1, status: 404, error, wait: undefined })]);
  });

  test("and the call rejects with what it throws", async () => {
    await using server = await startFaultServer(ok);
    const reason = new Error("The log is full");
    const onTry = () => {
      throw reason;
    };
    expect(await failureOf(clientOf(server, { onTry }).get(1001))).toBe(reason);
  });

  test("and a promise that it returns is neither waited for nor missed when it rejects", async () => {
    await using server = await startFaultServer(ok);
    for (const onTry of [() => Promise.reject(new Error("Full")), () => new Promise<void>(() => undefined)]) {
      expect(await clientOf(server, { onTry }).get(1001)).toEqual(item);
    }
  });

  test.each([3_600_000, -3_600_000])(
    "with its duration, even when the clock is set by %i ms meanwhile",
    async (jump) => {
      await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
      const { reports, onTry } = watch();
      let now = Date.now();
      const clock = vi.spyOn(Date, "now").mockImplementation(() => now);
      const fetch: Send = (url, init) => {
        now += jump;
        return globalThis.fetch(url, init);
      };
      try {
        expect(await clientOf(server, { onTry, fetch }).get(1001)).toEqual(item);
      } finally {
        clock.mockRestore();
      }
      expect(reports.map(({ status }) => status)).toEqual([503, 200]);
      for (const { duration } of reports) expect(duration > 0 && duration < 60_000).toBe(true);
    },
  );
});

describe("a fetch of the caller", () => {
  const failureWith = (fetch: unknown, timeout?: number) => {
    // JavaScript callers may pass any function.
    const options: Partial<ServiceClientOptions> = Object({ fetch, maxRetries: 0, timeout });
    return failureOf(clientOf(nowhere, options).get(1));
  };

  test("sends the requests", async () => {
    const fetch = vi.fn<Send>(async () => Response.json(found));
    expect(await clientOf(nowhere, { fetch }).get(1001)).toEqual(item);
    const url = `https://service.example${WEBHOOKS}/1001`;
    expect(fetch).toHaveBeenCalledExactlyOnceWith(url, expect.objectContaining({ method: "GET", redirect: "manual" }));
  });

  test("that throws immediately is a connection error, with a cause that JSON shows", async () => {
    const failure = await failureWith(() => {
      throw Object.assign(new TypeError("fetch failed"), {
        cause: Object.assign(new Error("The cable is out"), { code: "EIO" }),
      });
    });
    expect(JSON.parse(JSON.stringify(failure))).toMatchObject({
      name: "ServiceConnectionError",
      message: `The service did not answer: "The cable is out": GET ${nowhere.url}${WEBHOOKS}/1`,
      cause: { name: "Error", message: "The cable is out", code: "EIO" },
    });
  });

  test("that throws an error with the access token in every part of it shows none", async () => {
    const parts = { name: token, code: token, cause: new Error(token), more: token };
    const reason = Object.assign(new AggregateError([new Error(`No ${token}`)], token), parts);
    expect(printed(await failureWith(() => Promise.reject(reason)))).not.toContain(token);
  });

  test("that throws an error which is its own cause is a connection error", async () => {
    const reason = new Error("Around");
    reason.cause = reason;
    const failure = await failureWith(() => Promise.reject(reason));
    expect(failure).toMatchObject({ name: "ServiceConnectionError", cause: { message: "Around" } });
    expect(JSON.stringify(failure)).toContain("Around");
  });

  test.each<unknown>([undefined, { status: 400 }])("that returns %o is a connection error", async (returned) => {
    expect(await failureWith(async () => returned)).toMatchObject({ name: "ServiceConnectionError" });
  });

  test("that ignores its signal does not keep a call from ending", async () => {
    expect((await failureWith(() => new Promise(() => undefined), 20)).name).toBe("ServiceTimeoutError");
  });
});

describe("withResponse", () => {
  test("returns the data with its response", async () => {
    await using server = await startFaultServer(ok);
    const service = clientOf(server);
    const one = await service.get(1001).withResponse();
    expect(one).toMatchObject({ data: item, response: { status: 200 } });
    expect(one.response.headers.get("Content-Type")).toBe("application/json");
    expect(await service.list().withResponse()).toMatchObject({
      data: pageWith([item]),
      response: { status: 200 },
    });
  });

  test("rejects as the call does, once", async () => {
    await using server = await startFaultServer(answer(404, {}));
    expect(await failureOf(clientOf(server).get(1).withResponse())).toMatchObject({ status: 404 });
  });
});
