import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaultServer } from "../../generated/contract.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { builtClone } from "../servers/clone.js";
import { run } from "../servers/command.js";
import { codeBlocks, commands, example } from "./readme.js";

const clone = builtClone();

/** What the guide says that its programs print: the blocks of a language, in their order. */
const printed = (language: string) =>
  codeBlocks
    .filter((block) => block.document === "guides/quickstart.md" && block.language === language)
    .map(({ code }) => code);

// One after the other: all begin with a new sandbox on the day of the guide.
describe("guides/quickstart.md", { sequential: true }, () => {
  let sandbox: RunningSandbox;

  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, seed: "examples", clock: () => new Date("2026-03-10T08:20:00Z") });
  });

  afterEach(() => sandbox.close());

  /** Runs a file of the guide by itself, and returns what it prints. */
  async function printedBy(file: string): Promise<string> {
    await writeFile(join(clone.folder, file), example(file).replaceAll(defaultServer, sandbox.url));
    const { output } = await run(`${file.endsWith(".sh") ? "sh" : "node"} ${file}`, clone.folder);
    return output;
  }

  test("the script of each call runs by itself, and prints what the guide shows", async () => {
    expect(commands()).toEqual(expect.arrayContaining(["npm ci", "npm run sandbox"]));
    const outputs: string[] = [];
    for (const file of ["create.sh", "list.sh", "update.sh", "delete.sh", "exchange.sh"]) {
      if (file === "update.sh") sandbox.setClock("2026-03-10T08:25:00Z");
      outputs.push(await printedBy(file));
    }
    expect(outputs).toEqual(printed("json"));
  });

  test("first-call.mjs makes the calls with the client, and prints what the guide shows", async () => {
    expect([await printedBy("first-call.mjs")]).toEqual(printed("text"));
  });
});
