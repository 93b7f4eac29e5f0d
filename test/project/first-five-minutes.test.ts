import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeBlocks, commands, example, fileNameOf } from "../readme/readme.js";
import { cloneOfProject } from "../servers/clone.js";
import { type RunningCommand, run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";

const PORT = "4010";
const clone = cloneOfProject();
let port: number;
let server: RunningCommand;

beforeAll(async () => {
  port = await freePort();
  server = start(`npm start -- --port ${port}`, clone.folder);
  await server.printed(`Prism is listening on http://127.0.0.1:${port}`);
}, 300_000);

afterAll(() => server.close());

/** Runs an example of the README or a guide, with the port of this test's mock. */
async function runExample(file: string, folder = clone.folder) {
  await writeFile(join(folder, file), example(file).replaceAll(PORT, String(port)));
  return run(`node ${file}`, folder);
}

describe("the README leads from a clone to a call that the mock answers", () => {
  test("it takes two commands, and at most ten lines of code", () => {
    expect(commands()).toEqual(expect.arrayContaining(["npm ci", "npm start", "node example.mjs"]));
    expect(example("example.mjs").split("\n").filter(Boolean).length).toBeLessThanOrEqual(10);
  });

  test("the client can be installed in a project next to the clone, and runs there", async () => {
    const project = await mkdtemp(join(tmpdir(), "project-"));
    const install = "npm install --offline --no-audit --no-fund ../service-admin-api";
    expect(commands()).toContain(install.replace(/ --\S+/g, ""));
    const installed = await run(install.replace("../service-admin-api", clone.folder), project);
    expect(installed.code, installed.output).toBe(0);
    const { code, output } = await runExample("client.mjs", project);
    expect(output).toMatch(
      /^1001 orders\/create\n1002 products\/update\nThe service answered with status 422: ".+": GET \S+ \{/,
    );
    expect(code).toBe(0);
    await rm(project, { recursive: true });
  });
});

describe("the examples of the README and of the guide to the client", () => {
  test.each([
    ["example.mjs", "1003 2026-03-10T09:30:00+02:00\n"],
    ["pages.mjs", "2 2 undefined\norders/create\nproducts/update\n1\n"],
    ["errors.mjs", /^The service answered with status 422: ".+": GET \S+\?limit=20000\n422 \{/],
    ["renewal.mjs", "orders/create\n"],
    ["http.mjs", "orders/create\n"],
  ])("%s runs unchanged", async (file, printed) => {
    const { code, output } = await runExample(file);
    expect(output).toMatch(printed);
    expect(code).toBe(0);
  });

  test("type-check", async () => {
    const here = codeBlocks.filter(({ document }) => ["README.md", "guides/client.md"].includes(document));
    const names = here.filter(({ language }) => language === "js").map((block) => String(fileNameOf(block)));
    const files = names.map((name) => ({ name, typed: name.replace(".mjs", ".mts") }));
    await Promise.all(files.map(({ name, typed }) => writeFile(join(clone.folder, typed), example(name))));
    const tsc = "npx tsc --noEmit --strict --skipLibCheck --module nodenext";
    const { code, output } = await run(`${tsc} ${files.map(({ typed }) => typed).join(" ")}`, clone.folder);
    expect(files.length).toBeGreaterThan(5);
    expect(code, output).toBe(0);
  });
});
