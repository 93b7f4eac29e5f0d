import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { lintDocument } from "../../tools/contract/read.js";
import { projectFolder, run } from "../servers/command.js";
import { readContract } from "./contract.js";
import { copy, type Edit, remove, set } from "./edits.js";

const webhooks = "/paths/~1api~1admin~126.0~1webhooks";
const page = `${webhooks}/get/responses/200/content/application~1json`;
const schemes = "/components/securitySchemes";
const answers = `${webhooks}/get/responses`;

/** For each custom rule, a change to the contract that breaks it. */
const breaches: Record<string, Edit> = {
  "rule/server-of-sandbox": set("/servers/0/variables/base_url/default", "127.0.0.1:4010"),
  "rule/field-described": remove("/components/schemas/Webhook/properties/topic/description"),
  "rule/schema-described": remove("/components/schemas/DeletionResult/description"),
  "rule/body-described": remove(`${webhooks}/put/requestBody/description`),
  "rule/token-described": remove("/components/securitySchemes/AccessToken/description"),
  "rule/summary-of-contract": remove("/info/summary"),
  "rule/description-of-contract": remove("/info/description"),
  "rule/example-summarised": remove(`${page}/examples/WebhookList/summary`),
  "rule/parameter-example": remove("/components/parameters/WebhookId/example"),
  "rule/request-example": remove(`${webhooks}/put/requestBody/content/application~1json/examples`),
  "rule/response-example": remove(`${page}/examples`),
  "rule/path-parameter-required": set("/components/parameters/WebhookId/required", false),
  "rule/written-inline": set("/components/examples", { Topic: { summary: "A topic", value: "orders/create" } }),
  "rule/no-external-docs": set(`${webhooks}/get/externalDocs`, { url: "guides/client.md" }),
  "rule/built-methods": set(`${webhooks}~1{id}/summary`, "One subscription"),
  "rule/built-parameters": set(`${webhooks}/get/parameters/0/in`, "header"),
  "rule/built-styles": set(`${webhooks}/get/parameters/0/style`, "form"),
  "rule/built-responses": copy(`${answers}/200`, `${answers}/404`),
  "rule/built-response-parts": set(`${answers}/200/headers`, { "X-Id": { schema: { type: "string" } } }),
  "rule/built-response-types": copy(page, page.replace("json", "hal+json")),
  "rule/built-security": set(`${webhooks}/get/security`, []),
  "rule/built-token": copy(`${schemes}/AccessToken`, `${schemes}/Key`),
  "rule/built-token-header": set(`${schemes}/AccessToken/in`, "query"),
  "rule/built-servers": set("/servers/1", { url: "https://service.example" }),
  "rule/built-schemas": set("/components/schemas/Webhook/properties/id/readOnly", true),
  "rule/built-formats": set("/components/schemas/Webhook/properties/id/format", "int64"),
  "rule/built-tags": set("/tags/2", { name: "Event hooks", description: "What occurs." }),
  "rule/parameter-name-pascal-case": copy("/components/parameters/WebhookId", "/components/parameters/not_pascal"),
  "rule/operation-id-camel-case": set(`${webhooks}/get/operationId`, "list_webhooks"),
  "rule/summary-sentence-case": set(`${webhooks}/get/summary`, "List Webhooks."),
  "rule/secret-placeholder": set("/components/schemas/OAuth/properties/code/examples", ["hunter2"]),
};

interface Problem {
  ruleId: string;
  severity: string;
}

let folder: string;
/** What Redocly reports: of the contract itself, and then of the breach of each rule. */
let reports: Problem[][];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lint-"));
  const files = Object.values(breaches).map(async (breach, index) => {
    const contract = Object(readContract());
    breach(contract);
    const file = join(folder, `${index}.json`);
    await writeFile(file, JSON.stringify(contract));
    return file;
  });
  const contracts = ["service", ...(await Promise.all(files))].join(" ");
  const { stdout } = await run(`node_modules/.bin/redocly lint --format=json --config=redocly.yaml ${contracts}`);
  // One JSON document for each contract.
  reports = stdout.split(/(?<=^\})(?=\{)/m).map((document) => JSON.parse(document).problems);
});

