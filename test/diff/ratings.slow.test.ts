import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { type OperationId, operations, responseExamples } from "../../generated/contract.js";
import { at, operationsOf, readContract, resolved } from "../contract/contract.js";
import { all, type Edit, remove, rename, set } from "../contract/edits.js";
import { projectFolder } from "../servers/command.js";

/** What a change of the contract means for callers. */
type Rating = "major" | "minor" | "patch";

/** The contract as plain values: each YAML alias is a copy. */
const contract = readContract();

/** An edit at a pointer that may pass through references. */
const through = (edit: (pointer: string) => Edit, pointer: string): Edit => {
  const end = pointer.lastIndexOf("/");
  return (copied) => edit(resolved(copied, pointer.slice(0, end)) + pointer.slice(end))(copied);
};
const write = (pointer: string, value: unknown) => through((place) => set(place, value), pointer);
const drop = (pointer: string) => through(remove, pointer);
const call = (pointer: string, name: string) => through((place) => rename(place, name), pointer);
/** Writes a member after the others of a list. */
const add = (pointer: string, member: unknown): Edit => {
  return (copied) => write(`${pointer}/${Object(at(copied, pointer)).length}`, member)(copied);
};

/** Renames a schema, and what refers to it. */
const callSchema = (before: string, after: string): Edit => {
  return (copied) => {
    rename(`/components/schemas/${before}`, after)(copied);
    const text = JSON.stringify(copied).replaceAll(`#/components/schemas/${before}"`, `#/components/schemas/${after}"`);
    Object.assign(Object(copied), JSON.parse(text));
  };
};

const pointerOf = (id: OperationId) => operationsOf(contract).find((operation) => operation.id === id)?.pointer ?? "";
/** The success of an operation. */
const successOf = (id: OperationId) => `${pointerOf(id)}/responses/${operations[id].status}`;
const [list, create, get] = [pointerOf("listWebhooks"), pointerOf("createWebhook"), pointerOf("getWebhook")];
const item = get.slice(0, get.lastIndexOf("/"));
const bodies = { sent: `${create}/requestBody/content`, received: `${successOf("getWebhook")}/content` };
const [sentBody, receivedBody] = [
  `${bodies.sent}/application~1json/schema`,
  `${bodies.received}/application~1json/schema`,
];
const [sent, received] = [`${sentBody}/properties/webhook`, `${receivedBody}/properties/webhook`];
const address = `${pointerOf("deliverWebhook")}/callbacks/delivery/{$request.body#~1webhook~1address}`;
const [delivered, answered] = [`${address}/post`, `${address}/post/responses`];
const ANSWERED = write(answered, { 200: { description: "It is taken." } });
const JSON_OBJECT = { "application/json": { schema: { type: "object" } } };

const listExample = `${successOf("listWebhooks")}/content/application~1json/examples/WebhookList/value`;
const createExample = `${bodies.sent}/application~1json/examples/Required/value`;
const alternative = `${get}/parameters/0/schema/anyOf/0`;
const ONLY_EXAMPLE = write(`${bodies.received}/text~1csv`, { example: { a: 1 } });
const LONG = "More words than the parameter has had before. ".repeat(20);
const DIALECT = "https://spec.openapis.org/oas/3.1/dialect/base";

const { topic } = responseExamples.getWebhook.webhook;

/** A change in words, the change, and what it begins with, if that is not in the contract. */
type Row = readonly [change: string, edit: Edit, begin?: Edit];

