import { expect, test } from "vitest";
import { details, operation } from "../../generated/contract.js";
import { buildableContract } from "../../tools/contract/buildable.js";
import { documentOf } from "../../tools/contract/reader.js";
import { all, type Edit, remove, set } from "../diff/library.js";
import { projectFolder } from "../servers/command.js";
import { ids, names, pointerOf } from "../worlds/roles.js";
import { readContract, resolved } from "./contract.js";

const list = pointerOf("list");
const create = pointerOf("create");
const schema = `/components/schemas/${details[ids.get]?.resource}`;
const scheme = "/components/securitySchemes/AccessToken";
const content = `${resolved(readContract(), `${pointerOf("get")}/responses/200`)}/content`;
const inPath = resolved(readContract(), `${pointerOf("get")}/parameters/0`);
const parameter = (place: string, others: object) => ({ name: "x", in: place, required: true, ...others });

/** What nothing can be built from, with a part of the refusal. */
const refusals: Record<string, [edit: Edit, reason: string]> = {
  "an operation without a name": [
    remove(`${list}/operationId`),
    `paths${operation(ids.list).path}/get: it has no operationId`,
  ],
  "an operation without a success": [
    set(`${list}/responses`, { 404: { description: "None." } }),
    `${ids.list} has no response`,
  ],
  "an answer that is no JSON": [set(content, { "text/plain": {} }), " with text/plain"],
  "a body that is no JSON": [
    set(`${create}/requestBody`, { content: { "text/csv": {} } }),
    `${ids.create}: it takes text/csv`,
  ],
  "a body of a GET": [set(`${list}/requestBody`, { content: {} }), "fetch sends no body with GET: use a query"],
  "a cookie": [set(`${list}/parameters/0`, parameter("cookie", { schema: {} })), "the parameter x is a cookie"],
  "a parameter without a schema": [
    set(`${list}/parameters/0`, parameter("query", {})),
    "the parameter x has no schema",
  ],
  "an optional parameter in a path": [set(`${inPath}/required`, false), "it must have required: true"],
  "a list in a path": [set(`${inPath}/schema`, { type: "array" }), "it must be a single value"],
  "two parameters in one step": [
    set("/paths/~1{a}-{b}", { get: { operationId: "get" } }),
    "only one parameter can be in {a}-{b}",
  ],
  "servers of an operation": [set(`${list}/servers`, [{ url: "/" }]), "it has servers of its own"],
  "a callback to a header": [
    set(`${create}/callbacks`, { sent: { "{$request.header.x}": {} } }),
    "not to {$request.header.x}",
  ],
  "no operation": [set("/paths", {}), "it has no paths: write at least one"],
  "two access tokens": [
    all(set("/security/0/Key", []), set("/components/securitySchemes/Key", { type: "http", scheme: "bearer" })),
    "the operations use AccessToken, Key",
  ],
  "an access token in a query": [set(`${scheme}/in`, "query"), "write an API key in a header"],
  "a pattern that is no regular expression": [
    set(`${schema}/properties/${names.event}/pattern`, "(["),
    `${names.event}/pattern: it is no`,
  ],
  "a schema that is made of itself": [set(`${schema}/allOf`, [{ $ref: `#${schema}` }]), "leads back to itself"],
  "a list of itself": [
    set(`${schema}/anyOf`, [{ type: "array", items: { $ref: `#${schema}` } }]),
    "leads back to itself: write what it stands for",
  ],
  "a part of a schema that refers to itself": [
    set(`${schema}/properties/${names.event}`, { not: { $ref: `#${schema}/properties/${names.event}` } }),
    `properties/${names.event} refers to itself: move the schema to components/schemas`,
  ],
  "a schema that every object has": [set("/components/schemas/toString", {}), "schemas/toString: JavaScript"],
  "a discriminator that names a schema without a reference": [
    set(`${schema}/discriminator`, { propertyName: "format", mapping: { json: "Webhook" } }),
    'discriminator/mapping/json: the $ref "Webhook" leads to nothing',
  ],
  "a field that every object has": [set(`${schema}/properties/toString`, {}), "properties/toString: JavaScript"],
};

test.each(Object.entries(refusals))("%s is refused in one line that says what to do", async (_, [edit, reason]) => {
  const contract = readContract();
  edit(contract);
  const built = async () =>
    buildableContract(await documentOf(JSON.stringify(contract), `${projectFolder}/openapi.yaml`));
  await expect(built).rejects.toThrow(/^openapi\.yaml: [^\n]+\.$/);
  await expect(built).rejects.toThrow(reason);
});
