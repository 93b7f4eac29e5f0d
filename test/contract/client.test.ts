import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { responseExamples } from "../../generated/contract.js";
import { createServiceClient, ServiceStatusError, type WebhookCreateInput } from "../../src/client/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { bodyOf, startWebServer } from "../servers/web.js";
import { at, type ContractOperation, keysAt, operationsOf, pointers, readContract } from "./contract.js";

// The generated client against the servers of this project, section by section of the interface document. The mock
// answers from the contract's examples and remembers nothing; the sandbox also remembers.

const contract = readContract();
const TOKEN = "<ACCESS_TOKEN>";

/** The values of the contract's examples at a place, each with its name. */
function examplesAt(pointer: string): [name: string, value: unknown][] {
  return keysAt(contract, `${pointer}/examples`).map((name) => [
    name,
    at(contract, `${pointer}/examples/${name}/value`),
  ]);
}

/** The contract's examples of the body of an operation. */
function sentBy(operation: string): [name: string, body: WebhookCreateInput][] {
  const examples = examplesAt(`${operation}/requestBody/content/application~1json`);
  return examples.map(([name, body]) => [name, Object(body).webhook]);
}

/** The contract's examples of each query parameter of the list. */
const queries = keysAt(contract, `${pointers.list}/parameters`).map((index) => {
  const pointer = `${pointers.list}/parameters/${index}`;
  const { name, example } = Object(at(contract, pointer));
  return {
    name: String(name),
    values: example === undefined ? examplesAt(pointer).map(([, value]) => value) : [example],
  };
});

/** The operations that none of the requests was for. */
function uncalled(operations: readonly ContractOperation[], requests: readonly Request[]): string[] {
  const isFor = ({ method, path }: ContractOperation) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
    return requests.some((request) => request.method === method && pattern.test(new URL(request.url).pathname));
  };
  return operations.filter((operation) => !isFor(operation)).map(({ id }) => id);
}

/** The servers of this project: what one promises, both promise. */
const servers = {
  mock: async () => ({ url: inject("mockUrl"), reset() {}, close: async () => {} }),
  sandbox: () => startSandbox({ port: 0, seed: "examples" }),
};

const { topic } = responseExamples.createWebhook.webhook;
const webhook = { topic, address: "https://lantern-books.example/hooks/carts" };

