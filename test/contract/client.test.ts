import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createServiceClient, type ServiceClientOptions, ServiceStatusError } from "../../src/client/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { bodyOf, startWebServer } from "../servers/web.js";
import { at, type ContractOperation, keysAt, operationsOf, pointerTo, readContract } from "./contract.js";

// The generated client against the servers of this project, section by section of the interface document. The mock
// answers from the contract's examples and remembers nothing; the sandbox also remembers.

const contract = readContract();
const JSON_BODY = "content/application~1json";
const TOKEN = "<ACCESS_TOKEN>";

/** The contract's examples of the body of an operation, each with its name. */
function sentBy(id: string): [name: string, body: { topic: string; address: string; format?: "json" | "xml" }][] {
  const examples = `${pointerTo(id)}/requestBody/${JSON_BODY}/examples`;
  return keysAt(contract, examples).map((name) => [name, Object(at(contract, `${examples}/${name}/value/webhook`))]);
}

/** The contract's example of the answer to an operation. */
function answerTo(id: string): Record<string, unknown> {
  const examples = `${pointerTo(id)}/responses/200/${JSON_BODY}/examples`;
  const [name = ""] = keysAt(contract, examples);
  return Object(at(contract, `${examples}/${name}/value`));
}

/** The contract's examples of a query parameter of the list, and its default. */
function parameter(name: string): { examples: unknown[]; standard: unknown; maximum: unknown } {
  const pointer = `${pointerTo("listWebhooks")}/parameters`;
  const index = keysAt(contract, pointer).find((key) => at(contract, `${pointer}/${key}/name`) === name);
  const { example, examples = {}, schema } = Object(at(contract, `${pointer}/${index}`));
  const values = Object.values(examples).map((each) => Object(each).value);
  return { examples: example === undefined ? values : [example], standard: schema.default, maximum: schema.maximum };
}

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

const webhook = { topic: "carts/update", address: "https://lantern-books.example/hooks/carts" };

