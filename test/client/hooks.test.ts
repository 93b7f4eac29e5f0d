import { describe, expect, test, vi } from "vitest";
import type { Send, TryReport } from "../../src/client/index.js";
import { answer, reset, startFaultServer } from "../servers/fault.js";
import { clientOf, example, failureOf, found, printed, token } from "./examples.js";

const ok = answer(200, found);

describe("a caller can intervene", () => {
  test("with a fetch of its own", async () => {
    const seen: string[] = [];
    const service = clientOf(
      { url: "https://service.example" },
      {
        fetch: async (url, init) => {
          seen.push(`${init.method} ${url} ${init.redirect}`);
          return Response.json(found);
        },
      },
    );
    expect(await service.webhooks.get(1001)).toEqual(found.webhook);
    expect(seen).toEqual(["GET https://service.example/api/admin/26.0/webhooks/1001 manual"]);
  });
});

describe("onTry is called for every try", () => {
  const watch = () => {
    const reports: TryReport[] = [];
    return { reports, onTry: (report: TryReport) => void reports.push(report) };
  };

  test("with the operation, request, number, outcome and duration, and the wait before the next try", async () => {
    await using server = await startFaultServer(reset, answer(503, {}, { "Retry-After": "0" }), ok);
    const { reports, onTry } = watch();
    await clientOf(server, { onTry }).webhooks.get(1001);
    const url = `${server.url}/api/admin/26.0/webhooks/1001`;
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
    const failure = await failureOf(clientOf(server, { onTry }).webhooks.get(1001));
    expect(reports).toMatchObject([{ attempt: 1, status: 404, error: failure, wait: undefined }]);
  });

  test("with the status of an answer that does not match the contract", async () => {
    await using server = await startFaultServer(answer(200, "<p>Log in</p>"));
    const { reports, onTry } = watch();
    await failureOf(clientOf(server, { onTry }).webhooks.get(1001));
    expect(reports).toMatchObject([{ status: 200, error: { name: "ServiceResponseError" } }]);
  });

  test("and the call rejects with what it throws", async () => {
    await using server = await startFaultServer(ok);
    const reason = new Error("The log is full");
    const onTry = () => {
      throw reason;
    };
    expect(await failureOf(clientOf(server, { onTry }).webhooks.get(1001))).toBe(reason);
  });

  test("and a promise that it returns is neither waited for nor missed when it rejects", async () => {
    await using server = await startFaultServer(ok);
    const late = async () => {
      throw new Error("The log is full");
    };
    expect(await clientOf(server, { onTry: late }).webhooks.get(1001)).toEqual(found.webhook);
    expect(await clientOf(server, { onTry: () => new Promise(() => undefined) }).webhooks.get(1001)).toBeDefined();
  });

  test.each([3_600_000, -3_600_000])(
    "with its duration, and before a retry, even when the clock is set by %i ms meanwhile",
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
        expect(await clientOf(server, { onTry, fetch }).webhooks.get(1001)).toEqual(found.webhook);
      } finally {
        clock.mockRestore();
      }
      expect(reports.map(({ status }) => status)).toEqual([503, 200]);
      for (const { duration } of reports) expect(duration > 0 && duration < 60_000).toBe(true);
    },
  );

  test("without a secret in its report", async () => {
    await using server = await startFaultServer((response, request) =>
      response.writeHead(400).end(JSON.stringify(request.headers)),
    );
    const { reports, onTry } = watch();
    await failureOf(clientOf(server, { onTry }).webhooks.create(example("WebhookComplete").webhook));
    expect(reports).toHaveLength(1);
    expect(JSON.stringify(reports)).not.toContain(token);
  });
});

