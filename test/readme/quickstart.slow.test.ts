import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { defaultServer, operations } from "../../generated/contract.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { refused } from "../sandbox/transports.js";
import { COMPILE, cloneOfProject } from "../servers/clone.js";
import { run } from "../servers/command.js";
import { codeBlocks, commands, example } from "./readme.js";

const clone = cloneOfProject(COMPILE);

/** What the guide says that its programs print: the blocks of a language, in their order. */
const printed = (language: string) =>
  codeBlocks
    .filter((block) => block.document === "guides/quickstart.md" && block.language === language)
    .map(({ code }) => code);

// One after the other: all begin with a new sandbox on the day of the guide.
describe("the quickstart", { sequential: true }, () => {
  let sandbox: RunningSandbox;

  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, seed: "examples", clock: () => new Date("2026-03-10T08:20:00Z") });
  });

  afterEach(() => sandbox.close());

  /** Runs a file of the guide by itself; returns what it prints, with the guide's address. */
  async function printedBy(file: string, url = sandbox.url): Promise<string> {
    await writeFile(join(clone.folder, file), example(file).replaceAll(defaultServer, url));
    const { output } = await run(`${file.endsWith(".sh") ? "sh" : "node"} ${file}`, clone.folder);
    return output.replaceAll(url, defaultServer);
  }

  test("has a file for each call, which runs by itself and prints what the guide shows", async () => {
    expect(commands()).toEqual(expect.arrayContaining(["npm ci", "npm run sandbox"]));
    const outputs: string[] = [];
    for (const file of ["create.sh", "list.sh", "update.sh", "delete.sh", "exchange.sh"]) {
      if (file === "update.sh") sandbox.setClock("2026-03-10T08:25:00Z");
      outputs.push(await printedBy(file));
    }
    expect(outputs).toEqual(printed("json"));
  });

  test("makes the same calls with the client, which print what the guide shows", async () => {
    const [shown] = printed("text");
    expect(await printedBy("first-call.mjs")).toBe(shown);
  });

  test("reads all pages with curl", async () => {
    const pages = (await printedBy("pages.sh")).trim().split("\n");
    expect(pages.map((page) => JSON.parse(page).pagination.current_page)).toEqual([1, 2]);
  });

  test("shows how the sandbox rejects a request; the mock rejects it in another format", async () => {
    const [, shown] = printed("text");
    expect(await printedBy("rejected.mjs")).toBe(shown);
    const byMock = await printedBy("rejected.mjs", inject("mockUrl"));
    expect(byMock).toContain(`status ${refused(422, operations.listWebhooks)}`);
    expect(byMock).not.toBe(shown);
  });
});
