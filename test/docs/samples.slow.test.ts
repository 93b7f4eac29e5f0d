import { execSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultServer, type OperationId, operations, responseExamples } from "../../generated/contract.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { contractOf } from "../../tools/contract/model.js";
import { readDocument } from "../../tools/contract/read.js";
import { callsOf } from "../../tools/docs/call.js";
import { firstInput, type Input, samplesOf } from "../../tools/docs/samples.js";
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
])("samples in $language, where it is installed", { sequential: true }, ({ language, file, command, needed }) => {
  test.runIf(isHere(needed)).each(ids)("the sample of %s prints an answer like the example", async (id) => {
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

describe("samples of typed values", () => {
  const sample = (id: OperationId, language: string, input: Input) => {
    const call = calls[id];
    return (call ? samplesOf(call, input) : []).find(({ name }) => name === language)?.code ?? "";
  };

  test("a sample escapes what the shell, a URL or Go would interpret", () => {
    const webhook = { topic: "it's/$HOME", address: "https://a.example/`x`" };
    const input = { values: {}, body: JSON.stringify({ webhook }) };
    expect(sample("createWebhook", "curl", input)).toContain(String.raw`"topic": "it'\''s/$HOME"`);
    expect(sample("createWebhook", "Go", input)).toContain(String.raw`it's/$HOME\",`);
    expect(sample("getWebhook", "curl", { values: { id: "a b/'c" }, body: "" })).toContain("/a%20b%2F%27c");
  });

  test.each([
    ["listWebhooks", { values: { limit: "5" }, body: "" }, "webhooks.list({ limit: 5 })"],
    ["getWebhook", { values: { id: "1001" }, body: "" }, "webhooks.get(1001)"],
    ["getWebhook", { values: { id: "007" }, body: "" }, 'webhooks.get("007")'],
    ["exchangeAccessToken", { values: {}, body: '{"a": 1}' }, "exchangeAccessToken({ body: { a: 1 } })"],
  ] as const)("a sample of %s in TypeScript has arguments as a person writes them: %j", (id, input, said) => {
    expect(sample(id, "TypeScript", input).replace(/\n */g, " ")).toContain(said);
  });

  test("a sample of a first call leaves out what is optional", () => {
    const call = calls["listWebhooks"];
    expect(call && sample("listWebhooks", "TypeScript", firstInput(call))).toContain("webhooks.list();");
  });
});
