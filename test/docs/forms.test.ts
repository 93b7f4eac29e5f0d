import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operation, operations } from "../../generated/contract.js";
import type { Operation, Schema } from "../../src/contract-types.js";
import { type Contract, contractOf } from "../../tools/contract/model.js";
import { chaptersOf } from "../../tools/docs/reference.js";
import { curlSample, samplesOf, typescriptSample } from "../../tools/docs/request-samples.js";
import { fieldsOf, inputOf, problemsOf, typedOf } from "../../tools/docs/try-it/form-values.js";
import { documentedContract } from "../worlds/documented.js";
import { orders } from "../worlds/webhooks.js";

/** Fields, each with a schema and a value that matches it. */
type Drawn = Readonly<Record<string, { schema: Schema; value: unknown }>>;

describe("a form sends", () => {
  const sent = (id: string, typed: Record<string, string>) => inputOf(operation(id), typed);

  test("what was typed, in the envelope, without the fields that were left empty", () => {
    const { topic, address } = orders;
    const typed = { "body-webhook-topic": topic, "body-webhook-address": address, "body-webhook-format": "" };
    const body = { webhook: orders };
    expect(sent("createWebhook", typed)).toEqual({ path: {}, query: {}, header: {}, body });
  });

  test("numbers where the contract has numbers, and a handle unchanged", () => {
    const typed = { "query-limit": "5", "query-page": "1e3", "query-sort_by": "5" };
    expect(sent("listWebhooks", typed).query).toEqual({ limit: 5, page: 1000, sort_by: "5" });
    expect(sent("getWebhook", { "path-id": "1001" }).path).toEqual({ id: 1001 });
    for (const id of ["my-hook", "007", "1e3"]) expect(sent("getWebhook", { "path-id": id }).path).toEqual({ id });
  });

  test("the typed JSON as a body that the contract leaves open, or no body", () => {
    expect(sent("exchangeAccessToken", { body: '{"a": 1}' }).body).toEqual({ a: 1 });
    expect(sent("exchangeAccessToken", { body: "" })).not.toHaveProperty("body");
  });

  test("what it was filled in with, whatever the body and the parameters are", () => {
    const word = fc.stringMatching(/^[a-z][a-z []{1,6}[a-z\]]$/);
    const value = fc.oneof(
      word.map((text) => ({ schema: { type: "string" }, value: text })),
      fc.integer().map((integer) => ({ schema: { type: "integer" }, value: integer })),
      fc.boolean().map((flag) => ({ schema: { type: "boolean" }, value: flag })),
      fc.constantFrom(1, "one", null).map((one) => ({ schema: { enum: [1, "one", null] }, value: one })),
      fc.array(word).map((list) => ({ schema: { type: "array" }, value: list })),
      fc.constant({ schema: { type: ["string", "null"] }, value: null }),
      fc.jsonValue().map((json) => ({ schema: {}, value: json })),
    );
    const named = fc.dictionary(word, value, { minKeys: 1 });
    const drawn = fc.record({ fields: named, path: named, others: named, key: fc.constantFrom("item", undefined) });
    const valuesOf = (all: Drawn) => Object.fromEntries(Object.entries(all).map(([name, one]) => [name, one.value]));
    const fieldsFor = (all: Drawn) =>
      Object.fromEntries(Object.entries(all).map(([name, { schema }]) => [name, { schema, required: true }]));
    fc.assert(
      fc.property(drawn, ({ fields, path, others, key }) => {
        const put: Operation = {
          ...{ id: "put", method: "PUT", path: "/put", answer: { status: 200 } },
          parameters: Object.entries(path).map(([name, one]) => {
            return { name, in: "path", schema: one.schema, required: true };
          }),
          body: { required: true, fields: fieldsFor(fields), key, ...(key && { others: fieldsFor(others) }) },
        };
        const body = key === undefined ? valuesOf(fields) : { ...valuesOf(others), [key]: valuesOf(fields) };
        expect(inputOf(put, typedOf(put, { path: valuesOf(path), query: {}, body }))).toEqual({
          path: valuesOf(path),
          query: {},
          header: {},
          body,
        });
        const ids = fieldsOf(put).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        // A list of ids, such as those that describe a field, has spaces between them.
        expect(ids.join("")).not.toContain(" ");
      }),
    );
  });
});

test.each(Object.keys(operations))("the form of %s finds no problem in the contract's own example", (id) => {
  expect(problemsOf(operation(id), typedOf(operation(id)))).toEqual({});
});

/** A field, a text in it and the problem with it. */
type Typed = [id: string, field: string, text: string, problem: RegExp];

test.each<Typed>([
  ["createWebhook", "body-webhook-topic", "nothing", /^must look like orders\/create$/],
  ["createWebhook", "body-webhook-topic", "", /^is required$/],
  ["createWebhook", "body-webhook-address", "nowhere", /^must be a URL$/],
  ["exchangeAccessToken", "body", "{", /^must be JSON$/],
  ["listWebhooks", "query-limit", "many", /^must be integer$/],
  ["listWebhooks", "query-limit", "10001", /^must be <= 10000$/],
])("the form of %s says what is wrong with %s when it is %j", (id, field, text, problem) => {
  const typed = { ...typedOf(operation(id)), [field]: text };
  expect(problemsOf(operation(id), typed)).toEqual({ [field]: expect.stringMatching(problem) });
});

describe("a sample", () => {
  test("escapes what the shell would interpret", () => {
    const body = { webhook: { ...orders, topic: "it's/$HOME" } };
    expect(curlSample(operation("createWebhook"), { path: {}, query: {}, body })).toContain(
      String.raw`"topic": "it'\''s/$HOME"`,
    );
    expect(curlSample(operation("getWebhook"), { path: { id: "a b/c" }, query: {} })).toContain("/a%20b%2Fc");
  });

  test("leaves out an empty input", () => {
    expect(typescriptSample(operation("listWebhooks"), { path: {}, query: {} })).toContain("service.webhooks.list();");
  });

  test("has a body that the contract leaves open among the options", () => {
    const typescript = typescriptSample(operation("exchangeAccessToken"), { path: {}, query: {}, body: { a: 1 } });
    expect(typescript).toContain("  body: {\n    a: 1,\n  },");
  });

  test("is left out, like the form, for an operation that is not generated yet", () => {
    expect(samplesOf("pingWebhook")).toEqual([]);
    const contract = contractOf(documentedContract());
    const [path = "", item = {}] = Object.entries(contract.paths).find(([, { get }]) => get) ?? [];
    const get = item["get"];
    if (!get) throw new Error("No operation to copy");
    const ping = { ...get, operationId: "pingWebhook", summary: "Ping webhook" };
    const grown: Contract = { ...contract, paths: { ...contract.paths, [`${path}/ping`]: { post: ping } } };
    const chapter = chaptersOf(grown).find(({ title }) => title === "Ping webhook");
    expect(chapter?.blocks.length).toBeGreaterThan(2);
    expect(chapter?.blocks).not.toContainEqual(expect.objectContaining({ operation: "pingWebhook" }));
  });
});
