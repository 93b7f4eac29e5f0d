import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { HEADERS } from "../sandbox/transports.js";
import { COMPILE, cloneOfProject } from "../servers/clone.js";
import { run } from "../servers/command.js";
import { codeBlocks, commands, example } from "./readme.js";

const ADDRESS = "http://127.0.0.1:4010";
const clone = cloneOfProject(COMPILE);

/** What the guide says that its programs print, in its order. */
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

  /** A program of the guide, which calls another address. */
  const calling = (file: string, url = sandbox.url) => example(file).replaceAll(ADDRESS, url);

  async function runProgram(file: string, url = sandbox.url): Promise<string> {
    await writeFile(join(clone.folder, file), calling(file, url));
    return (await run(`node ${file}`, clone.folder)).output;
  }

  test("starts the sandbox, and makes three calls that print what the guide shows", async () => {
    expect(commands()).toEqual(expect.arrayContaining(["npm ci", "npm run sandbox"]));
    const { stdout } = await run(["exchange.sh", "subscribe.sh", "list.sh"].map((file) => calling(file)).join(""));
    const answers = stdout.split(/(?<=\})(?=\{)/).map((answer) => JSON.parse(answer));
    const shown = printed("json").map((output) => JSON.parse(output));
    expect(answers).toEqual(shown.slice(0, 3));
  });

  test("makes the same call with the client, which prints what the guide shows", async () => {
    expect(await runProgram("first-call.mjs")).toBe(printed("text").join(""));
  });

  test("walks all pages with curl", async () => {
    const { stdout } = await run(calling("pages.sh"));
    const pages = stdout.trim().split("\n");
    expect(pages.map((page) => JSON.parse(page).pagination.current_page)).toEqual([1, 2]);
  });

  test("shows a real refusal of the mock, and the sandbox finds the same in the same places", async () => {
    const refusal = JSON.parse(printed("json").at(-1) ?? "");
    const refused = async (url: string) =>
      Object(await (await fetch(`${url}/api/admin/26.0/webhooks?limit=10001`, { headers: HEADERS })).json());
    expect(await refused(inject("mockUrl"))).toEqual(refusal);
    const inOtherWords = refusal.validation.map((found: object) => ({ ...found, message: expect.any(String) }));
    expect((await refused(sandbox.url)).validation).toEqual(inOtherWords);
    expect(await runProgram("refusal.mjs", inject("mockUrl"))).toMatch(/^422 \{/);
  });
});

test("the guide to a first integration finds the version of the API in the contract of the package", async () => {
  const grep = commands().find((command) => command.startsWith("grep ")) ?? "";
  const { stdout } = await run(grep.replace("node_modules/service-admin-api/", ""));
  expect(stdout).toBe('  version: "26.0"\n');
});
