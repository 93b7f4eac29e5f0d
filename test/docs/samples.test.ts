import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { samplesOf } from "../../tools/docs/request-samples.js";
import { at, operationsOf, readContract } from "../contract/contract.js";
import { cloneOfProject } from "../servers/clone.js";
import { projectFolder, run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";

const contract = readContract();
const operations = operationsOf(contract).map(({ id, pointer }) => {
  const [curl = "", typescript = ""] = samplesOf(id).map(({ code }) => code);
  const content = `${pointer}/responses/200/content/application~1json`;
  const [example = ""] = Object.keys(Object(at(contract, `${content}/examples`)));
  return { id, curl, typescript, response: Object(at(contract, `${content}/examples/${example}`)).value };
});

const clone = cloneOfProject("npm run compile");
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: "examples" });
  await Promise.all(operations.map(({ id, typescript }) => save(`${id}.mts`, typescript)));
});

beforeEach(() => sandbox.reset());

afterAll(() => sandbox.close());

/** Writes code into the clone, with the address of the tests' sandbox in place of its own. */
async function save(name: string, code: string): Promise<void> {
  await writeFile(join(clone.folder, name), code.replaceAll("http://127.0.0.1:4010", sandbox.url));
}

/** Runs TypeScript without type annotations as JavaScript. */
async function runTypeScript(code: string) {
  await save("sample.mjs", code);
  return run("node sample.mjs", clone.folder);
}

/** A value with each leaf replaced by the name of its type. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** The contents of the envelope, if there is one: the client removes it. */
function unwrapped(response: Record<string, unknown>): unknown {
  const [only, ...others] = Object.values(response);
  return others.length === 0 ? only : response;
}

// One after the other: all use one sandbox, one clone, and one file in it.
describe.each(operations)("the sample of $id", { sequential: true }, ({ curl, typescript, response }) => {
  test("in curl prints an answer with the shape of the example", async () => {
    const { stdout } = await run(curl.replaceAll("http://127.0.0.1:4010", sandbox.url));
    expect(shapeOf(JSON.parse(stdout))).toEqual(shapeOf(response));
  });

  test("in TypeScript prints the contents of that answer's envelope", async () => {
    const { output } = await runTypeScript(typescript);
    expect(shapeOf(JSON.parse(output))).toEqual(shapeOf(unwrapped(response)));
  });
});

test("all samples succeed in the order of the page, after one start of npm run sandbox", async () => {
  const port = await freePort();
  const started = start(`npm run sandbox -- --port ${port}`, projectFolder);
  await started.printed(`http://127.0.0.1:${port}`);
  for (const { id, curl } of operations) {
    const { code, output } = await run(curl.replace("curl ", "curl --fail ").replaceAll(":4010", `:${port}`));
    expect([id, code], output).toEqual([id, 0]);
  }
  await started.close();
});

test("the samples in TypeScript type-check", async () => {
  const tsc = "npx tsc --noEmit --strict --skipLibCheck --module nodenext --types node *.mts";
  const { code, output } = await run(tsc, clone.folder);
  expect(code, output).toBe(0);
});
