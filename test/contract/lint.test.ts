import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder, run } from "../servers/command.js";
import { documentedContract, pointers } from "../worlds/documented.js";
import { all, copy, type Edit, remove, set } from "./edits.js";

const head = pointers.get.replace(/get$/, "head");

/** For each custom rule, a change to the contract that breaks it. */
const breaches: Record<string, Edit> = {
  "rule/known-method": all(copy(pointers.get, head), set(`${head}/operationId`, "probeWebhook")),
  "rule/field-described": remove("/components/schemas/Webhook/properties/topic/description"),
  "rule/example-summarised": remove("/components/examples/OAuth/summary"),
  "rule/parameter-example": remove("/components/parameters/Limit/example"),
  "rule/response-example": remove("/components/responses/WebhookDeletion/content/application~1json/examples"),
  "rule/response-name-pascal-case": copy("/components/responses/OneWebhook", "/components/responses/not_pascal"),
  "rule/parameter-name-pascal-case": copy("/components/parameters/Limit", "/components/parameters/not_pascal"),
  "rule/request-body-name-pascal-case": copy(
    "/components/requestBodies/UpdateWebhook",
    "/components/requestBodies/not_pascal",
  ),
  "rule/example-name-pascal-case": copy("/components/examples/OAuth", "/components/examples/not_pascal"),
  "rule/operation-id-camel-case": set(`${pointers.list}/operationId`, "list_webhooks"),
  "rule/summary-sentence-case": set(`${pointers.list}/summary`, "List Webhooks."),
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
    const contract = documentedContract();
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
