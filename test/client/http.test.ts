// service.http: calls of paths, and middleware.
import { describe, expect, test, vi } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { type Send, ServiceStatusError } from "../../src/client/index.js";
import { answer, startFaultServer } from "../servers/fault.js";
import {
  failureOf,
  found,
  input,
  item,
  LIST,
  nowhere,
  ONE,
  ok,
  serviceOf,
  token,
  tokenIn,
  WEBHOOKS,
} from "./examples.js";

const params = { path: { id: 1001 } };

test("a call of a path has the token and the tries of a method, and returns the whole body", async () => {
  await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
  const onTry = vi.fn();
  const { http } = serviceOf(server, { onTry });
  const { data, error, response } = await http.GET(ONE, { params });
  expect([data, error, response.status]).toEqual([found, undefined, 200]);
  await http.POST(LIST, { body: { webhook: input } });
  expect(server.arrivals.map(({ headers }) => tokenIn(headers))).toEqual([token, token, token]);
  expect(server.arrivals.at(-1)).toMatchObject({ method: "POST", body: JSON.stringify({ webhook: input }) });
  expect(onTry.mock.calls.map(([{ operation }]) => operation)).toEqual(["getWebhook", "getWebhook", "createWebhook"]);
});

test("a call of a path returns the error that a method would throw", async () => {
  await using server = await startFaultServer(answer(404, { message: "gone" }));
  const { data, error, response } = await serviceOf(server).http.GET(ONE, { params });
  expect([data, response.status]).toEqual([undefined, 404]);
  expect(error).toBeInstanceOf(ServiceStatusError);
  expect(error).toMatchObject({ status: 404, reason: "gone" });
});

test("a call of a path takes the options of a method", async () => {
  const { http } = serviceOf(nowhere, { fetch: () => new Promise<never>(() => undefined) });
  const failure = await failureOf(http.GET(ONE, { params, timeout: 10, maxRetries: 0 }));
  expect(failure.name).toBe("ServiceTimeoutError");
});

test("a call of a path has its body as text or as a stream, if the caller asks for that", async () => {
  const { http } = serviceOf(nowhere, { fetch: async () => Response.json(found) });
  const text = await http.GET(ONE, { params, parseAs: "text" });
  expect(text.data).toBe(JSON.stringify(found));
  const { data } = await http.GET(ONE, { params, parseAs: "stream" });
  expect(await new Response(data).json()).toEqual(found);
});

test("a call of a path refuses a base URL and a fetch of its own: the token would go there", async () => {
  const { http } = serviceOf(nowhere);
  const refusal = new TypeError("baseUrl and fetch are options of createServiceClient");
  expect(await failureOf(http.GET(ONE, { params, baseUrl: "https://evil.example" }))).toEqual(refusal);
  expect(await failureOf(http.GET(ONE, { params, fetch: async () => Response.json(found) }))).toEqual(refusal);
});

describe("middleware", () => {
  test("middleware sees and changes the requests of methods, without the token", async () => {
    await using server = await startFaultServer(ok);
    const service = serviceOf(server);
    const seen: unknown[] = [];
    service.http.use({
      onRequest({ request, schemaPath }) {
        seen.push([schemaPath, request.headers.has(accessToken.header)]);
        request.headers.set("X-Trace", "1");
      },
    });
    expect(await service.webhooks.create(input)).toEqual(item);
    expect(seen).toEqual([[LIST, false]]);
    expect(server.arrivals[0]).toMatchObject({ headers: { "x-trace": "1" }, body: JSON.stringify({ webhook: input }) });
  });

  test("middleware sees the answer once for all tries, and may read and replace it", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), answer(404, { a: 1 }));
    const service = serviceOf(server);
    const seen: unknown[] = [];
    service.http.use({
      async onResponse({ response }) {
        seen.push(response.status, await response.json());
        return Response.json(found);
      },
    });
    expect(await service.webhooks.get(1001)).toEqual(item);
    expect(seen).toEqual([404, { a: 1 }]);
  });

  test("middleware may answer by itself, and sees no more calls after it is ejected", async () => {
    const fetch = vi.fn<Send>(async () => Response.json(found));
    const service = serviceOf(nowhere, { fetch });
    const middleware = { onRequest: () => Response.json({ message: "Not today" }, { status: 418 }) };
    service.http.use(middleware);
    expect(await failureOf(service.webhooks.get(7))).toMatchObject({ status: 418, reason: "Not today" });
    expect(fetch).not.toHaveBeenCalled();
    service.http.eject(middleware);
    expect(await service.webhooks.get(7)).toEqual(item);
  });

  test.each([
    ["to another origin", nowhere.url, `https://evil.example${WEBHOOKS}/1`],
    ["to an origin that begins alike", nowhere.url, `${nowhere.url}.evil.example/api`],
    ["out of the path of the gateway", `${nowhere.url}/gateway`, `${nowhere.url}/gateway/../other`],
  ])("middleware cannot lead the token %s", async (_, baseUrl, url) => {
    const fetch = vi.fn<Send>();
    const service = serviceOf({ url: baseUrl }, { fetch });
    service.http.use({ onRequest: ({ request }) => new Request(url, request) });
    expect((await failureOf(service.webhooks.get(1))).message).toContain("A request must not leave the baseUrl for ");
    expect(fetch).not.toHaveBeenCalled();
  });

  test("middleware cannot have a redirect followed", async () => {
    await using elsewhere = await startFaultServer(ok);
    await using server = await startFaultServer(answer(302, "", { Location: `${elsewhere.url}/stolen` }));
    const service = serviceOf(server);
    service.http.use({ onRequest: ({ request }) => new Request(request, { redirect: "follow" }) });
    expect(await failureOf(service.webhooks.get(1))).toMatchObject({ status: 302 });
    expect(elsewhere.arrivals).toEqual([]);
  });
});
