import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOKEN, WEBHOOKS } from "../sandbox/transports.js";
import { type ContractServer, servers } from "../servers/contract-servers.js";

const topic = "orders/create";
const address = "https://lantern-books.example/hooks/orders";

/** How each server refuses a request without an access token: the mock in Prism's own words. */
const UNAUTHORIZED = {
  mock: {
    title: "Invalid security scheme used",
    detail:
      "Your request does not fullfil the security requirements and no HTTP unauthorized response was found in the spec, so Prism is generating this error for you.",
  },
  sandbox: {
    detail: "The request header X-Service-Access-Token is missing. The sandbox accepts any access token.",
  },
};

/** Requests that both refuse, with their status and a part of the problem document. */
const refused: [what: string, status: number, why: string, asked: Asked][] = [
  ["a limit above the maximum", 422, "query parameter limit must be <= 10000", { query: "?limit=10001" }],
  ["a limit that is no number", 422, "query parameter limit must be integer", { query: "?limit=many" }],
  ["a page with a fraction", 422, "query parameter page must be integer", { query: "?page=1.5" }],
  ["an unknown order", 422, "must be equal to one of the allowed values: asc, desc", { query: "?sort_order=up" }],
  ["a missing topic", 422, "webhook must have required property 'topic'", { body: { webhook: { address } } }],
  ["a malformed topic", 422, "webhook.topic must match pattern", { body: { webhook: { address, topic: "orders" } } }],
  ["a malformed address", 422, "webhook.address must match format", { body: { webhook: { topic, address: "books" } } }],
  ["an unknown format", 422, "allowed values: json, xml", { body: { webhook: { topic, address, format: "csv" } } }],
  ["a missing envelope", 422, "must have required property 'webhook'", { body: { topic, address } }],
  ["a body that is not JSON", 400, "Invalid JSON", { body: "topic=orders/create" }],
  ["a missing body", 422, "Body parameter is required", { method: "PUT" }],
  ["another media type", 415, "Supported content types: application/json", { body: "{}", type: "text/plain" }],
];

/** What a request has, other than the address of the list and an access token. */
interface Asked {
  query?: string;
  method?: string;
  body?: unknown;
  type?: string;
}

// That the sandbox refuses the same as the mock, for drawn requests of every operation: test/sandbox/oracle.test.ts.
describe.each([
  ["mock", servers.mock],
  ["sandbox", servers.sandbox],
] as const)("the %s says why it refuses", (name, start) => {
  let server: ContractServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  const ask = (query: string, init: RequestInit) => fetch(server.url + WEBHOOKS + query, init);

  test("a request without an access token", async () => {
    const answer = await ask("", {});
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ status: 401, ...UNAUTHORIZED[name] });
  });

  test.each(refused)("%s, with status %i", async (_, status, why, asked) => {
    const { query = "", body, method = body ? "POST" : "GET", type = "application/json" } = asked;
    const sent = typeof body === "object" ? JSON.stringify(body) : String(body ?? "");
    const answer = await ask(query, {
      method,
      headers: { ...TOKEN, "Content-Type": type },
      ...(sent && { body: sent }),
    });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(await answer.json())).toContain(why);
  });
});
