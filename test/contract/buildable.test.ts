import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { documentOf } from "../../tools/contract/reader.js";
import { checkContract, generate } from "../../tools/generate/generate.js";
import { at, pointers, readContract } from "./contract.js";
import { type Edit, remove, set } from "./edits.js";

const { list, create, get } = pointers;
const webhook = "/components/schemas/Webhook";
const json = "content/application~1json";
const header = (name: string, schema: object) => set(`${get}/responses/200/headers`, { [name]: { schema } });
const parameter = (name: string, place: string) => set(`${list}/parameters/0`, { name, in: place, schema: {} });

/** Changes the description of the contract. */
const inDescription = (change: (text: string) => string): Edit => {
  return (contract) => set("/info/description", change(String(at(contract, "/info/description"))))(contract);
};

test.each<[what: string, edit: Edit, reason: string]>([
  ["another version of OpenAPI", set("/openapi", "3.0.3"), "it must begin with openapi: 3.1.1"],
  ["no operation", set("/paths", {}), "it has no paths: write at least one"],
  ["a reference to nothing", set(webhook, { $ref: "#/components/schemas/None" }), "None leads to nothing in this file"],
  ["a reference to another file", set(webhook, { $ref: "other.yaml#/Webhook" }), "leads to nothing in this file"],
  [
    "a reference into a schema",
    set(`${list}/parameters/0/schema`, { $ref: `#${webhook}/properties/id` }),
    "write out what it stands for",
  ],
  ["an operation without a name", remove(`${list}/operationId`), 'webhooks: "" is no name in code: write a word'],
  ["a schema that is no type", set("/components/schemas/any", {}), "schemas/any is no name of a type: write a word"],
  [
    "a schema that a method is in the way of",
    set("/components/schemas/WebhookPage", {}),
    "the client would have two types WebhookPage",
  ],
  ["two methods of one name", set(`${get}/operationId`, "listWebhook"), "listWebhook: service.webhooks.list is taken"],
  ["a tag that is no name", set(`${list}/tags`, ["Event-types"]), '"Event-types" is no name in code'],
  ["a parameter in a cookie", parameter("x", "cookie"), "listWebhooks: the parameter x must be in the path, in"],
  ["a header that the client sends", parameter("Accept", "header"), "the client sends the header Accept itself"],
  ["an operation without a success", set(`${list}/responses`, { 404: {} }), "its only success must have one status"],
  ["a second status of success", set(`${list}/responses/201`, {}), "its only success must have one status"],
  [
    "a failure that is no JSON",
    set(`${get}/responses/404`, { description: "None.", content: { "text/plain": { schema: {} } } }),
    "getWebhook: its 404 must have no body, or one of JSON",
  ],
  [
    "a failure whose schema has no name",
    set(`${get}/responses/4XX`, { description: "No.", content: { "application/json": { schema: {}, example: {} } } }),
    "its 4XX must have no body, or one of JSON: an object whose schema is in components/schemas, with an example",
  ],
  [
    "a failure without an example",
    set(`${get}/responses/default`, {
      description: "No.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/DeletionResult" } } },
    }),
    "its default must have no body",
  ],
  ["a header without an example", header("X-Request-Id", { type: "string" }), "the header X-Request-Id has no example"],
  ["a header that is a list", header("X-Tags", { type: "array" }), "the header X-Tags must be a text, a number or"],
  [
    "a header that says where",
    header("Location", { type: "string" }),
    "the header Location cannot be built, since its",
  ],
  [
    "an answer that is no JSON",
    set(`${get}/responses/200/content`, { "text/plain": { schema: {} } }),
    "and application/json or no body",
  ],
  [
    "a body that is no JSON",
    set(`${create}/requestBody/content`, { "text/plain": { schema: {} } }),
    "below one key of application/",
  ],
  ["a body that is optional", set(`${create}/requestBody/required`, false), "createWebhook: its body must be required"],
  ["what all operations of a path share", set("/paths/~1a", { parameters: [] }), "paths/a: parameters cannot be built"],
  ["an access token in a query", set("/components/securitySchemes/AccessToken/in", "query"), "an API key in a header"],
  [
    "a second access token",
    set("/components/securitySchemes/Key", {}),
    "securitySchemes: write one, an API key in a he",
  ],
  ...["", "/", "127.0.0.1:4010", "http://127.0.0.1:4010/", "http://127.0.0.1", "https://service.example"].map(
    (server): [string, Edit, string] => [
      `the default server "${server}"`,
      set("/servers/0/variables/base_url/default", server),
      `servers/0: "${server}" is not where the sandbox can listen: write a default such as http://127.0.0.1:4010`,
    ],
  ),
  [
    "a chapter under another title, to which the docs link",
    inDescription((text) => text.replace("# Authentication\n", "# Access tokens\n")),
    'info/description: write the chapter "# Authentication", to which the docs link',
  ],
  [
    "a register whose columns are called otherwise",
    inDescription((text) => text.replaceAll("| Question |", "| Point |")),
    'no "Question" table has the row "Which scopes an access token has, and how long it lives", which is marked: add it',
  ],
  [
    "a point that the register does not list",
    inDescription((text) => text.replace("**Not specified:** which rate", "**Not specified:** how many rate")),
    'no "Question" table has the row "How many rate limits apply"',
  ],
  [
    "a pattern that is none",
    set(`${webhook}/properties/topic/pattern`, "(["),
    "topic/pattern is ([, which is no regular expression: correct it",
  ],
  ["a schema of several", set(`${webhook}/allOf`, []), "components/schemas/Webhook: allOf cannot be built: write out"],
  ["a schema with a condition", set(`${webhook}/if`, {}), "Webhook: if cannot be built: remove it"],
  [
    "a schema that is none",
    set(`${webhook}/anyOf`, []),
    "Webhook is no schema: it/anyOf must NOT have fewer than 1 items",
  ],
  [
    "a format that nothing checks",
    set(`${webhook}/properties/topic/format`, "email"),
    "topic/format is email: write one",
  ],
  ["an example that nothing shows", set(`${webhook}/example`, {}), "Webhook: example cannot be built: write examples"],
  ["what follows a response", set(`${get}/responses/200/links`, {}), "responses/200: links cannot be built: remove it"],
  [
    "another encoding of a body",
    set(`${create}/requestBody/${json}/encoding`, {}),
    "json: encoding cannot be built: rem",
  ],
  ["a parameter in another style", set(`${list}/parameters/0/style`, "form"), "style cannot be built: remove it, and"],
  ["what distinguishes alternatives", set(`${webhook}/discriminator`, {}), "discriminator cannot be built: remove it"],
  ["whom to ask", set("/info/contact", {}), "info: contact cannot be built: remove it"],
  [
    "a second server",
    set("/servers/1", { url: "https://service.example" }),
    "servers: write one, which the client, the",
  ],
  ["a server of one operation", set(`${get}/servers`, []), "servers cannot be built: remove it, and write one server"],
  [
    "a header whose example is of another type",
    set(`${get}/responses/200/headers`, { "X-Left": { schema: { type: "integer" }, example: "many" } }),
    "the header X-Left has an example that its schema does not allow",
  ],
  [
    "a header with the media type",
    header("Content-Type", { type: "string" }),
    "is the media type of the body: remove it",
  ],
  [
    "a field that is only read",
    set(`${webhook}/properties/id/readOnly`, true),
    "id: readOnly cannot be built: remove it, and leave the field out of the bodies of requests",
  ],
])("%s cannot be built, and is refused in one line", async (_, edit, reason) => {
  const contract = readContract();
  edit(contract);
  const built = async () => generate(documentOf(JSON.stringify(contract)));
  await expect(built).rejects.toThrow(/^openapi\.yaml: [^\n]+\.$/);
  await expect(built).rejects.toThrow(reason);
});

const topicSent = `${create}/requestBody/${json}/examples/Required/value/webhook/topic`;

test.each<[what: string, edit: Edit | undefined, reason: RegExp]>([
  ["with a form that OpenAPI 3.1 does not have", set(`${webhook}/nullable`, true), /correct or remove it/],
  ["with an example that does not match", remove(topicSent), /topic/],
  ["with an answer without an example", remove(`${get}/responses/200/${json}/examples`), /Every response has an/],
  ["with a field without an example", remove(`${webhook}/properties/topic/examples`), /example/],
  ["without rules", undefined, /^redocly\.yaml cannot be read: /],
])("a contract %s is refused by every command, in one line", async (_, edit, reason) => {
  const folder = await mkdtemp(join(tmpdir(), "contract-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const contract = readContract();
  edit?.(contract);
  await writeFile(join(folder, "openapi.yaml"), JSON.stringify(contract));
  if (edit) await copyFile(new URL("../../redocly.yaml", import.meta.url), join(folder, "redocly.yaml"));
  const checked = checkContract(folder);
  await expect(checked).rejects.toThrow(/^(openapi|redocly)\.yaml[^\n]+\.( \d+ more: npm run check\.)?$/);
  await expect(checked).rejects.toThrow(reason);
});
