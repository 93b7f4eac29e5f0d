import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { basePath, operations, requestExamples } from "../../generated/contract.js";
import { objectsIn } from "../../tools/contract/pointer.js";
import { ask, HEADERS, inProcess, WEBHOOKS } from "../sandbox/transports.js";
import { type Copy, copyWith, type Document, SHIPPED } from "./copy.js";

// What a change of openapi.yaml costs: copies of it, each with one change, are generated, type-checked and used, by
// sandbox, client and docs.

type Sandbox = typeof import("../../src/sandbox/index.js");

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

const orders = requestExamples.updateWebhook?.webhook;

/** The code of a creation with the client. */
const create = (more: object) => `service.webhooks.create(${JSON.stringify({ ...orders, ...more })})`;

describe("a new field of a webhook", () => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await copyWith((document) => addToWebhook(document, "is_active", { type: "boolean" }, true));
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("is in the answers of the sandbox, with the contract's example", async () => {
    const sandbox = await copy.load<Sandbox>("src/sandbox/index.ts");
    const created = await called(sandbox, "POST", WEBHOOKS, { webhook: orders });
    expect(created.body.webhook).toMatchObject({ ...orders, is_active: true });
    const { webhooks } = (await called(sandbox, "GET", `${WEBHOOKS}?sort_by=is_active`)).body;
    expect(webhooks).toMatchObject([{ is_active: true }, { is_active: true }]);
  });

  test("is typed in what the client returns, and described in the docs", async () => {
    const isActive = `service.webhooks.get(1001).then(({ is_active }): boolean => is_active)`;
    expect(await copy.called(isActive)).toBe(true);
    expect(copy.docs).toContain("is_active boolean always present What it is.");
  });
});

test("a new field of a webhook that is optional compiles, and a webhook without it sorts as empty", async () => {
  await using copy = await copyWith((document) => {
    addToWebhook(document, "label", { type: "string" }, "b");
    const { Webhook } = document.components.schemas;
    Webhook.required = Webhook.required.filter((name: string) => name !== "label");
    for (const webhook of webhooksIn(document)) if (webhook["id"] !== 1001) delete webhook["label"];
  });
  expect(copy.typeErrors(...SHIPPED, "src/sandbox/server/command.ts", "src/verify/command.ts")).toEqual([]);
  const sandbox = await copy.load<Sandbox>("src/sandbox/index.ts");
  const { webhooks } = (await called(sandbox, "GET", `${WEBHOOKS}?sort_by=label`)).body;
  expect(webhooks.map(({ label }: Document) => label)).toEqual([undefined, "b"]);
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

  test.each([
    [undefined, operations.createWebhook.status, '"priority":5'],
    [7, operations.createWebhook.status, '"priority":7'],
    [10, 422, "webhook.priority must be at most 9"],
    ["7", 422, "webhook.priority must be an integer"],
  ])("when it is %o, the sandbox answers %d", async (priority, status, outcome) => {
    const sandbox = await copy.load<Sandbox>("src/sandbox/index.ts");
    const answer = await called(sandbox, "POST", WEBHOOKS, { webhook: { ...orders, priority } });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(outcome)]);
  });

  test("is sent by the client, with its type, and described in the docs with its bound and default", async () => {
    expect(await copy.called(create({ priority: 8 }))).toHaveProperty("priority", 8);
    await expect(copy.called(create({ priority: "8" }))).rejects.toThrow("'string' is not assignable to type 'number'");
    expect(copy.docs.match(/priority integer.{50}/)?.[0]).toContain("What it is. Default 5 , at most 9");
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
    const sandbox = await copy.load<Sandbox>("src/sandbox/index.ts");
    expect(await called(sandbox, "GET", `${WEBHOOKS}?format=csv`)).toMatchObject({ status: 422 });
    expect(await called(sandbox, "GET", `${WEBHOOKS}?format=xml`)).toMatchObject({
      status: 200,
      note: "the query parameter format has no effect",
    });
  });

  test("is taken by the client, and described in the docs", async () => {
    expect(await copy.called(`service.webhooks.list({ format: "xml" })`)).toHaveProperty("webhooks");
    await expect(copy.called(`service.webhooks.list({ format: "csv" })`)).rejects.toThrow(`'"csv"' is not assignable`);
    expect(copy.docs.match(/format string.{60}/)?.[0]).toContain("Lists only those in this format. json or xml");
  });

  test("has an effect once it is coded, by its name and its type", async () => {
    const file = "src/sandbox/webhooks.ts";
    await copy.edit(file, '"sort_by", "sort_order"]', '"sort_by", "sort_order", "format"]');
    await copy.edit(file, "sort_by, sort_order }", "sort_by, sort_order, format }");
    const filtered = "[...state.webhooks.values()].filter((one) => format === undefined || one.format === format)";
    await copy.edit(file, "[...state.webhooks.values()]", filtered);
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
  ["operation", "pauseWebhook", "post", `${WEBHOOKS}/{id}/pause`, "Webhook", "service.webhooks.pause(1001)"],
  ["resource", "getJob", "get", `${basePath}/jobs/{id}`, "Job", "service.jobs.get(1)"],
])("a new %s", (_, operationId, method, path, name, call) => {
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
      const schema = {
        type: "object",
        required: [key],
        properties: { [key]: { $ref: `#/components/schemas/${name}` } },
      };
      const value = { [key]: name === "Job" ? job : webhook };
      const content = { [JSON_TYPE]: { schema, examples: { Shown: { summary: "Shown", value } } } };
      const responses = { 200: { description: "It.", content } };
      document.tags.push({ name: "Jobs", description: "What the service does later." });
      const security = name === "Job" ? [] : document.security;
      paths[path] = {
        [method]: { ...get, operationId, tags: [`${name}s`], summary: `Called ${operationId}`, security, responses },
      };
    });
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("is answered from the contract's example, without code, and the sandbox says so", async () => {
    expect(copy.typeErrors("src/sandbox/index.ts")).toEqual([]);
    const sandbox = await copy.load<Sandbox>("src/sandbox/index.ts");
    const { status, body, note } = await called(sandbox, method.toUpperCase(), path.replace("{id}", "1001"));
    expect([status, note]).toEqual([200, "the response is an example of the contract"]);
    const withoutToken = await sandbox
      .createSandbox()
      .fetch(`http://sandbox.test${path.replace("{id}", "1")}`, { method });
    expect(withoutToken.status).toBe(name === "Job" ? 200 : 401);
    expect(body).toHaveProperty(name.toLowerCase());
  });

  test("has a method of the client, which calls it, and a chapter of the docs", async () => {
    expect(await copy.called(call)).toHaveProperty("id", name === "Job" ? 1 : 1001);
    expect(copy.docs).toContain(` Called ${operationId} ${method.toUpperCase()} ${path} `);
  });
});

test("without a change, a copy answers as the project does", async () => {
  await using copy = await copyWith(() => {});
  const { body } = await called(await copy.load<Sandbox>("src/sandbox/index.ts"), "GET", WEBHOOKS);
  expect(body).toEqual(await (await ask(inProcess({ seed: 2 }))).json());
});
