import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objectsIn } from "../../tools/contract/pointer.js";
import { ask, HEADERS, inProcess, WEBHOOKS } from "../sandbox/transports.js";
import { type Copy, copyWith, type Document } from "./copy.js";

// What a change of openapi.yaml costs: copies of it, each with one change, are generated, type-checked and used. Add here
// what client and docs make of the same copies.

type Client = typeof import("../../src/client/index.js");
type Sandbox = typeof import("../../src/sandbox/index.js");

/** What ships for every runtime. */
const SHIPPED = ["src/client/index.ts", "src/client/schemas.ts", "src/sandbox/index.ts"];

const BASE = "/api/admin/26.0";
const JSON_TYPE = "application/json";

/** The examples of webhooks in a contract. */
function webhooksIn(document: Document): Document[] {
  const objects: Document[] = [...objectsIn(document)].map(({ value }) => value);
  return objects.filter(({ id, address }) => typeof id === "number" && typeof address === "string");
}

/** Adds a field to webhooks, and to all of their examples. */
function addToWebhook(document: Document, name: string, schema: object, example: unknown): void {
  const { Webhook } = document.components.schemas;
  Webhook.properties[name] = { ...schema, description: "What it is.", examples: [example] };
  Webhook.required.push(name);
  for (const webhook of webhooksIn(document)) webhook[name] = example;
}

/** Calls the sandbox of a copy. */
async function called({ createSandbox }: Sandbox, method: string, path: string, body?: object) {
  const { fetch } = createSandbox({ seed: 2 });
  const answer = await fetch(`http://sandbox.test${path}`, {
    method,
    headers: HEADERS,
    body: body ? JSON.stringify(body) : null,
  });
  return { status: answer.status, body: await answer.json(), note: answer.headers.get("Sandbox-Note") };
}

const orders = { topic: "orders/create", address: "https://front-end.example/" };

describe("a new field of a webhook", () => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await copyWith((document) => addToWebhook(document, "is_active", { type: "boolean" }, true));
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("needs no code", () => expect(copy.typeErrors(...SHIPPED)).toEqual([]));

  test("is in the answers of the sandbox, with the contract's example", async () => {
    const sandbox = await copy.load<Sandbox>("src/sandbox/index.ts");
    const created = await called(sandbox, "POST", WEBHOOKS, { webhook: orders });
    expect(created.body.webhook).toMatchObject({ ...orders, is_active: true });
    const { webhooks } = (await called(sandbox, "GET", `${WEBHOOKS}?sort_by=is_active`)).body;
    expect(webhooks).toMatchObject([{ is_active: true }, { is_active: true }]);
  });
});

describe("a new field of a creation, with a default and a bound", () => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await copyWith((document) => {
      const schema = { type: "integer", default: 5, maximum: 9 };
      addToWebhook(document, "priority", schema, 3);
      const { schema: body } = document.paths[WEBHOOKS].post.requestBody.content[JSON_TYPE];
      body.properties.webhook.properties.priority = { ...schema, description: "What it is.", examples: [3] };
    });
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("needs no code", () => expect(copy.typeErrors(...SHIPPED)).toEqual([]));

  test.each([
    [undefined, 200, 5],
    [7, 200, 7],
    [10, 422, "webhook.priority must be <= 9"],
    ["7", 422, "webhook.priority must be integer"],
  ])("when it is %o, the sandbox answers %d", async (priority, status, outcome) => {
    const sandbox = await copy.load<Sandbox>("src/sandbox/index.ts");
    const { body, ...answer } = await called(sandbox, "POST", WEBHOOKS, { webhook: { ...orders, priority } });
    expect([answer.status, body.webhook?.priority ?? body.validation[0].message]).toEqual([status, outcome]);
  });

  test("is sent by the client", async () => {
    const { createServiceClient } = await copy.load<Client>("src/client/index.ts");
    const { fetch } = (await copy.load<Sandbox>("src/sandbox/index.ts")).createSandbox();
    const service = createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch });
    expect(await service.webhooks.create(Object({ ...orders, priority: 8 }))).toHaveProperty("priority", 8);
  });
});

