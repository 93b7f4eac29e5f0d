import { describe, expect, test } from "vitest";
import type { TryReport } from "../../src/client/index.js";
import { answer, reset, startFaultServer } from "../servers/fault.js";
import { clientOf, example, failureOf, found, token } from "./examples.js";

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

  test("with middleware, which sees every try", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
    const service = clientOf(server);
    const seen: unknown[] = [];
    service.http.use({
      onRequest({ request, schemaPath }) {
        seen.push(schemaPath);
        request.headers.set("X-Trace", String(seen.length));
      },
      onResponse({ response }) {
        seen.push(response.status);
      },
    });
    await service.webhooks.get(1001);
    const path = "/api/admin/26.0/webhooks/{id}";
    expect(seen).toEqual([path, 503, path, 200]);
    expect(server.arrivals.map(({ headers }) => headers["x-trace"])).toEqual(["1", "3"]);
  });

  test("with middleware that answers in place of the service", async () => {
    const service = clientOf({ url: "https://service.example" });
    service.http.use({ onRequest: () => Response.json({ gone: true }, { status: 410 }) });
    const failure = await failureOf(service.webhooks.get(1001));
    expect(failure).toMatchObject({ name: "ServiceStatusError", status: 410, body: { gone: true } });
  });

  test("with middleware that throws: the call rejects with that error", async () => {
    await using server = await startFaultServer(ok);
    const service = clientOf(server);
    const reason = new TypeError("Not today");
    service.http.use({
      onResponse() {
        throw reason;
      },
    });
    expect(await failureOf(service.webhooks.get(1001))).toBe(reason);
    expect(server.arrivals).toHaveLength(1);
  });

  test("with middleware that signs what will be sent", async () => {
    await using server = await startFaultServer(ok);
    const service = clientOf(server);
    const sign = async (text: string) => {
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`key${text}`));
      return String(new Uint8Array(digest));
    };
    service.http.use({
      async onRequest({ request }) {
        const { method, url, headers } = request;
        const body = await request.clone().text();
        const signed = [method, url, headers.get("X-Service-Access-Token"), headers.get("Content-Type"), body];
        headers.set("X-Signature", await sign(signed.join("\n")));
      },
    });
    await service.webhooks.create(example("WebhookComplete").webhook);
    const [sent] = server.arrivals;
    const received = [sent?.method, server.url + sent?.path, token, sent?.headers["content-type"], sent?.body];
    expect(sent?.headers["x-signature"]).toBe(await sign(received.join("\n")));
  });

  test.each([200, 404])("with middleware that reads the body of a %i without cloning it", async (status) => {
    await using server = await startFaultServer(answer(status, { success: true, message: "ok" }));
    const service = clientOf(server);
    const seen: unknown[] = [];
    service.http.use({
      async onResponse({ response }) {
        seen.push(await response.json(), await response.text());
      },
    });
    const call = service.webhooks.delete(1001);
    if (status === 200) expect(await call).toEqual({ success: true, message: "ok" });
    else expect(await failureOf(call)).toMatchObject({ status: 404, body: { success: true } });
    expect(seen).toEqual([{ success: true, message: "ok" }, '{"success":true,"message":"ok"}']);
    expect(server.arrivals).toHaveLength(1);
  });

  test("with middleware that replaces the service's answer", async () => {
    await using server = await startFaultServer(answer(500, {}));
    const service = clientOf(server);
    service.http.use({ onResponse: () => Response.json(found) });
    expect(await service.webhooks.get(1001)).toEqual(found.webhook);
  });

  test("with middleware, until it is removed", async () => {
    await using server = await startFaultServer(ok);
    const service = clientOf(server);
    const middleware = { onRequest: () => Response.json({}, { status: 410 }) };
    service.http.use(middleware);
    service.http.eject(middleware);
    expect(await service.webhooks.get(1001)).toEqual(found.webhook);
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
