import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultServer } from "../../generated/contract.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { builtClone } from "../servers/clone.js";
import { run } from "../servers/command.js";
import { codeBlocks, commands, example, fileNameOf } from "./readme.js";

const clone = builtClone();
const REFUSED = 422;

/** Runs an example of the README or a guide on a sandbox of its own, as `npm start` has one where they call it. */
async function runExample(file: string, folder = clone.folder) {
  await using sandbox = await startSandbox({ port: 0, seed: "examples" });
  await writeFile(join(folder, file), example(file).replace(defaultServer, sandbox.url));
  return await run(`node ${file}`, folder);
}

describe("the README leads from a clone to a call that the sandbox remembers", () => {
  test("the folder of a clone that is built can be installed in a project next to it, and the example runs there", async () => {
    expect(commands()).toEqual(expect.arrayContaining(["npm run build", "npm install ../service-admin-api"]));
    const project = await mkdtemp(join(tmpdir(), "project-"));
    const installed = await run(`npm install --prefer-offline --no-audit --no-fund ${clone.folder}`, project);
    expect(installed.code, installed.output).toBe(0);
    const { code, output } = await runExample("example.mjs", project);
    await rm(project, { recursive: true });
    expect(output).toMatch(/^created (\d+)\n1001 orders\/create\n1002 products\/update\n\1 orders\/create\n$/);
    expect(code).toBe(0);
  });
});

describe("the examples of the README and of the guide to the client", () => {
  test.each([
    ["pages.mjs", "2 2 undefined\norders/create\nproducts/update\n1\n"],
    [
      "errors.mjs",
      new RegExp(`^The service answered with status ${REFUSED}: ".+": GET \\S+\\?limit=20000\\n${REFUSED} .+ \\{`),
    ],
    ["renewal.mjs", "orders/create\n"],
    ["http.mjs", "orders/create\n"],
  ])("%s runs unchanged", async (file, printed) => {
    const { code, output } = await runExample(file);
    expect(output).toMatch(printed);
    expect(code).toBe(0);
  });

  test("the examples type-check", async () => {
    const here = codeBlocks.filter(({ document }) => ["README.md", "guides/client.md"].includes(document));
    const names = here.filter(({ language }) => language === "js").map((block) => String(fileNameOf(block)));
    const files = names.map((name) => ({ name, typed: name.replace(".mjs", ".mts") }));
    await Promise.all(files.map(({ name, typed }) => writeFile(join(clone.folder, typed), example(name))));
    const tsc = "npx tsc --noEmit --strict --skipLibCheck --module nodenext";
    const { code, output } = await run(`${tsc} ${files.map(({ typed }) => typed).join(" ")}`, clone.folder);
    expect(files.length).toBeGreaterThan(3);
    expect(code, output).toBe(0);
  });
});
