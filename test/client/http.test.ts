import type { Middleware } from "openapi-fetch";
import { describe, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { createHttpClient, type HttpClientOptions } from "../../src/client/http.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { WEBHOOKS } from "../worlds/webhooks.js";
import { found, input, ok, token, tokenIn } from "./examples.js";

const PATH = `${WEBHOOKS}/{id}`;
const params = { path: { id: 1001 } };

type Send = (path: string, options: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** The raw client, with types that no contract changes. */
interface HttpClient {
  GET: Send;
  POST: Send;
  request(method: string, ...rest: Parameters<Send>): ReturnType<Send>;
  use(middleware: Middleware): void;
}

function httpOf({ url }: { url: string }, options: Partial<HttpClientOptions> = {}): HttpClient {
  return Object(createHttpClient({ baseUrl: url, accessToken: token, ...options }));
}

describe("the raw client", () => {
  test("sends every request with the access token and the content type, and returns the answer as it is", async () => {
    await using server = await startFaultServer(ok);
    const http = httpOf(server, { accessToken: async () => token, headers: { "X-Shop": "shop/1.0" } });
    const { data, response } = await http.GET(PATH, { params, headers: { [accessToken.header]: "another" } });
    await http.request("get", PATH, { params });
    const body = { webhook: input };
    await http.POST(WEBHOOKS, { body });
    expect([data, response.status]).toEqual([found, 200]);
    expect(server.arrivals.map(({ method }) => method)).toEqual(["GET", "GET", "POST"]);
    expect(JSON.parse(server.arrivals[2]?.body ?? "")).toEqual(body);
    for (const { headers } of server.arrivals) {
      expect(tokenIn(headers)).toBe(token);
      expect(headers).toMatchObject({ "content-type": expect.stringMatching(/json$/), "x-shop": "shop/1.0" });
    }
  });

  test("returns the body of a failure as error, and does not retry", async () => {
    await using server = await startFaultServer(answer(503, { reason: "busy" }, { "Retry-After": "0" }));
    const { data, error, response } = await httpOf(server).GET(PATH, { params });
    expect([data, error, response.status]).toEqual([undefined, { reason: "busy" }, 503]);
    expect(server.arrivals).toHaveLength(1);
  });

  test.each(["", "0", '""', "<h1>Bad</h1>"])("returns an error for a failure with the body %j, too", async (body) => {
    await using server = await startFaultServer(answer(500, body));
    const { data, error } = await httpOf(server).GET(PATH, { params });
    expect([data, error]).toEqual([undefined, new Error("The service answered with status 500")]);
  });

  test("has the middleware of openapi-fetch, which sees the request as it will be sent", async () => {
    await using server = await startFaultServer(ok);
    const http = httpOf(server);
    const seen: unknown[] = [];
    const onRequest = ({ request }: { request: Request }) => {
      seen.push(tokenIn(Object.fromEntries(request.headers)));
      request.headers.set("X-Trace", "1");
    };
    http.use({ onRequest });
    await http.GET(PATH, { params });
    expect(seen).toEqual([token]);
    expect(server.arrivals[0]?.headers["x-trace"]).toBe("1");
  });

  test("passes all options of fetch on, and those of a framework, to the fetch of the call", async () => {
    const requests: Request[] = [];
    const fetch = async (request: Request) => {
      requests.push(request);
      return Response.json(found);
    };
    const options = { params, mode: "same-origin", referrerPolicy: "no-referrer", cache: "no-store" } as const;
    const framework = { ...options, next: { revalidate: 60 } };
    const common = () => Promise.reject(new Error("The call has a fetch of its own"));
    const http = httpOf({ url: globalThis.location?.origin ?? "https://service.example" }, { fetch: common });
    await http.GET(PATH, { ...framework, fetch });
    const { params: _, ...passed } = framework;
    expect(requests[0]).toMatchObject(passed);
  });
});

describe("the raw client follows no redirect with the access token", () => {
  const redirects: Record<string, (http: HttpClient) => Promise<unknown>> = {
    "as it is": (http) => http.GET(PATH, { params }),
    "with redirect: follow": (http) => http.GET(PATH, { params, redirect: "follow" }),
    "with a fetch of the call": (http) =>
      http.GET(PATH, { params, fetch: (request: Request) => globalThis.fetch(request) }),
    "with request()": (http) => http.request("get", PATH, { params, redirect: "follow" }),
    "with middleware that makes another request": (http) => {
      http.use({ onRequest: ({ request }) => new Request(request, { redirect: "follow" }) });
      return http.GET(PATH, { params });
    },
  };

  test.each(Object.entries(redirects))("%s", async (_, call) => {
    await using elsewhere = await startFaultServer(ok);
    await using server = await startFaultServer(answer(302, "", { Location: `${elsewhere.url}/stolen` }));
    await call(httpOf(server, { redirect: "follow" }));
    expect(server.arrivals).toHaveLength(1);
    expect(elsewhere.arrivals).toEqual([]);
  });
});
