import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkContract } from "../../tools/generate/generate.js";
import { failureOf } from "../client/examples.js";
import { pointers, readContract } from "./contract.js";
import { remove, set } from "./edits.js";

/** A folder with a contract and the rules of this project, or none. */
async function folderWith(contract: unknown, hasRules = true): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "alike-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "openapi.yaml"), JSON.stringify(contract));
  if (hasRules) await copyFile(new URL("../../redocly.yaml", import.meta.url), join(folder, "redocly.yaml"));
  return folder;
}

const json = "content/application~1json";
const ONE_LINE = /^openapi\.yaml[^\n]+\.( \d+ more: npm run check\.)?$/;

test.each([
  ["a form that OpenAPI 3.1 does not have", set("/components/schemas/Webhook/nullable", true), "correct or remove it"],
  [
    "an example that does not match",
    remove(`${pointers.create}/requestBody/${json}/examples/Required/value/webhook/topic`),
    "topic",
  ],
  [
    "an answer without an example",
    remove(`${pointers.get}/responses/200/${json}/examples`),
    "Every response has an example",
  ],
  ["a field without an example", remove("/components/schemas/Webhook/properties/topic/examples"), "example"],
])("%s is refused by every command, in one line", async (_, edit, reason) => {
  const contract = readContract();
  edit(contract);
  const { message } = await failureOf(checkContract(await folderWith(contract)));
  expect(message).toMatch(ONE_LINE);
  expect(message).toContain(reason);
});

test("a contract without rules is refused in one line", async () => {
  const refused = expect(checkContract(await folderWith(readContract(), false))).rejects;
  await refused.toThrow(/^redocly\.yaml cannot be read: [^\n]+\.$/);
});