describe.each(Object.entries(servers))("the %s", (name, start) => {
  const isSandbox = name === "sandbox";
  const requests: Request[] = [];
  let server: Awaited<ReturnType<typeof start>>;

  let service: ReturnType<typeof createServiceClient>;

  beforeAll(async () => {
    server = await start();
    const recording: typeof fetch = (input, init) => {
      const request = new Request(input, init);
      requests.push(request.clone());
      return fetch(request);
    };
    service = createServiceClient({ baseUrl: server.url, accessToken: TOKEN, fetch: recording });
  });
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  /** Expects a status error, and nothing else of it: the document shows no errors. */
  async function expectRefusal(call: PromiseLike<unknown>): Promise<ServiceStatusError> {
    const error: unknown = await Promise.resolve(call).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServiceStatusError);
    if (!(error instanceof ServiceStatusError)) throw error;
    expect(error.status).toBeGreaterThanOrEqual(400);
    return error;
  }

  describe("4.1 Exchange access token", () => {
    test("the exchange returns the oauth record, without a payload and with any", async () => {
      const { oauth } = responseExamples.exchangeAccessToken;
      expect(await service.oauth.exchangeAccessToken()).toEqual(oauth);
      expect(await service.oauth.exchangeAccessToken({ body: { grant: "any" } })).toEqual(oauth);
    });
  });

  describe("4.2 List webhook subscriptions", () => {
    test("the list returns subscriptions, and the position of the page among all", async () => {
      expect(await service.webhooks.list()).toEqual(responseExamples.listWebhooks);
    });

    test.each(queries)("the list takes $name as the contract shows it", async ({ name: parameter, values }) => {
      for (const value of values)
        expect((await service.webhooks.list({ [parameter]: value })).webhooks).not.toEqual([]);
    });

    test("for await goes through all pages", async () => {
      const seen = [];
      for await (const { id } of service.webhooks.list({ limit: isSandbox ? 1 : 20 })) seen.push(id);
      expect(seen).toEqual([1001, 1002]);
    });

    if (isSandbox)
      test("the list is sorted up or down, and divided into pages", async () => {
        const idsOf = async (query: object) => (await service.webhooks.list(query)).webhooks.map(({ id }) => id);
        expect(await idsOf({ sort_by: "created_at", sort_order: "desc" })).toEqual([1002, 1001]);
        expect(await idsOf({ sort_by: "created_at", sort_order: "asc", limit: 1, page: 2 })).toEqual([1002]);
      });
  });

  describe("4.3 Create webhook", () => {
    test.each(sentBy(pointers.create))("create takes the contract's example %s", async (_, body) => {
      const created = await service.webhooks.create(body);
      const { topic, address } = body;
      expect(created).toMatchObject({ id: 1003, topic, address, format: body.format ?? "json" });
    });

    test("create sends its fields in the envelope webhook", async () => {
      const all = { ...webhook, format: "xml", event: "cart_updated", app_id: 42, secret: "<SIGNING_SECRET>" } as const;
      await service.webhooks.create(all);
      expect(await requests.at(-1)?.json()).toEqual({ webhook: all });
    });

    test.each<[string, object]>([
      ["without a topic", { topic: undefined }],
      ["without an address", { address: undefined }],
      ["with a topic that has no action", { topic: "carts" }],
      ["with an address that is no URL", { address: "lantern-books" }],
      ["with another format than json and xml", { format: "csv" }],
    ])("create is refused %s", async (_, wrong) => {
      for (const method of ["create", "update", "deliver"] as const)
        await expectRefusal(service.webhooks[method]({ ...webhook, ...wrong }));
    });
  });

  describe("4.4 Update webhook", () => {
    test.each(sentBy(pointers.update))("update takes the contract's example %s", async (_, body) => {
      expect(await service.webhooks.update(body)).toMatchObject({ id: 1001, ...body, format: body.format ?? "json" });
    });

    if (isSandbox)
      test("update changes the subscription that has the topic and the address", async () => {
        const { id, topic, address } = await service.webhooks.create(webhook);
        await service.webhooks.update({ topic, address, format: "xml" });
        expect(await service.webhooks.get(id)).toMatchObject({ ...webhook, format: "xml" });
        await service.webhooks.update({ topic, address });
        expect(await service.webhooks.get(id)).toMatchObject({ ...webhook, format: "json" });
      });
  });

  describe("4.5 Get webhook", () => {
    test("get takes an integer, and a string", async () => {
      const { webhook: expected } = responseExamples.getWebhook;
      expect(await service.webhooks.get(1001)).toEqual(expected);
      expect(await service.webhooks.get("1001")).toEqual(expected);
    });

    if (isSandbox)
      test("get returns what was created, and rejects for an unknown id", async () => {
        const created = await service.webhooks.create(webhook);
        expect(await service.webhooks.get(created.id)).toEqual(created);
        expect(await expectRefusal(service.webhooks.get(9999))).toHaveProperty("status", 404);
      });
  });

  describe("4.6 Delete webhook", () => {
    test("delete returns the deletion result", async () => {
      const { success, message } = await service.webhooks.delete(1001);
      expect([success, typeof message]).toEqual([true, "string"]);
    });

    if (isSandbox)
      test("delete removes the subscription from get and list, and no other", async () => {
        await service.webhooks.delete("1001");
        await expectRefusal(service.webhooks.get(1001));
        expect((await service.webhooks.list()).webhooks.map(({ id }) => id)).toEqual([1002]);
      });
  });

  describe("4.7 Trigger internal webhook", () => {
    test.each(sentBy(pointers.trigger))("the trigger takes the contract's example %s", async (_, body) => {
      expect(await service.webhooks.deliver(body)).toMatchObject({ ...body, format: body.format ?? "json" });
    });
  });

  describe("5 Authentication", () => {
    test("every operation sends the access token and the content type, the exchange and a GET included", () => {
      expect(requests.length).toBeGreaterThan(0);
      for (const { headers } of requests) {
        expect(headers.get("X-Service-Access-Token")).toBe(TOKEN);
        expect(headers.get("Content-Type")).toBe("application/json");
      }
    });

    test("no operation answers a request without an access token", async () => {
      for (const { method, path } of operationsOf(contract)) {
        const body = method === "GET" || method === "DELETE" ? null : JSON.stringify({ webhook });
        const headers = { "Content-Type": "application/json" };
        const { status } = await fetch(server.url + path.replace("{id}", "1001"), { method, headers, body });
        expect([path, status]).toEqual([path, 401]);
      }
    });
  });

  if (isSandbox)
    describe("6 Events", () => {
      test.each(["json", "xml"] as const)("the trigger delivers to its address, as %s", async (format) => {
        const arrivals: [type: string | undefined, body: string][] = [];
        await using receiver = await startWebServer(async (request, response) => {
          arrivals.push([request.headers["content-type"], await bodyOf(request)]);
          response.end();
        });
        await service.webhooks.deliver({ topic: webhook.topic, address: `${receiver.url}/hooks`, format });
        const expected = [[expect.stringContaining(`application/${format}`), expect.anything()]];
        await expect.poll(() => arrivals).toEqual(expected);
      });
    });

  describe("7 Errors", () => {
    test("a refused call rejects with the status, the headers and the body of the answer", async () => {
      const wrong: object = { topic: "carts" };
      const { status, headers, body } = await expectRefusal(service.webhooks.create({ ...webhook, ...wrong }));
      expect(status).toBe(422);
      expect(headers.get("content-type")).toContain("json");
      expect(JSON.stringify(body)).toContain("topic");
    });
  });

  describe("8 Limits", () => {
    test("a list without a query returns the first page of 20", async () => {
      const { pagination } = await service.webhooks.list();
      expect(pagination).toMatchObject({ per_page: 20, current_page: 1 });
    });

    test("a limit of 10,000 is accepted, and no higher one", async () => {
      expect((await service.webhooks.list({ limit: 10_000 })).webhooks.length).toBeGreaterThan(0);
      await expectRefusal(service.webhooks.list({ limit: 10_001 }));
    });

    test.each([{ limit: "many" }, { page: "last" }, { sort_order: "up" }])(
      "a list with the query %j is refused",
      async (query) => {
        await expectRefusal(service.webhooks.list(Object(query)));
      },
    );
  });

  describe("9 Versioning", () => {
    test("every path has the version, and nothing answers without it", async () => {
      for (const { url } of requests) expect(new URL(url).pathname).toMatch(/^\/api\/admin\/26\.0\//);
      const headers = { "X-Service-Access-Token": TOKEN, "Content-Type": "application/json" };
      expect((await fetch(`${server.url}/api/admin/27.0/webhooks`, { headers })).status).toBe(404);
    });
  });

  if (!isSandbox)
    test("the mock has no memory: it cannot sort, page, change, delete, find or deliver anything", async () => {
      expect(await service.webhooks.list({ limit: 1, sort_order: "desc" })).toEqual(responseExamples.listWebhooks);
      let arrivals = 0;
      await using receiver = await startWebServer((_, response) => response.end(String(arrivals++)));
      await service.webhooks.update({ ...webhook, format: "xml" });
      await service.webhooks.deliver({ ...webhook, address: `${receiver.url}/hooks` });
      await service.webhooks.delete(1001);
      for (const id of [1001, 9999])
        expect(await service.webhooks.get(id)).toEqual(responseExamples.getWebhook.webhook);
      expect(arrivals).toBe(0);
    });

  test("these tests call every operation of the contract, and would miss one more", () => {
    const added = { id: "pauseWebhook", method: "POST", path: "/api/admin/26.0/webhooks/{id}/pause", pointer: "" };
    expect(uncalled([...operationsOf(contract), added], requests)).toEqual(["pauseWebhook"]);
  });
});