describe.each(Object.entries(servers))("the %s", (name, start) => {
  const isSandbox = name === "sandbox";
  const requests: Request[] = [];
  let server: Awaited<ReturnType<typeof start>>;

  /** A client that records what it sends. */
  const connect = (options: Partial<ServiceClientOptions> = {}) =>
    createServiceClient({
      baseUrl: server.url,
      accessToken: TOKEN,
      fetch: (input, init) => {
        const request = new Request(input, init);
        requests.push(request.clone());
        return fetch(request);
      },
      ...options,
    });
  let service: ReturnType<typeof connect>;

  beforeAll(async () => {
    server = await start();
    service = connect();
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
    test("returns the oauth record, without a payload and with any", async () => {
      const { oauth } = answerTo("exchangeAccessToken");
      expect(await service.oauth.exchangeAccessToken()).toEqual(oauth);
      expect(await service.oauth.exchangeAccessToken({ body: { grant: "any" } })).toEqual(oauth);
    });
  });

  describe("4.2 List webhook subscriptions", () => {
    test("returns subscriptions, and the position of the page among all", async () => {
      expect(await service.webhooks.list()).toEqual(answerTo("listWebhooks"));
    });

    test.each(["limit", "page", "sort_by", "sort_order"])(
      "takes %s as the contract shows it",
      async (parameterName) => {
        const { examples } = parameter(parameterName);
        expect(examples.length).toBeGreaterThan(0);
        for (const value of examples) {
          const { webhooks } = await service.webhooks.list({ [parameterName]: value });
          expect(webhooks.length).toBeGreaterThan(0);
        }
      },
    );

    test("for await goes through all pages", async () => {
      const seen = [];
      for await (const { id } of service.webhooks.list({ limit: isSandbox ? 1 : 20 })) seen.push(id);
      expect(seen).toEqual([1001, 1002]);
    });

    if (isSandbox) {
      test("sorts, up and down, and cuts into pages", async () => {
        const idsOf = async (query: object) => (await service.webhooks.list(query)).webhooks.map(({ id }) => id);
        expect(await idsOf({ sort_by: "created_at", sort_order: "desc" })).toEqual([1002, 1001]);
        expect(await idsOf({ sort_by: "created_at", sort_order: "asc", limit: 1, page: 2 })).toEqual([1002]);
      });
    } else {
      test("cannot sort, nor cut into pages: every answer is the example", async () => {
        expect(await service.webhooks.list({ limit: 1, sort_order: "desc" })).toEqual(answerTo("listWebhooks"));
      });
    }
  });

  describe("4.3 Create webhook", () => {
    test.each(sentBy("createWebhook"))("takes the contract's example %s", async (_, body) => {
      const created = await service.webhooks.create(body);
      const { topic, address } = body;
      expect(created).toMatchObject({ id: 1003, topic, address, format: body.format ?? "json" });
    });

    test("wraps the fields in a webhook", async () => {
      await service.webhooks.create({
        ...webhook,
        format: "xml",
        event: "cart_updated",
        app_id: 42,
        secret: "<SIGNING_SECRET>",
      });
      const sent = await requests.at(-1)?.json();
      expect(sent).toEqual({
        webhook: { ...webhook, format: "xml", event: "cart_updated", app_id: 42, secret: "<SIGNING_SECRET>" },
      });
    });

    test.each<[string, object]>([
      ["without a topic", { topic: undefined }],
      ["without an address", { address: undefined }],
      ["with a topic that has no action", { topic: "carts" }],
      ["with an address that is no URL", { address: "lantern-books" }],
      ["with another format than json and xml", { format: "csv" }],
    ])("is refused %s", async (_, wrong) => {
      for (const method of ["create", "update", "deliver"] as const)
        await expectRefusal(service.webhooks[method]({ ...webhook, ...wrong }));
    });
  });

  describe("4.4 Update webhook", () => {
    test.each(sentBy("updateWebhook"))("takes the contract's example %s", async (_, body) => {
      expect(await service.webhooks.update(body)).toMatchObject({ id: 1001, ...body, format: body.format ?? "json" });
    });

    if (isSandbox) {
      test("changes the subscription that has the topic and the address", async () => {
        const { id, topic, address } = await service.webhooks.create(webhook);
        await service.webhooks.update({ topic, address, format: "xml" });
        expect(await service.webhooks.get(id)).toMatchObject({ ...webhook, format: "xml" });
        await service.webhooks.update({ topic, address });
        expect(await service.webhooks.get(id)).toMatchObject({ ...webhook, format: "json" });
      });
    } else {
      test("cannot change anything: there is no memory", async () => {
        await service.webhooks.update({ ...webhook, format: "xml" });
        expect(await service.webhooks.get(1001)).toEqual(answerTo("getWebhook")["webhook"]);
      });
    }
  });

  describe("4.5 Get webhook", () => {
    test("takes an integer, and a string", async () => {
      const { webhook: expected } = answerTo("getWebhook");
      expect(await service.webhooks.get(1001)).toEqual(expected);
      expect(await service.webhooks.get("1001")).toEqual(expected);
    });

    if (isSandbox) {
      test("finds what was created, and refuses what is not there", async () => {
        const created = await service.webhooks.create(webhook);
        expect(await service.webhooks.get(created.id)).toEqual(created);
        expect(await expectRefusal(service.webhooks.get(9999))).toHaveProperty("status", 404);
      });
    } else {
      test("cannot know what is there: every id is the example's", async () => {
        expect(await service.webhooks.get(9999)).toHaveProperty("id", 1001);
      });
    }
  });

  describe("4.6 Delete webhook", () => {
    test("returns the deletion result", async () => {
      const { success, message } = await service.webhooks.delete(1001);
      expect([success, typeof message]).toEqual([true, "string"]);
    });

    if (isSandbox) {
      test("takes the subscription out of get and list, and no other", async () => {
        await service.webhooks.delete("1001");
        await expectRefusal(service.webhooks.get(1001));
        expect((await service.webhooks.list()).webhooks.map(({ id }) => id)).toEqual([1002]);
      });
    } else {
      test("cannot take anything out: there is no memory", async () => {
        await service.webhooks.delete(1001);
        expect(await service.webhooks.get(1001)).toHaveProperty("id", 1001);
      });
    }
  });

  describe("4.7 Trigger internal webhook", () => {
    test.each(sentBy("deliverWebhook"))("takes the contract's example %s", async (_, body) => {
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

  describe("6 Events", () => {
    if (isSandbox) {
      test.each(["json", "xml"] as const)("the trigger delivers to its address, as %s", async (format) => {
        const arrivals: [type: string | undefined, body: string][] = [];
        await using receiver = await startWebServer(async (request, response) => {
          arrivals.push([request.headers["content-type"], await bodyOf(request)]);
          response.end();
        });
        await service.webhooks.deliver({ topic: webhook.topic, address: `${receiver.url}/hooks`, format });
        await expect
          .poll(() => arrivals)
          .toEqual([[expect.stringContaining(`application/${format}`), expect.anything()]]);
      });
    } else {
      test("a trigger cannot deliver: the mock only answers", async () => {
        let arrivals = 0;
        await using receiver = await startWebServer((_, response) => response.end(String(arrivals++)));
        await service.webhooks.deliver({ topic: webhook.topic, address: `${receiver.url}/hooks` });
        await service.webhooks.list();
        expect(arrivals).toBe(0);
      });
    }
  });

  describe("7 Errors", () => {
    test("whatever is not 200 is an error that has the answer: status, headers and body", async () => {
      const { status, headers, body } = await expectRefusal(service.webhooks.create({ ...webhook, topic: "carts" }));
      expect(status).toBe(422);
      expect(headers.get("content-type")).toContain("json");
      expect(JSON.stringify(body)).toContain("topic");
    });
  });

  describe("8 Limits", () => {
    test("a page is the first, of 20, unless the query says otherwise", async () => {
      expect([parameter("limit").standard, parameter("page").standard]).toEqual([20, 1]);
      const { pagination } = await service.webhooks.list();
      expect(pagination).toMatchObject({ per_page: 20, current_page: 1 });
    });

    test("a limit of 10,000 is accepted, and no higher one", async () => {
      const most = Number(parameter("limit").maximum);
      expect(most).toBe(10_000);
      expect((await service.webhooks.list({ limit: most })).webhooks.length).toBeGreaterThan(0);
      await expectRefusal(service.webhooks.list({ limit: most + 1 }));
    });

    test.each([{ limit: "many" }, { page: "last" }, { sort_order: "up" }])("%j is refused", async (query) => {
      await expectRefusal(service.webhooks.list(Object(query)));
    });
  });

  describe("9 Versioning", () => {
    test("every path has the version, and nothing answers without it", async () => {
      for (const { url } of requests) expect(new URL(url).pathname).toMatch(/^\/api\/admin\/26\.0\//);
      const headers = { "X-Service-Access-Token": TOKEN, "Content-Type": "application/json" };
      expect((await fetch(`${server.url}/api/admin/27.0/webhooks`, { headers })).status).toBe(404);
    });
  });

  describe("the contract", () => {
    test("has no operation that no test above calls", () => {
      expect(uncalled(operationsOf(contract), requests)).toEqual([]);
    });

    test("would be missed with one more operation: this checks the check", () => {
      const added = { id: "pauseWebhook", method: "POST", path: "/api/admin/26.0/webhooks/{id}/pause", pointer: "" };
      expect(uncalled([...operationsOf(contract), added], requests)).toEqual(["pauseWebhook"]);
    });
  });
});
