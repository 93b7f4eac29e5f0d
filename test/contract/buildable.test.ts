import { expect, test } from "vitest";
import { documentOf } from "../../tools/contract/reader.js";
import { generate } from "../../tools/generate/generate.js";
import { pointers, readContract, resolved } from "./contract.js";
import { all, type Edit, remove, set } from "./edits.js";

const { list, create } = pointers;
const schema = "/components/schemas/Webhook";
const scheme = "/components/securitySchemes/AccessToken";
const content = `${resolved(readContract(), `${pointers.get}/responses/200`)}/content`;
const inPath = resolved(readContract(), `${pointers.get}/parameters/0`);
/** Another parameter in place of the first of the list, with its schema. */
const parameter = (schema: unknown, others: object = {}) =>
  set(`${list}/parameters/0`, { name: "x", in: "query", required: true, schema, ...others });
const body = (type: string) => ({ content: { [type]: {} } });

/** What nothing can be built from, with a part of the refusal. */
const refusals: [what: string, edit: Edit, reason: string][] = [
  ["an operation without a name", remove(`${list}/operationId`), "26.0/webhooks/get: it has no operationId"],
  ["an operation without a success", set(`${list}/responses`, { 404: {} }), "listWebhooks: write one response for suc"],
  [
    "a second success",
    set(`${list}/responses/204`, {}),
    "write one response for success, with a status from 200 to 299",
  ],
  ["an answer that is no JSON", set(content, { "text/plain": {} }), " with text/plain"],
  ["a body of a GET", set(`${list}/requestBody`, { content: {} }), "fetch sends no body with GET: use a query"],
  [
    "a body of another kind of JSON",
    set(`${create}/requestBody`, body("application/a+json")),
    "so declare application/json",
  ],
  ["a cookie", parameter({}, { in: "cookie" }), "the parameter x is a cookie"],
  ["a parameter without a schema", parameter(undefined), "the parameter x has no schema"],
  ["an optional parameter in a path", set(`${inPath}/required`, false), "it must have required: true"],
  ["a list in a path", set(`${inPath}/schema`, { type: "array" }), "it must be a single value"],
  [
    "two parameters in one step",
    set("/paths/~1{a}-{b}", { get: { operationId: "get", responses: { 204: {} } } }),
    "only one parameter can be in {a}-{b}",
  ],
  [
    "a query in another style than forms",
    parameter({ type: "array" }, { explode: false }),
    "a style of its own: remove style and explode",
  ],
  ["an object in a query", parameter({ type: "object" }), "x is an object: write a parameter for each of its fields"],
  [
    "a secret in a query",
    parameter({ type: "string", format: "password" }),
    "x is a secret in the query, and logs keep URLs",
  ],
  ["servers of an operation", set(`${list}/servers`, [{ url: "/" }]), "it has servers of its own"],
  ["no operation", set("/paths", {}), "it has no paths: write at least one"],
  [
    "two access tokens",
    set(`${list}/security`, [{ AccessToken: [] }, { Key: [] }]),
    "AccessToken, Key: the client sends one",
  ],
  ["an access token in a query", set(`${scheme}/in`, "query"), "write an API key in a header"],
  [
    "a pattern that is no regular expression",
    set(`${schema}/properties/topic/pattern`, "(["),
    "topic/pattern: it is no",
  ],
  [
    "a schema that is made of itself",
    set(`${schema}/allOf`, [{ $ref: `#${schema}` }]),
    "leads back to itself: write what it",
  ],
  [
    "a part of a schema that refers to itself",
    set(`${schema}/properties/topic`, { not: { $ref: `#${schema}/properties/topic` } }),
    "properties/topic refers to itself: move the schema to components/schemas",
  ],
  ["a schema that every object has", set("/components/schemas/toString", {}), "schemas/toString: JavaScript"],
  ["a field that every object has", set(`${schema}/properties/toString`, {}), "properties/toString: JavaScript"],
  [
    "a request with a field that is only read",
    all(
      set(`${schema}/properties/id/readOnly`, true),
      set(`${create}/requestBody/content/application~1json/schema`, { $ref: `#${schema}` }),
    ),
    "createWebhook: it takes id, which is only read: a request and an answer each write out the fields",
  ],
  [
    "an answer with a field that is only sent",
    set(`${schema}/properties/format/writeOnly`, true),
    "it answers with format, which is only sent",
  ],
];

test.each(refusals)("%s is refused in one line that says what to do", async (_, edit, reason) => {
  const contract = readContract();
  edit(contract);
  const built = async () => generate(documentOf(JSON.stringify(contract)));
  await expect(built).rejects.toThrow(/^openapi\.yaml: [^\n]+\.$/);
  await expect(built).rejects.toThrow(reason);
});
