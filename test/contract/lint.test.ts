import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder, run } from "../servers/command.js";
import { at, readContract } from "./contract.js";

/** For each custom rule, a change to the contract that breaks it. */
const breaches: Record<string, (contract: unknown) => void> = {
  "rule/example-summarised": (contract) => edit(contract, "/components/examples/OAuth", { summary: undefined }),
  "rule/parameter-example": (contract) => edit(contract, "/components/parameters/Limit", { example: undefined }),
  "rule/response-example": (contract) =>
    edit(contract, "/components/responses/WebhookDeletion/content/application~1json", { examples: undefined }),
  "rule/response-name-pascal-case": (contract) =>
    edit(contract, "/components/responses", { not_pascal: at(contract, "/components/responses/OneWebhook") }),
  "rule/parameter-name-pascal-case": (contract) =>
    edit(contract, "/components/parameters", { not_pascal: at(contract, "/components/parameters/Limit") }),
  "rule/request-body-name-pascal-case": (contract) =>
    edit(contract, "/components/requestBodies", {
      not_pascal: at(contract, "/components/requestBodies/UpdateWebhook"),
    }),
  "rule/example-name-pascal-case": (contract) =>
    edit(contract, "/components/examples", { not_pascal: at(contract, "/components/examples/OAuth") }),
  "rule/operation-id-camel-case": (contract) =>
    edit(contract, "/paths/~1api~1admin~126.0~1webhooks/get", { operationId: "list_webhooks" }),
  "rule/summary-sentence-case": (contract) =>
    edit(contract, "/paths/~1api~1admin~126.0~1webhooks/get", { summary: "List Webhooks." }),
  "rule/secret-placeholder": (contract) =>
    edit(contract, "/components/schemas/OAuth/properties/code", { examples: ["hunter2"] }),
};

/** Sets keys of the object at a pointer; `undefined` removes one. */
function edit(contract: unknown, pointer: string, changes: Record<string, unknown>): void {
  const node = Object(pointer ? at(contract, pointer) : contract);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete node[key];
    else node[key] = value;
  }
}

interface Problem {
  ruleId: string;
}

let folder: string;
/** What Redocly reports: of the contract itself, and then of the breach of each rule. */
let reports: Problem[][];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lint-"));
  const files = Object.values(breaches).map(async (breach, index) => {
    const contract = readContract();
    breach(contract);
    const file = join(folder, `${index}.json`);
    await writeFile(file, JSON.stringify(contract));
    return file;
  });
  const contracts = ["service", ...(await Promise.all(files))].join(" ");
  const { stdout } = await run(`npx redocly lint --format=json --config=redocly.yaml ${contracts}`);
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
