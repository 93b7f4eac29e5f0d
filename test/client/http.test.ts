// service.http: the openapi-fetch client beneath the methods.
import { describe, expect, test, vi } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { type Send, ServiceStatusError, type TryReport } from "../../src/client/index.js";
import { answer, stall, startFaultServer } from "../servers/fault.js";
import { failureOf, found, input, item, nowhere, ok, serviceOf, token, tokenIn, WEBHOOKS } from "./examples.js";
import { LIST, ONE } from "./paths.js";

const params = { path: { id: 1001 } };

describe("service.http calls a path", () => {
  test("with the access token and the content type, which no header replaces, and the headers of a method, and returns the answer as it is", async () => {
    await using server = await startFaultServer(ok);
    const replacing = { [accessToken.header]: "another", "content-type": "text/plain" };
    const { http } = serviceOf(server, {
      accessToken: async () => token,
      headers: { ...replacing, "X-Shop": "shop/1.0" },
    });
    const { data, response } = await http.GET(ONE, { params, headers: replacing });
    await http.request("get", ONE, { params });
    await http.POST(LIST, { body: { webhook: input } });
    expect([data, response.status]).toEqual([found, 200]);
    expect(server.arrivals.map(({ method }) => method)).toEqual(["GET", "GET", "POST"]);
    expect(JSON.parse(server.arrivals[2]?.body ?? "")).toEqual({ webhook: input });
    for (const { headers } of server.arrivals) {
      expect(tokenIn(headers)).toBe(token);
      expect(headers).toMatchObject({ "content-type": "application/json", "x-shop": "shop/1.0" });
    }
  });

  test("as text or as a stream, where the caller asks for that", async () => {
    const { http } = serviceOf(nowhere, { fetch: async () => Response.json(found) });
    const text = JSON.stringify(found);
    expect((await http.GET(ONE, { params, parseAs: "text" })).data).toBe(text);
    const { data } = await http.GET(ONE, { params, parseAs: "stream" });
    expect(await new Response(data).text()).toBe(text);
  });

  test("with the tries, the reports, the deadline and the options of a method", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok, stall);
    const onTry = vi.fn((_: TryReport) => undefined);
    const { http } = serviceOf(server, { onTry });
    expect((await http.GET(ONE, { params })).data).toEqual(found);
    const reports = onTry.mock.calls.map(([{ operation, status }]) => `${operation} ${status}`);
    expect(reports).toEqual(["getWebhook 503", "getWebhook 200"]);
    const failure = await failureOf(http.GET(ONE, { params, timeout: 20, maxRetries: 0 }));
    expect(failure).toMatchObject({ name: "ServiceTimeoutError" });
    const reason = new Error("The user has left");
    expect(await failureOf(http.GET(ONE, { params, signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  test.each([
    ["{}", {}],
    ["<h1>Bad</h1>", "<h1>Bad</h1>"],
    ["", undefined],
  ])(
    "and returns the error of a method for a failure in a form that the contract does not declare, with the body %j",
    async (body, expected) => {
      await using server = await startFaultServer(answer(500, body));
      const { data, error, response } = await serviceOf(server, { maxRetries: 0 }).http.GET(ONE, { params });
      if (!(error instanceof ServiceStatusError)) throw error;
      expect([data, error.status, error.body, response.status]).toEqual([undefined, 500, expected, 500]);
    },
  );
});

describe("middleware of service.http", () => {
  test("sees the requests of methods, without the access token, and may change them", async () => {
    await using server = await startFaultServer(ok);
    const service = serviceOf(server);
    const seen: unknown[] = [];
    service.http.use({
      onRequest({ request, schemaPath }) {
        seen.push([schemaPath, request.headers.has(accessToken.header)]);
        request.headers.set("X-Trace", "1");
      },
    });
    expect(await service.webhooks.create(input, { headers: { "X-Shop": "a" } })).toEqual(item);
    expect(seen).toEqual([[LIST, false]]);
    const [{ headers = {}, body = "" } = {}] = server.arrivals;
    expect(headers).toMatchObject({ "x-trace": "1", "x-shop": "a" });
    expect([tokenIn(headers), JSON.parse(body)]).toEqual([token, { webhook: input }]);
  });

  test("of one call may change its request, too", async () => {
    await using server = await startFaultServer(ok);
    const middleware = [{ onRequest: ({ request }: { request: Request }) => new Request(`${request.url}?a=b`) }];
    await serviceOf(server).http.GET(ONE, { params, middleware });
    expect(server.arrivals.map(({ path }) => path)).toEqual([`${WEBHOOKS}/1001?a=b`]);
  });

  test("sees the answers, of any status, once for all tries, and may read and replace them", async () => {
    await using server = await startFaultServer(answer(503, { busy: true }, { "Retry-After": "0" }), answer(404, {}));
    const service = serviceOf(server);
    const seen: unknown[] = [];
    service.http.use({
      async onResponse({ response }) {
        seen.push(response.status, await response.clone().json(), await new Response(response.body).text());
        return Response.json(found);
      },
    });
    expect(await service.webhooks.get(1001)).toEqual(item);
    expect(seen).toEqual([404, {}, "{}"]);
  });

  test("may answer by itself, and what it answers with is checked like an answer of the service", async () => {
    const fetch = vi.fn<Send>();
    const service = serviceOf(nowhere, { fetch });
    service.http.use({ onRequest: () => Response.json({ message: "Not today" }, { status: 418 }) });
    expect((await failureOf(service.webhooks.get(7))).message).toBe(
      `The service answered with status 418: "Not today": GET ${nowhere.url}${ONE}`,
    );
    expect(fetch).not.toHaveBeenCalled();
  });

  test("may answer in place of an error: then a failure names the request that was sent, and shows no secret of it", async () => {
    const service = serviceOf(nowhere, { fetch: () => Promise.reject(new Error("cut")), maxRetries: 0 });
    service.http.use({ onError: () => Response.json({ message: "No hunter2 here" }, { status: 418 }) });
    const failure = await failureOf(service.webhooks.create({ ...input, secret: "hunter2" }));
    expect(failure.message).toBe(
      `The service answered with status 418: "No <SECRET> here": POST ${nowhere.url}${WEBHOOKS}`,
    );
    expect((await failureOf(service.webhooks.get(7))).message).toContain(`GET ${nowhere.url}${WEBHOOKS}/7`);
  });

  test("is refused if it is none, and none of what is added with it sees a call", async () => {
    const { webhooks, http } = serviceOf(nowhere, { fetch: async () => Response.json(found) });
    const onRequest = vi.fn();
    expect(() => http.use({ onRequest }, Object({ onrequest: onRequest }))).toThrow("Middleware must be an object");
    const { response } = await webhooks.get(7).withResponse();
    expect(onRequest).not.toHaveBeenCalled();
    // As where nobody looks at the response: the client has read the body itself.
    expect(response.bodyUsed).toBe(true);
  });

  test("sees no more calls after it is ejected", async () => {
    const { webhooks, http } = serviceOf(nowhere, { fetch: async () => Response.json(found) });
    const [first, second] = [{ onRequest: vi.fn() }, { onRequest: vi.fn() }];
    http.use(first, second);
    await webhooks.get(7);
    http.eject(first, { onRequest: vi.fn() });
    await webhooks.get(7);
    expect([first.onRequest.mock.calls.length, second.onRequest.mock.calls.length]).toEqual([1, 2]);
  });

  test("sees what a call fails with", async () => {
    const service = serviceOf(nowhere, { fetch: () => Promise.reject(new Error("cut")), maxRetries: 0 });
    const errors: unknown[] = [];
    service.http.use({ onError: ({ error }) => void errors.push(error) });
    expect([await failureOf(service.webhooks.get(7))]).toEqual(errors);
  });
});

describe("the access token goes nowhere but below the base URL", () => {
  test("a call refuses a base URL and a fetch of its own", async () => {
    const fetch = vi.fn();
    const { http } = serviceOf(nowhere, { fetch });
    const refusal = new TypeError("service.http takes no baseUrl and no fetch: create another client");
    expect(await failureOf(http.GET(ONE, { params, baseUrl: "https://evil.example" }))).toEqual(refusal);
    expect(await failureOf(http.GET(ONE, { params, baseUrl: nowhere.url }))).toEqual(refusal);
    expect(await failureOf(http.request("get", ONE, { params, fetch }))).toEqual(refusal);
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each([
    ["to another origin", () => `https://evil.example${WEBHOOKS}/1`],
    ["to an origin that begins alike", () => `${nowhere.url}.evil.example/api`],
    ["out of the path of the gateway", () => `${nowhere.url}/gateway/../other`],
  ])("middleware that changes the URL %s is refused", async (_, url) => {
    const fetch = vi.fn<Send>();
    const service = serviceOf({ url: `${nowhere.url}/gateway` }, { fetch });
    service.http.use({ onRequest: ({ request }) => new Request(url(), request) });
    const failure = await failureOf(service.webhooks.get(1));
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure.message).toContain("A request must not leave the baseUrl for ");
    expect(fetch).not.toHaveBeenCalled();
  });

  test("no redirect is followed, although a request says so", async () => {
    await using elsewhere = await startFaultServer(ok);
    await using server = await startFaultServer(answer(302, "", { Location: `${elsewhere.url}/stolen` }));
    const service = serviceOf(server);
    service.http.use({ onRequest: ({ request }) => new Request(request, { redirect: "follow" }) });
    await service.http.GET(ONE, { params, redirect: "follow" });
    expect([server.arrivals.length, elsewhere.arrivals.length]).toEqual([1, 0]);
  });
});