describe.sequential("a new query parameter", () => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await copyWith(({ paths }) => {
      const description = "Lists only those in this format.";
      const schema = { type: "string", enum: ["json", "xml"] };
      paths[WEBHOOKS].get.parameters.push({ name: "format", in: "query", description, schema, example: "xml" });
    });
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("needs no code to be checked: the sandbox says that it has no effect", async () => {
    expect(copy.typeErrors(...SHIPPED)).toEqual([]);
    const sandbox = await copy.load<Sandbox>("src/sandbox/index.ts");
    expect(await called(sandbox, "GET", `${WEBHOOKS}?format=csv`)).toMatchObject({ status: 422 });
    expect(await called(sandbox, "GET", `${WEBHOOKS}?format=xml`)).toMatchObject({
      status: 200,
      note: "the query parameter format has no effect",
    });
  });

  test("has an effect once it is coded, by its name and its type", async () => {
    const file = "src/sandbox/webhooks.ts";
    await copy.edit(file, "sort_by, sort_order }", "sort_by, sort_order, format }");
    const filtered = "state.webhooks.filter((one) => format === undefined || one.format === format)";
    await copy.edit(file, `sortedBy(sort_by ?? "id", state.webhooks`, `sortedBy(sort_by ?? "id", ${filtered}`);
    expect(copy.typeErrors(...SHIPPED)).toEqual([]);
    const { body, note } = await called(
      await copy.load<Sandbox>("src/sandbox/index.ts"),
      "GET",
      `${WEBHOOKS}?format=xml`,
    );
    expect([body.webhooks.map(({ id }: { id: number }) => id), note]).toEqual([[1002], null]);
  });
});

describe.sequential.each([
  ["operation", "pauseWebhook", "post", `${WEBHOOKS}/{id}/pause`, "#/components/schemas/Webhook", "Webhook"],
  ["resource", "getJob", "get", `${BASE}/jobs/{id}`, "#/components/schemas/Job", "Job"],
])("a new %s", (_, operationId, method, path, $ref, name) => {
  let copy: Copy;
  const job = { id: 1, state: "done" };
  beforeAll(async () => {
    copy = await copyWith((document) => {
      const { paths, components } = document;
      const [webhook] = webhooksIn(document);
      const field = (type: string, example: unknown) => ({ type, description: "What it is.", examples: [example] });
      components.schemas.Job = {
        type: "object",
        description: "A job.",
        required: ["id", "state"],
        properties: { id: field("integer", 1), state: field("string", "done") },
      };
      const { get } = paths[`${WEBHOOKS}/{id}`];
      const key = name.toLowerCase();
      const schema = { type: "object", required: [key], properties: { [key]: { $ref } } };
      const value = { [key]: name === "Job" ? job : webhook };
      const content = { [JSON_TYPE]: { schema, examples: { Shown: { summary: "Shown", value } } } };
      const responses = { 200: { description: "It.", content } };
      paths[path] = { [method]: { ...get, operationId, responses } };
    });
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("does not compile without a handler, which may be an explicit example", async () => {
    const file = "src/sandbox/webhooks.ts";
    expect(copy.typeErrors("src/sandbox/index.ts")).toEqual([
      expect.stringMatching(new RegExp(`^${file}: Property '${operationId}' is missing`)),
    ]);
    await copy.edit(file, "  listWebhooks({", `  ${operationId}: fromExample("${operationId}"),\n\n  listWebhooks({`);
    expect(copy.typeErrors("src/sandbox/index.ts")).toEqual([]);
  });

  test("is answered from the contract's example, and the sandbox says so", async () => {
    const sandbox = await copy.load<Sandbox>("src/sandbox/index.ts");
    const { status, body, note } = await called(sandbox, method.toUpperCase(), path.replace("{id}", "1001"));
    expect([status, note]).toEqual([200, "answered from the contract's examples"]);
    expect(body).toHaveProperty(name.toLowerCase());
  });
});

test("without a change, a copy answers as the project does", async () => {
  await using copy = await copyWith(() => {});
  expect(copy.typeErrors(...SHIPPED)).toEqual([]);
  const { body } = await called(await copy.load<Sandbox>("src/sandbox/index.ts"), "GET", WEBHOOKS);
  expect(body).toEqual(await (await ask(inProcess({ seed: 2 }))).json());
});
