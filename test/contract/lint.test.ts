import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder, run } from "../servers/command.js";
import { readContract } from "./contract.js";
import { all, copy, type Edit, remove, set } from "./edits.js";

const webhooks = "/paths/~1api~1admin~126.0~1webhooks";
const head = `${webhooks}~1{id}/head`;
const page = `${webhooks}/get/responses/200/content/application~1json`;

/** For each custom rule, a change to the contract that breaks it. */
const breaches: Record<string, Edit> = {
  "rule/known-method": all(copy(`${webhooks}~1{id}/get`, head), set(`${head}/operationId`, "probeWebhook")),
  "rule/field-described": remove("/components/schemas/Webhook/properties/topic/description"),
  "rule/example-summarised": remove(`${page}/examples/WebhookList/summary`),
  "rule/parameter-example": remove("/components/parameters/WebhookId/example"),
  "rule/response-example": remove(`${page}/examples`),
  "rule/written-inline": set("/components/examples", { Topic: { summary: "A topic", value: "orders/create" } }),
  "rule/no-external-docs": set(`${webhooks}/get/externalDocs`, { url: "guides/client.md" }),
  "rule/parameter-name-pascal-case": copy("/components/parameters/WebhookId", "/components/parameters/not_pascal"),
  "rule/operation-id-camel-case": set(`${webhooks}/get/operationId`, "list_webhooks"),
  "rule/summary-sentence-case": set(`${webhooks}/get/summary`, "List Webhooks."),
  "rule/secret-placeholder": set("/components/schemas/OAuth/properties/code/examples", ["hunter2"]),
};

interface Problem {
  ruleId: string;
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

test("the contract lints without an error or a warning", () => {
  expect(reports).toHaveLength(1 + Object.keys(breaches).length);
  expect(reports[0]).toEqual([]);
});

describe("a custom rule reports the breach that it is for, and nothing else", () => {
  test.each(Object.keys(breaches).map((rule, index) => [rule, index + 1] as const))("%s", (rule, index) => {
    const broken = new Set(reports[index]?.map(({ ruleId }) => ruleId));
    // Some breaches leave a component behind that nothing refers to any more.
    broken.delete("no-unused-components");
    expect(broken).toEqual(new Set([rule]));
  });

  test("these tests have a breach for every custom rule", async () => {
    const { rules } = parse(await readFile(join(projectFolder, "redocly.yaml"), "utf8"));
    const custom = Object.keys(rules).filter((name) => name.startsWith("rule/"));
    expect(custom).toEqual(Object.keys(breaches));
  });
});
