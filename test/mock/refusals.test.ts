import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ContractServer, servers } from "../servers/contract-servers.js";

const token = { "X-Service-Access-Token": "<ACCESS_TOKEN>" };
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

let server: ContractServer;

/** Status of the answer to a request, with the problem document in its body. */
async function ask(
  method: string,
  { query = "", body, headers = token }: { query?: string; body?: string; headers?: HeadersInit },
) {
  const answer = await fetch(`${server.url}/api/admin/26.0/webhooks${query}`, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: body ?? null,
  });
  return { status: answer.status, problem: await answer.json() };
}

describe.each([
  ["mock", servers.mock],
  ["sandbox", servers.sandbox],
] as const)("the %s says why it refuses", (name, start) => {
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  test("a request without an access token", async () => {
    const { status, problem } = await ask("GET", { headers: {} });
    expect(status).toBe(401);
    expect(problem).toMatchObject({ status: 401, ...UNAUTHORIZED[name] });
  });

  test.each([
    ["?limit=10001", "limit must be <= 10000"],
    ["?limit=many", "limit must be integer"],
    ["?page=1.5", "page must be integer"],
    ["?sort_order=up", "sort_order must be equal to one of the allowed values: asc, desc"],
  ])("a list with %s", async (query, message) => {
    const { status, problem } = await ask("GET", { query });
    expect(status).toBe(422);
    expect(problem.validation).toMatchObject([{ message: `Request query parameter ${message}` }]);
  });

  describe.each(["POST", "PUT"])("a %s", (method) => {
    test.each([
      ["without a topic", { address }, "webhook must have required property 'topic'"],
      ["without an address", { topic }, "webhook must have required property 'address'"],
      ["with a malformed topic", { topic: "orders", address }, "webhook.topic must match pattern"],
      ["with a malformed address", { topic, address: "lantern-books" }, 'webhook.address must match format "uri"'],
      [
        "with an unknown format",
        { topic, address, format: "csv" },
        "webhook.format must be equal to one of the allowed values: json, xml",
      ],
    ])("%s", async (_, webhook, message) => {
      const { status, problem } = await ask(method, { body: JSON.stringify({ webhook }) });
      expect(status).toBe(422);
      expect(problem.validation).toMatchObject([
        { message: expect.stringContaining(`Request body property ${message}`) },
      ]);
    });

    test("without its envelope", async () => {
      const { status, problem } = await ask(method, { body: JSON.stringify({ topic, address }) });
      expect(status).toBe(422);
      expect(problem.validation).toMatchObject([{ message: "Request body must have required property 'webhook'" }]);
    });

    test("with a body that is not JSON", async () => {
      const { status, problem } = await ask(method, { body: "topic=orders/create" });
      expect(status).toBe(400);
      expect(JSON.stringify(problem)).toContain("Invalid JSON");
    });

    test("without a body", async () => {
      const { status, problem } = await ask(method, {});
      expect(status).toBe(422);
      expect(problem.validation).toMatchObject([{ message: "Body parameter is required" }]);
    });
  });

  test("it accepts query parameters and fields that the contract does not declare", async () => {
    const body = JSON.stringify({ webhook: { topic, address, nickname: "Lamp" }, other: true });
    expect((await ask("GET", { query: "?nickname=Lamp" })).status).toBe(200);
    expect((await ask("POST", { body })).status).toBe(200);
  });

  test("it accepts a request without a body and without Content-Type", async () => {
    const answer = await fetch(`${server.url}/api/admin/26.0/webhooks`, { headers: token });
    expect(answer.status).toBe(200);
  });

  test("it refuses a body of another media type", async () => {
    const headers = { ...token, "Content-Type": "text/plain" };
    const { status, problem } = await ask("POST", { headers, body: JSON.stringify({ webhook: { topic, address } }) });
    expect(status).toBe(415);
    expect(problem.detail).toBe("Supported content types: application/json");
  });
});
