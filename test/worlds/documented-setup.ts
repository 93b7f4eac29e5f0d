import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { documentOf } from "../../tools/contract/reader.js";
import { generate } from "../../tools/generate/generate.js";
import type { RunningCommand } from "../servers/command.js";
import { startMock } from "../servers/mock.js";
import { DOCUMENTED_FOLDER, documentedContract } from "./documented.js";

/** Generates from the contract of the tests what they read in place of `generated/`, and mocks it. */
export async function setUpDocumented(): Promise<RunningCommand & { url: string }> {
  const contract = JSON.stringify(documentedContract());
  await mkdir(DOCUMENTED_FOLDER, { recursive: true });
  // JSON is YAML, too.
  await writeFile(join(DOCUMENTED_FOLDER, "openapi.yaml"), contract);
  const mock = startMock("", DOCUMENTED_FOLDER);
  const generated = await generate(documentOf(contract));
  for (const [path, text] of Object.entries(generated)) await writeFile(join(DOCUMENTED_FOLDER, basename(path)), text);
  return mock;
}
