import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, test } from "vitest";
import { version } from "../../generated/version.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, found } from "./examples.js";

const ok = answer(200, found);

describe("a caller can come between", () => {
  test("with a fetch of its own", async () => {
    const seen: string[] = [];
    const service = clientOf(
      { url: "https://service.example" },
      {
        fetch: async (request, init) => {
          seen.push(`${request.method} ${request.url} ${init?.redirect}`);
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

  test("with middleware that answers in the place of the service", async () => {
    const service = clientOf({ url: "https://service.example" });
    service.http.use({ onRequest: () => Response.json({ gone: true }, { status: 410 }) });
    const failure = await failureOf(service.webhooks.get(1001));
    expect(failure).toMatchObject({ name: "ServiceStatusError", status: 410, body: { gone: true } });
  });

  test("with middleware that throws, whose error the call rejects with", async () => {
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

  test("with a tool that patches fetch after the client was made, as MSW does", async () => {
    const service = clientOf({ url: "https://service.example" });
    const path = "https://service.example/api/admin/26.0/webhooks/1001";
    const worker = setupServer(http.get(path, () => HttpResponse.json(found)));
    worker.listen({ onUnhandledRequest: "error" });
    try {
      expect(await service.webhooks.get(1001)).toEqual(found.webhook);
    } finally {
      worker.close();
    }
  });
});

describe("headers", () => {
  test("tell the service who calls", async () => {
    await using server = await startFaultServer(ok);
    await clientOf(server).webhooks.get(1001);
    expect(server.arrivals[0]?.headers["user-agent"]).toBe(`service-admin-api/${version}`);
  });

  test("of the caller come with every call, those of a call before those of the client", async () => {
    await using server = await startFaultServer(ok);
    const headers = { "User-Agent": "shop/1.0", "X-Trace": "client" };
    await clientOf(server, { headers }).webhooks.get(1001, { headers: new Headers({ "X-Trace": "call" }) });
    expect(server.arrivals[0]?.headers).toMatchObject({ "user-agent": "shop/1.0", "x-trace": "call" });
  });
});

describe("base URLs", () => {
  test.each(["", "/", "/behind/a/gateway", "/behind/a/gateway/"])("may end in %o", async (ending) => {
    await using server = await startFaultServer(ok);
    await clientOf({ url: server.url + ending }).webhooks.get(1001);
    expect(server.arrivals[0]?.path).toBe(`${ending.replace(/\/$/, "")}/api/admin/26.0/webhooks/1001`);
  });
});
