import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientMethods, operation, operations } from "../../generated/contract.js";
import type { Operation, Schema } from "../../src/contract-types.js";
import { type Contract, readContract } from "../../tools/contract/model.js";
import { chaptersOf } from "../../tools/docs/reference.js";
import { curlSample, samplesOf, typescriptSample } from "../../tools/docs/request-samples.js";
import { fieldsOf, inputOf, problemsOf, typedOf } from "../../tools/docs/try-it/form-fields.js";
import { projectFolder } from "../servers/command.js";
import { collection, idAt, ids, largestPage, names, newItem, wrapped } from "../worlds/roles.js";

/** Fields, each with a schema and a value that matches it. */
type Drawn = Readonly<Record<string, { schema: Schema; value: unknown }>>;

/** The id of the form's input for a field of an item. */
const inBody = (name: string) => ["body", operation(ids.create).body?.key, name].filter(Boolean).join("-");

describe("a form sends", () => {
  const sent = (id: string, typed: Record<string, string>) => inputOf(operation(id), typed);

  test("what was typed, in the envelope, without the fields that were left empty", () => {
    const fields = newItem();
    const typed = Object.fromEntries(Object.entries(fields).map(([name, value]) => [inBody(name), String(value)]));
    const sentBody = sent(ids.create, { ...typed, [inBody(names.choice)]: "" });
    expect(sentBody).toEqual({ path: {}, query: {}, header: {}, body: wrapped(fields) });
  });

  test("numbers where the contract has numbers, and a handle unchanged", () => {
    const { size, sortBy } = names;
    const typed = { ...(size && { [`query-${size}`]: "5" }), ...(sortBy && { [`query-${sortBy}`]: "5" }) };
    const query = { ...(size && { [size]: 5 }), ...(sortBy && { [sortBy]: "5" }) };
    expect(sent(ids.list, typed).query).toEqual(query);
    const inPath = collection.idParameter ?? "";
    expect(sent(ids.get, { [`path-${inPath}`]: String(idAt(0)) }).path).toEqual({ [inPath]: idAt(0) });
    for (const id of ["my-hook", "007", "1e3"])
      expect(sent(ids.get, { [`path-${inPath}`]: id }).path).toEqual({ [inPath]: id });
    if (size) expect(sent(ids.list, { [`query-${size}`]: "1e3" }).query).toEqual({ [size]: 1000 });
  });

  // Only the exchange has such a body.
  test.runIf(ids.exchange)("the typed JSON as a body that the contract leaves open, or no body", () => {
    expect(sent(ids.exchange, { body: '{"a": 1}' }).body).toEqual({ a: 1 });
    expect(sent(ids.exchange, { body: "" })).not.toHaveProperty("body");
  });

  test("no field that is only read, and asks for none", () => {
    const id = { schema: { type: "integer", readOnly: true }, required: true };
    const body = { fields: { id }, others: { id }, key: "item", mediaType: "application/json", required: true };
    const put: Operation = {
      id: "drawn",
      method: "PUT",
      path: "/drawn",
      parameters: [],
      answer: { status: 200 },
      body,
    };
    expect(fieldsOf(put)).toEqual([]);
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

const numbers: Typed[] = names.size
  ? [
      [ids.list, `query-${names.size}`, "many", /^must be a whole number$/],
      [ids.list, `query-${names.size}`, String(largestPage + 1), new RegExp(`^must be at most ${largestPage}$`)],
    ]
  : [];
const openBody: Typed[] = ids.exchange ? [[ids.exchange, "body", "{", /^must be JSON$/]] : [];
/** A text that is chosen from a list cannot be mistyped. */
const openText: Typed[] = operation(ids.create).body?.fields[names.event]?.schema.enum
  ? []
  : [[ids.create, inBody(names.event), "nothing", /^must look like orders\/create$/]];

test.each<Typed>([
  ...openText,
  ...openBody,
  [ids.create, inBody(names.address), "nowhere", /^must be a URL$/],
  [ids.create, inBody(names.event), "", /^is required$/],
  ...numbers,
])("the form of %s says what is wrong with %s when it is %j", (id, field, text, problem) => {
  const typed = { ...typedOf(operation(id)), [field]: text };
  expect(problemsOf(operation(id), typed)).toEqual({ [field]: expect.stringMatching(problem) });
});

describe("a sample", () => {
  test("escapes what the shell would interpret", () => {
    const body = wrapped({ ...newItem(), [names.event]: "it's/$HOME" });
    expect(curlSample(operation(ids.create), { path: {}, query: {}, body })).toContain(
      String.raw`"${names.event}": "it'\''s/$HOME"`,
    );
    const path = { [collection.idParameter ?? ""]: "a b/c" };
    expect(curlSample(operation(ids.get), { path, query: {} })).toContain("/a%20b%2Fc");
  });

  test("leaves out an empty input", () => {
    expect(typescriptSample(operation(ids.list), { path: {}, query: {} })).toContain(
      `service.${clientMethods[ids.list]?.join(".")}();`,
    );
  });

  test.runIf(ids.exchange)("has a body that the contract leaves open among the options", () => {
    const typescript = typescriptSample(operation(ids.exchange), { path: {}, query: {}, body: { a: 1 } });
    expect(typescript).toContain("  body: {\n    a: 1,\n  },");
  });

  test("is left out, like the form, for an operation that is not generated yet", async () => {
    expect(samplesOf("pingWebhook")).toEqual([]);
    const contract = await readContract(projectFolder);
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
