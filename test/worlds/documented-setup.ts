import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { TestProject } from "vitest/node";
import { documentOf } from "../../tools/contract/reader.js";
import { generate } from "../../tools/generate/generate.js";
import { startMock } from "../servers/mock.js";
import { DOCUMENTED_FOLDER, documentedContract } from "./documented.js";

/** Makes the contract of the tests theirs: generates from it what they read in place of `generated/`, and mocks it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const contract = JSON.stringify(documentedContract());
  const generated = await generate(await documentOf(contract, "openapi.json"));
  await mkdir(DOCUMENTED_FOLDER, { recursive: true });
  for (const [path, text] of Object.entries(generated)) await writeFile(join(DOCUMENTED_FOLDER, basename(path)), text);
  // JSON is YAML, too.
  await writeFile(join(DOCUMENTED_FOLDER, "openapi.yaml"), contract);
  const mock = await startMock("", DOCUMENTED_FOLDER);
  project.provide("mockUrl", mock.url);
  return mock.close;
}