describe("a fetch of the caller", () => {
  const baseUrl = { url: "https://service.example" };

  test("that throws immediately is a connection error, with a cause that JSON shows", async () => {
    const fetch: Send = () => {
      throw Object.assign(new TypeError("No network"), { code: "ENETDOWN", cause: new Error("The cable is out") });
    };
    const failure = await failureOf(clientOf(baseUrl, { fetch, maxRetries: 0 }).webhooks.get(1));
    expect(failure.name).toBe("ServiceConnectionError");
    expect(JSON.parse(JSON.stringify(failure))).toMatchObject({
      name: "ServiceConnectionError",
      cause: { name: "TypeError", message: "No network", code: "ENETDOWN", cause: { message: "The cable is out" } },
    });
  });

  test("that throws an error with the access token in every part of it shows none", async () => {
    const reason = Object.assign(new Error(token), { name: token, code: token, cause: new Error(token), more: token });
    const failure = await failureOf(
      clientOf(baseUrl, { fetch: () => Promise.reject(reason), maxRetries: 0 }).webhooks.get(1),
    );
    expect(printed(failure)).not.toContain(token);
  });

  test("that throws an error which is its own cause is a connection error", async () => {
    const reason = new Error("Around");
    reason.cause = reason;
    const fetch: Send = () => Promise.reject(reason);
    const failure = await failureOf(clientOf(baseUrl, { fetch, maxRetries: 0 }).webhooks.get(1));
    expect(failure).toMatchObject({ name: "ServiceConnectionError", cause: { message: "Around" } });
    expect(JSON.stringify(failure)).toContain("Around");
  });

  test("that returns no response is a connection error that says so", async () => {
    // @ts-expect-error: JavaScript callers get the error at run time
    const failure = await failureOf(clientOf(baseUrl, { fetch: async () => undefined, maxRetries: 0 }).webhooks.get(1));
    expect(failure).toMatchObject({
      name: "ServiceConnectionError",
      cause: { message: "fetch must return a Response" },
    });
  });

  test("that ignores its signal does not keep a call from ending", async () => {
    const fetch: Send = () => new Promise(() => undefined);
    const failure = await failureOf(clientOf(baseUrl, { fetch }).webhooks.get(1, { timeout: 20 }));
    expect(failure.name).toBe("ServiceTimeoutError");
  });
});

describe("withResponse returns the data with its response", () => {
  test("of one resource", async () => {
    await using server = await startFaultServer(answer(200, found, { "X-Request-Id": "r-1" }));
    const { data, response } = await clientOf(server).webhooks.get(1001).withResponse();
    expect(data).toEqual(found.webhook);
    expect([response.status, response.headers.get("X-Request-Id")]).toEqual([200, "r-1"]);
  });

  test("of a page", async () => {
    await using server = await startFaultServer(answer(200, example("WebhookList")));
    const { data, response } = await clientOf(server).webhooks.list().withResponse();
    expect([data.webhooks.length, response.status]).toEqual([2, 200]);
  });

  test("withResponse rejects as the call does, once", async () => {
    await using server = await startFaultServer(answer(404, {}));
    expect(await failureOf(clientOf(server).webhooks.get(1).withResponse())).toMatchObject({ status: 404 });
  });
});

describe("headers", () => {
  test("of the caller are sent with every call, and those of a call replace those of the client", async () => {
    await using server = await startFaultServer(ok);
    const headers = { "X-Shop": "shop/1.0", "X-Trace": "client" };
    await clientOf(server, { headers }).webhooks.get(1001, { headers: new Headers({ "X-Trace": "call" }) });
    expect(server.arrivals[0]?.headers).toMatchObject({ "x-shop": "shop/1.0", "x-trace": "call" });
  });
});

describe("a base URL", () => {
  test.each(["", "/", "/behind/a/gateway", "/behind/a/gateway/"])("may end in %o", async (ending) => {
    await using server = await startFaultServer(ok);
    await clientOf({ url: server.url + ending }).webhooks.get(1001);
    expect(server.arrivals[0]?.path).toBe(`${ending.replace(/\/$/, "")}/api/admin/26.0/webhooks/1001`);
  });
});
