import { execSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultServer, type OperationId, operations, responseExamples } from "../../generated/contract.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { contractOf } from "../../tools/contract/model.js";
import { readDocument } from "../../tools/contract/reader.js";
import { callsOf } from "../../tools/docs/call-data.js";
import { samplesOf } from "../../tools/docs/request-samples.js";
import { builtClone } from "../servers/clone.js";
import { projectFolder, run } from "../servers/command.js";

const calls = callsOf(contractOf(readDocument(projectFolder)));
const ids = Object.values(operations).map(({ id }) => id);

const clone = builtClone();
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: "examples" });
});

beforeEach(() => sandbox.reset());

afterAll(() => sandbox.close());

/** Writes the sample of an operation into the clone, with the address of the tests' sandbox in place of its own. */
async function save(id: OperationId, language: string, file: string): Promise<void> {
  const call = calls[id];
  const samples = call ? samplesOf(call) : [];
  const { code = "" } = samples.find(({ name }) => name === language) ?? {};
  await writeFile(join(clone.folder, file), code.replaceAll(defaultServer, sandbox.url));
}

/** A value with each leaf replaced by the name of its type. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** The contents of the envelope, if there is one: our client removes it. */
function unwrapped(answer: object): unknown {
  const [only, ...others] = Object.values(answer);
  return others.length === 0 ? only : answer;
}

function isHere(command: string): boolean {
  try {
    execSync(command, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

// One after the other: all use one sandbox, one clone, and one file in it.
describe.each([
  { language: "curl", file: "sample.sh", command: "sh sample.sh", needed: "curl --version" },
  { language: "TypeScript", file: "sample.mjs", command: "node sample.mjs", needed: "node --version" },
  { language: "Python", file: "sample.py", command: "python3 sample.py", needed: "python3 -c 'import requests'" },
  { language: "Go", file: "sample.go", command: "go run sample.go", needed: "go version" },
])("in $language, where it is installed, the sample", { sequential: true }, ({ language, file, command, needed }) => {
  test.runIf(isHere(needed)).each(ids)("of %s prints an answer like the example", async (id) => {
    await save(id, language, file);
    const { stdout } = await run(command, clone.folder);
    const answer = responseExamples[id];
    expect(shapeOf(JSON.parse(stdout))).toEqual(shapeOf(language === "TypeScript" ? unwrapped(answer) : answer));
  });
});

test("the samples in TypeScript type-check", async () => {
  for (const id of ids) await save(id, "TypeScript", `${id}.mts`);
  const tsc = "npx tsc --noEmit --strict --skipLibCheck --module nodenext --types node *.mts";
  const { code, output } = await run(tsc, clone.folder);
  expect(code, output).toBe(0);
});
