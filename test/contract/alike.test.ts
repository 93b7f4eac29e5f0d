import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkContract } from "../../tools/generate/check-contract.js";
import { failureOf } from "../client/examples.js";
import { all, type Edit, remove, set } from "../diff/library.js";
import { changed } from "../evolution/shapes.js";
import { documentedContract } from "../worlds/documented.js";

const tag = (name: string) => ({ name, description: "Made for a test." });

/** What only the lint or only the generation refuses, with a part of the refusal. All commands make this check. */
const refusals: Record<string, [edit: Edit, reason: string]> = {
  "two tags of one name in the client": [
    all(set("/tags/2", tag("web-hooks")), set("/tags/3", tag("Web hooks"))),
    "the tags web-hooks and Web hooks are both webHooks in the client: rename one",
  ],
  "a keyword of OpenAPI 3.0": [set("/components/schemas/Webhook/nullable", true), "correct or remove it"],
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

/** Checks a contract with the rules of this project, or with none. */
async function check(contract: unknown, hasRules = true): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "alike-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "openapi.yaml"), JSON.stringify(contract));
  if (hasRules) await copyFile(new URL("../../redocly.yaml", import.meta.url), join(folder, "redocly.yaml"));
  return checkContract(folder);
}

test.each(Object.entries(refusals))("%s is refused by every command, in one line", async (_, [edit, reason]) => {
  const contract = documentedContract();
  edit(contract);
  const { message } = await failureOf(check(contract));
  expect(message).toMatch(/^openapi\.yaml[^\n]+\.( \d+ more: npm run lint\.)?$/);
  expect(message).toContain(reason);
});

test("a contract without rules is refused in one line", async () => {
  await expect(check(documentedContract(), false)).rejects.toThrow(/^redocly\.yaml cannot be read: [^\n]+\.$/);
});

test("no command refuses a contract that says no more than OpenAPI requires, and only style is warned about", async () => {
  const contract = Object(changed("the contract says no more than OpenAPI requires"));
  await expect(check(contract)).resolves.toHaveProperty("contract.info.title", contract.info.title);
});