/** The table of CONTRIBUTING.md ("Versions"): its rows, the rating of each, and changes of that kind. */
const TABLE: Record<string, readonly [Rating, ...Row[]]> = {
  "fewer values that callers may send": [
    "major",
    ["a field is bounded", write(`${sent}/properties/topic/maxLength`, 99)],
    ["a field must be sent", add(`${sent}/required`, "format")],
    ["a field is no longer listed", drop(`${sent}/properties/event`)],
    ["a parameter is gone", drop(`${list}/parameters/3`)],
    ["a body that must be sent is added", write(`${get}/requestBody`, { required: true, content: JSON_OBJECT })],
    [
      "a body may no longer be anything",
      write(`${bodies.sent}/text~1csv/schema`, {}),
      write(`${bodies.sent}/text~1csv`, {}),
    ],
    ["a field may no longer be anything", write(`${sent}/properties/a`, {}), write(`${sent}/required`, ["a"])],
    ["a delivery must be answered with a body", write(`${answered}/200/content`, JSON_OBJECT), ANSWERED],
    [
      "a delivery must be answered with a header",
      write(`${answered}/200/headers`, { "X-Seen": { required: true, schema: {} } }),
      ANSWERED,
    ],
    ["the header of the access token is renamed", write("/components/securitySchemes/AccessToken/name", "X-Token")],
  ],
  "more values that callers may send": [
    "minor",
    ["a field is no longer bounded", drop(`${sent}/properties/topic/pattern`)],
    ["a field may be left out", write(`${sent}/required`, ["topic"])],
    ["a field is added", write(`${sent}/properties/note`, { type: "string" })],
    ["an enum has a further value", add(`${sent}/properties/format/enum`, "csv")],
    ["a parameter is added", add(`${list}/parameters`, { name: "shop", in: "query", schema: { type: "string" } })],
    ["a default is added", write(`${list}/parameters/2/schema/default`, "title")],
    ["an operation is added", write(`${item}/patch`, { operationId: "change", tags: ["Webhooks"], responses: {} })],
  ],
  "more values that callers may receive": [
    "major",
    ["a field is no longer bounded", drop(`${received}/properties/topic/pattern`)],
    ["a field may be missing", write(`${received}/required`, ["id"])],
    ["an enum has a further value", add(`${received}/properties/format/enum`, "csv")],
    ["a field is gone", drop(`${received}/properties/topic`)],
    ["a delivery is sent to another address", call(address, "{$url}")],
    ["a delivery has a further media type", write(`${delivered}/requestBody/content/text~1csv`, {})],
    ["a delivery has no body", drop(`${delivered}/requestBody`)],
    [
      "a delivery may have no body",
      write(`${delivered}/requestBody/required`, false),
      write(`${delivered}/requestBody/required`, true),
    ],
  ],
  "fewer values that callers may receive": [
    "minor",
    ["a field is bounded", write(`${received}/properties/topic/maxLength`, 99)],
    ["a field is added", write(`${received}/properties/note`, { type: "string" })],
    ["a failure is described", write(`${get}/responses/418`, { description: "There is none." })],
  ],
  "fewer values that callers may receive, where the types show it": [
    "major",
    ["a value of an enum is gone", write(`${received}/properties/format/enum`, ["json"])],
    ["a text becomes one of an enum", write(`${received}/properties/topic/enum`, [topic])],
    ["a value becomes one of some alternatives", write(`${received}/properties/topic/anyOf`, [{ minLength: 1 }])],
    [
      "an alternative is gone",
      drop(`${received}/properties/topic/anyOf/1`),
      write(`${received}/properties/topic/anyOf`, [{ minLength: 1 }, { type: "null" }]),
    ],
    ["a type becomes narrower", write(`${received}/properties/topic/const`, topic)],
  ],
  "another default of a value that may be left out": [
    "major",
    ["a parameter has another default", write(`${list}/parameters/0/schema/default`, 50)],
    ["a field has another default", write(`${sent}/properties/format/default`, "xml")],
    ["the default of a field becomes an object", write(`${sent}/properties/format/default`, { a: 1 })],
    ["a parameter has no default any more", drop(`${list}/parameters/0/schema/default`)],
  ],
  "a further success status": [
    "major",
    ["an operation has a second success status", write(`${create}/responses/201`, { description: "It is created." })],
    ["an operation has a range of success statuses", write(`${create}/responses/2XX`, { description: "It is done." })],
  ],
  "another first server": [
    "major",
    ["the first server has another URL", write("/servers/0/url", "https://service.example")],
    [
      "a server is put before the first one",
      (copied) => Object(at(copied, "/servers")).unshift({ url: "https://service.example" }),
    ],
    ["a path has a server of its own", write(`${item}/servers`, [{ url: "https://service.example" }])],
    ["an operation has a server of its own", write(`${get}/servers`, [{ url: "https://service.example" }])],
  ],
  "a second key next to the only one of a body": [
    "major",
    ["a body that is sent has a second key", write(`${sentBody}/properties/note`, { type: "string" })],
    ["a body that is received has a second key", write(`${receivedBody}/properties/note`, { type: "string" })],
    ["the only key of a body may be left out", write(`${sentBody}/required`, [])],
    [
      "a page has a second list",
      write(`${successOf("listWebhooks")}/content/application~1json/schema/properties/a`, { type: "array" }),
    ],
  ],
  "another name of a path parameter or a component": [
    "major",
    [
      "a path parameter is renamed",
      all(
        write(`${get}/parameters/0/name`, "webhook"),
        rename(item, operations.getWebhook.path.replace("{id}", "{webhook}")),
      ),
    ],
    ["a schema is renamed", callSchema("Pagination", "Position")],
  ],
  "another name of an operation, or another group of it in the client": [
    "major",
    ["an operation has another id", write(`${get}/operationId`, "readWebhook")],
    ["an operation has another first tag", write(`${get}/tags`, ["OAuth", "Webhooks"])],
  ],
  "a media type that is no longer sent or received": [
    "major",
    ["a media type is no longer sent", call(`${bodies.sent}/application~1json`, "text/plain")],
    ["a media type is no longer received", call(`${bodies.received}/application~1json`, "text/plain")],
    ["a further media type is received", write(`${bodies.received}/text~1csv`, {})],
  ],
  "what else code may rely on": [
    "major",
    [
      "a body is encoded in another way",
      write(`${bodies.sent}/application~1json/encoding`, { webhook: { style: "form" } }),
    ],
    [
      "alternatives are distinguished in another way",
      drop(`${received}/discriminator/mapping/a`),
      write(`${received}/discriminator`, { propertyName: "id", mapping: { a: "#/components/schemas/Webhook" } }),
    ],
    [
      "a delivery is signed in another way",
      write(`${delivered}/security`, []),
      write(`${delivered}/security`, [{ AccessToken: [] }]),
    ],
    ["the number of a page is no longer an integer", write(`${list}/parameters/1/schema/type`, "number")],
    ["schemas are written in another dialect", write("/jsonSchemaDialect", DIALECT)],
  ],
  "any change below oneOf, not or a similar keyword": [
    "major",
    [
      "not forbids less, which looks like a looser bound",
      write(`${received}/properties/topic/not/minLength`, 9),
      write(`${received}/properties/topic/not`, { minLength: 5 }),
    ],
    [
      "an alternative of oneOf accepts more, so that two accept the same",
      write(`${sent}/properties/topic/oneOf/0/maxLength`, 9),
      write(`${sent}/properties/topic/oneOf`, [{ maxLength: 5 }, { minLength: 6 }]),
    ],
  ],
  "a deprecation": [
    "minor",
    ["an operation is deprecated", write(`${get}/deprecated`, true)],
    ["a field is deprecated", write(`${received}/properties/topic/deprecated`, true)],
  ],
  "words, examples, samples": [
    "patch",
    ["an operation has another description", write(`${get}/description`, "Returns it.")],
    ["a parameter has a much longer description", write(`${list}/parameters/1/description`, LONG)],
    ["a server has a much longer description", write("/servers/0/description", LONG)],
    [
      "an alternative has a much longer description",
      write(`${alternative}/description`, LONG),
      write(`${alternative}/description`, "A whole number."),
    ],
    ["a field has other examples", write(`${received}/properties/topic/examples`, ["a/b"])],
    [
      "a body has a further example",
      write(`${bodies.received}/application~1json/examples/New`, { value: { webhook: {} } }),
    ],
    ["a value in the example of a list changes", write(`${listExample}/webhooks/0/topic`, "carts/update")],
    ["a value in the example of a body changes", write(`${createExample}/webhook/topic`, "carts/update")],
    ["a value in the example of a parameter changes", write(`${list}/parameters/2/examples/Title/value`, "topic")],
    ["the only example of a body changes", write(`${bodies.received}/text~1csv/example`, { a: 2 }), ONLY_EXAMPLE],
    ["an operation has other samples", write(`${get}/x-codeSamples`, [{ lang: "curl", source: "curl" }])],
    ["a tag is added", add("/tags", { name: "Others" })],
    ["an enum has another order", write(`${received}/properties/format/enum`, ["xml", "json"])],
  ],
};

