import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkContract } from "../../tools/generate/generate.js";
import { pointers, readContract } from "./contract.js";
import { type Edit, remove, set } from "./edits.js";

const json = "content/application~1json";
const topicSent = `${pointers.create}/requestBody/${json}/examples/Required/value/webhook/topic`;
const noEdit: Edit = () => {};

test.each<[string, Edit, reason: RegExp]>([
  [
    "with a form that OpenAPI 3.1 does not have",
    set("/components/schemas/Webhook/nullable", true),
    /correct or remove it/,
  ],
  ["with an example that does not match", remove(topicSent), /topic/],
  [
    "with an answer without an example",
    remove(`${pointers.get}/responses/200/${json}/examples`),
    /Every response has an/,
  ],
  ["with a field without an example", remove("/components/schemas/Webhook/properties/topic/examples"), /example/],
  ["without rules", noEdit, /^redocly\.yaml cannot be read: /],
])("a contract %s is refused by every command, in one line", async (_, edit, reason) => {
  const folder = await mkdtemp(join(tmpdir(), "alike-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const contract = readContract();
  edit(contract);
  await writeFile(join(folder, "openapi.yaml"), JSON.stringify(contract));
  if (edit !== noEdit) await copyFile(new URL("../../redocly.yaml", import.meta.url), join(folder, "redocly.yaml"));
  const checked = checkContract(folder);
  await expect(checked).rejects.toThrow(/^(openapi|redocly)\.yaml[^\n]+\.( \d+ more: npm run check\.)?$/);
  await expect(checked).rejects.toThrow(reason);
});
