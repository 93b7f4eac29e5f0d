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
const parameter = (place: string, others: object) => ({ name: "x", in: place, required: true, ...others });

/** What nothing can be built from, with a part of the refusal. */
const refusals: Record<string, [edit: Edit, reason: string]> = {
  "an operation without a name": [
    remove(`${list}/operationId`),
    "paths/api/admin/26.0/webhooks/get: it has no operationId",
  ],
  "an operation without a success": [
    set(`${list}/responses`, { 404: { description: "None." } }),
    "listWebhooks: write one response for success",
  ],
  "an answer that is no JSON": [set(content, { "text/plain": {} }), " with text/plain"],
  "a body of a GET": [set(`${list}/requestBody`, { content: {} }), "fetch sends no body with GET: use a query"],
  "a cookie": [set(`${list}/parameters/0`, parameter("cookie", { schema: {} })), "the parameter x is a cookie"],
  "a parameter without a schema": [
    set(`${list}/parameters/0`, parameter("query", {})),
    "the parameter x has no schema",
  ],
  "an optional parameter in a path": [set(`${inPath}/required`, false), "it must have required: true"],
  "a list in a path": [set(`${inPath}/schema`, { type: "array" }), "it must be a single value"],
  "two parameters in one step": [
    set("/paths/~1{a}-{b}", { get: { operationId: "get", responses: { 204: {} } } }),
    "only one parameter can be in {a}-{b}",
  ],
  "servers of an operation": [set(`${list}/servers`, [{ url: "/" }]), "it has servers of its own"],
  "no operation": [set("/paths", {}), "it has no paths: write at least one"],
  "a query that is not written as forms are": [
    set(`${list}/parameters/0`, parameter("query", { schema: { type: "array" }, style: "pipeDelimited" })),
    "listWebhooks: the parameter x has a style of its own: remove style and explode",
  ],
  "an object in a query": [
    set(`${list}/parameters/0`, parameter("query", { schema: { type: "object" } })),
    "the parameter x is an object: write a parameter for each of its fields",
  ],
  "a secret in a query": [
    set(`${list}/parameters/0`, parameter("query", { schema: { type: "string", format: "password" } })),
    "the parameter x is a secret in the query, and logs keep URLs: write a header",
  ],
  "a list in one parameter of a query": [
    set(`${list}/parameters/0`, parameter("query", { schema: { type: "array" }, explode: false })),
    "the parameter x has a style of its own",
  ],
  "a body of another kind of JSON": [
    set(`${create}/requestBody`, { content: { "application/merge-patch+json": {} } }),
    "createWebhook: it takes application/merge-patch+json: only JSON can be built, so declare application/json, too",
  ],
  "an operation with a second success": [
    set(`${list}/responses/204`, { description: "No webhook." }),
    "listWebhooks: write one response for success, with a status from 200 to 299",
  ],
  "a second access token in one operation": [
    set(`${list}/security`, [{ AccessToken: [] }, { Key: [] }]),
    "the operations use AccessToken, Key: the client sends one access token, so use one scheme",
  ],
  "two access tokens": [
    all(set("/security/0/Key", []), set("/components/securitySchemes/Key", { type: "http", scheme: "bearer" })),
    "the operations use AccessToken, Key",
  ],
  "an access token in a query": [set(`${scheme}/in`, "query"), "write an API key in a header"],
  "a pattern that is no regular expression": [
    set(`${schema}/properties/topic/pattern`, "(["),
    "topic/pattern: it is no",
  ],
  "a schema that is made of itself": [set(`${schema}/allOf`, [{ $ref: `#${schema}` }]), "leads back to itself"],
  "a list of itself": [
    set(`${schema}/anyOf`, [{ type: "array", items: { $ref: `#${schema}` } }]),
    "leads back to itself: write what it stands for",
  ],
  "a part of a schema that refers to itself": [
    set(`${schema}/properties/topic`, { not: { $ref: `#${schema}/properties/topic` } }),
    `properties/topic refers to itself: move the schema to components/schemas`,
  ],
  "a schema that every object has": [set("/components/schemas/toString", {}), "schemas/toString: JavaScript"],
  "a field that every object has": [set(`${schema}/properties/toString`, {}), "properties/toString: JavaScript"],
  "a request with a field that is only read": [
    all(
      set(`${schema}/properties/id/readOnly`, true),
      set(`${create}/requestBody/content/application~1json/schema`, { $ref: `#${schema}` }),
    ),
    "createWebhook: it takes id, which is only read: a request and an answer each write out the fields",
  ],
  "an answer with a field that is only sent": [
    set(`${schema}/properties/format/writeOnly`, true),
    "it answers with format, which is only sent",
  ],
};

test.each(Object.entries(refusals))("%s is refused in one line that says what to do", async (_, [edit, reason]) => {
  const contract = readContract();
  edit(contract);
  const built = async () => generate(documentOf(JSON.stringify(contract)));
  await expect(built).rejects.toThrow(/^openapi\.yaml: [^\n]+\.$/);
  await expect(built).rejects.toThrow(reason);
});