/** The contract after an edit. */
function edited(edit: Edit): unknown {
  const copied = structuredClone(contract);
  edit(copied);
  return copied;
}

/** What `redocly diff` says of two contracts, with our rules: the greatest rating, and all changes. */
async function compare(base: unknown, revision: unknown): Promise<{ rating: Rating | undefined; changes: unknown }> {
  const folder = await mkdtemp(join(tmpdir(), "ratings-"));
  try {
    const files = [join(folder, "base.json"), join(folder, "revision.json")] as const;
    await writeFile(files[0], JSON.stringify(base));
    await writeFile(files[1], JSON.stringify(revision));
    const options = ["--config", "tools/diff/redocly.yaml", "--format", "json", "--fail-on", "none"];
    const { stdout } = await promisify(execFile)("node_modules/.bin/redocly", ["diff", ...files, ...options], {
      cwd: projectFolder,
      maxBuffer: Number.POSITIVE_INFINITY,
    });
    const { summary, changes } = JSON.parse(stdout);
    return { rating: (["major", "minor", "patch"] as const).find((one) => summary[one] > 0), changes };
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe.concurrent.each(Object.entries(TABLE))("%s", (_, [rating, ...changes]) => {
  test.for(changes)(`npm run diff rates as ${rating}: %s`, async ([, edit, begin = () => {}]) => {
    const compared = await compare(edited(begin), edited(all(begin, edit)));
    expect(compared.rating, JSON.stringify(compared.changes)).toBe(rating);
  });
});
