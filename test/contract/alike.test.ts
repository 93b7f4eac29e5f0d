import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lintContract } from "../../tools/contract/first-lint-error.js";
import { documentOf } from "../../tools/contract/reader.js";
import { checkBuild, checkContract } from "../../tools/generate/check-contract.js";
import { failureOf } from "../client/examples.js";
import { all, type Edit, remove, set } from "../diff/library.js";
import { changed } from "../evolution/shapes.js";
import { documentedContract } from "../worlds/documented.js";

const tag = (name: string) => ({ name, description: "Made for a test." });

/** What the lint lets pass and the generation refuses, with a part of the refusal. All commands make both checks. */
const refusals: Record<string, [edit: Edit, reason: string]> = {
  "two tags of one name in the client": [
    all(set("/tags/2", tag("web-hooks")), set("/tags/3", tag("Web hooks"))),
    "the tags web-hooks and Web hooks are both webHooks in the client: rename one",
  ],
  "an answer's example that contradicts its schema": [
    set("/components/examples/Webhook/value/webhook/id", "one"),
    "its example does not match its schema: /webhook/id must be integer. Correct one of them",
  ],
  "an answer with a look-ahead in a pattern, and without an example": [
    all(
      remove("/components/responses/OneWebhook/content/application~1json/examples"),
      set("/components/schemas/Webhook/properties/topic", { type: "string", pattern: "^(?!internal)[^/]+/[^/]+$" }),
    ),
    "it has no example, and none that matches its schema can be made: /webhook/topic must match pattern",
  ],
  "a request's example without a required field": [
    remove("/components/examples/WebhookRequired/value/webhook/topic"),
    "its example does not match its schema: /webhook must have required property 'topic'. Correct one of them",
  ],
};

/** A folder with a contract and the rules of this project, or none. */
async function folderWith(contract: unknown, hasRules = true): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "alike-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "openapi.yaml"), JSON.stringify(contract));
  if (hasRules) await copyFile(new URL("../../redocly.yaml", import.meta.url), join(folder, "redocly.yaml"));
  return folder;
}

const ONE_LINE = /^openapi\.yaml[^\n]+\.( \d+ more: npm run lint\.)?$/;

test.each(Object.entries(refusals))("%s is refused by every command, in one line", async (_, [edit, reason]) => {
  const contract = documentedContract();
  edit(contract);
  const document = await documentOf(JSON.stringify(contract), "openapi.yaml");
  const { message } = await failureOf(Promise.resolve(document).then(checkBuild));
  expect(message).toMatch(ONE_LINE);
  expect(message).toContain(reason);
});

test("the lint lets these pass", async () => {
  const contract = documentedContract();
  all(...Object.values(refusals).map(([edit]) => edit))(contract);
  await expect(lintContract(await folderWith(contract))).resolves.toBeDefined();
});

test("what the lint refuses is refused by every command, in one line", async () => {
  const contract = documentedContract();
  set("/components/schemas/Webhook/nullable", true)(contract);
  const { message } = await failureOf(checkContract(await folderWith(contract)));
  expect(message).toMatch(ONE_LINE);
  expect(message).toContain("correct or remove it");
});

test("a contract without rules is refused in one line", async () => {
  const refused = expect(checkContract(await folderWith(documentedContract(), false))).rejects;
  await refused.toThrow(/^redocly\.yaml cannot be read: [^\n]+\.$/);
});

test("no command refuses a contract that says no more than OpenAPI requires, and only style is warned about", async () => {
  const contract = Object(changed("the contract says no more than OpenAPI requires"));
  const checked = checkContract(await folderWith(contract));
  await expect(checked).resolves.toHaveProperty("contract.info.title", contract.info.title);
});
