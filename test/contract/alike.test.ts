import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkContract } from "../../tools/generate/check-contract.js";
import { failureOf } from "../client/examples.js";
import { set } from "../diff/library.js";
import { changed } from "../evolution/shapes.js";
import { documentedContract } from "../worlds/documented.js";

/** A folder with a contract and the rules of this project, or none. */
async function folderWith(contract: unknown, hasRules = true): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "alike-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "openapi.yaml"), JSON.stringify(contract));
  if (hasRules) await copyFile(new URL("../../redocly.yaml", import.meta.url), join(folder, "redocly.yaml"));
  return folder;
}

const ONE_LINE = /^openapi\.yaml[^\n]+\.( \d+ more: npm run lint\.)?$/;

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