afterAll(() => rm(folder, { recursive: true }));

test("the contract lints without a problem", () => {
  expect(reports).toHaveLength(1 + Object.keys(breaches).length);
  expect(reports[0]).toEqual([]);
});

test("the lint reports every problem as an error, never as a warning", () => {
  expect(reports.flat().filter(({ severity }) => severity !== "error")).toEqual([]);
});

describe("custom rules", () => {
  test.each(Object.keys(breaches).map((rule, index) => [rule, index + 1] as const))(
    "the custom rule %s reports the breach that it is for, and nothing else",
    (rule, index) => {
      const broken = new Set(reports[index]?.map(({ ruleId }) => ruleId));
      // Some breaches leave a component behind that nothing refers to any more.
      broken.delete("no-unused-components");
      expect(broken).toEqual(new Set([rule]));
    },
  );

  test("these tests have a breach for every custom rule", async () => {
    const { rules } = parse(await readFile(join(projectFolder, "redocly.yaml"), "utf8"));
    const custom = Object.keys(rules).filter((name) => name.startsWith("rule/"));
    expect(custom).toEqual(Object.keys(breaches));
  });

  test("each file that a rule names exists", async () => {
    const rules = await readFile(join(projectFolder, "redocly.yaml"), "utf8");
    const named = rules.match(/\b(src|tools)\/[\w/-]+\.ts\b/g) ?? [];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !existsSync(join(projectFolder, file)))).toEqual([]);
  });
});

describe("`npm run check` and `npm run generate` name the place of what authors get wrong, and its rule", () => {
  const text = readFileSync(join(projectFolder, "openapi.yaml"), "utf8");
  const idOfRecord = "Identifier of the record.\n";

  /** A change of the text, where it is seen, and the rule. YAML itself has none. */
  const mistakes: [what: string, from: string, to: string, seenAt: string, rule: string][] = [
    ["a bad indent", "      summary: Get webhook\n", "     summary: Get webhook\n", "     summary: Get", ""],
    ["a wrong $ref", "parameters/WebhookId", "parameters/WebhookID", "parameters/WebhookID", "no-unresolved-refs"],
    [
      "an operationId that is taken",
      "operationId: getWebhook",
      "operationId: listWebhooks",
      "operationId: listWebhooks\n      tags: [Webhooks]\n      summary: Get",
      "operation-operationId-unique",
    ],
    [
      "a missing example",
      `${idOfRecord}          examples: [7]\n`,
      idOfRecord,
      `id:\n          type: integer\n          description: ${idOfRecord}`,
      "scalar-property-missing-example",
    ],
    [
      "a field without a description",
      "          description: Client identifier.\n",
      "",
      "          type: string\n          examples: [lantern-books]",
      "rule/field-described",
    ],
    ["a server with a slash at its end", ':4010"\n', ':4010/"\n', 'default: "http', "rule/server-of-sandbox"],
    [
      "a failure, for which there is no code",
      '        "200":\n          description: The record',
      '        "404": { description: None. }\n        "200":\n          description: The record',
      '        "404"',
      "rule/built-responses",
    ],
  ];

  test.each(mistakes)("check and generate name the place and the rule of %s", async (_, from, to, seenAt, rule) => {
    const wrong = text.replace(from, to);
    const line = wrong.slice(0, wrong.indexOf(seenAt)).split("\n").length;
    const inner = await mkdtemp(join(folder, "mistake-"));
    await copyFile(join(projectFolder, "redocly.yaml"), join(inner, "redocly.yaml"));
    await writeFile(join(inner, "openapi.yaml"), wrong);
    await expect(lintDocument(inner)).rejects.toThrow(new RegExp(`^openapi\\.yaml:${line}:\\d+: .*${rule}`));
    const { code, output } = await run(`${projectFolder}/node_modules/.bin/redocly lint --format=stylish`, inner);
    expect(code).toBe(1);
    expect(output).toMatch(rule ? new RegExp(`^ +${line}:\\d+ +error +${rule}`, "m") : `(${line}:`);
  });
});
