import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { COMPILE, cloneOfProject, cloneProject } from "../servers/clone.js";
import { type EndedCommand, run } from "../servers/command.js";
import { codeBlocks, commands, documents, example, fileNameOf } from "./readme.js";

const clone = cloneOfProject(COMPILE);

/** Runs an example of the README or a guide on the mock, or on a sandbox of its own, as `npm start` has them. */
async function runExample(file: string, folder = clone.folder) {
  await using sandbox = await startSandbox({ port: 0, seed: "examples" });
  const code = example(file).replace("http://127.0.0.1:4010", inject("mockUrl"));
  await writeFile(join(folder, file), code.replace("http://127.0.0.1:4011", sandbox.url));
  return await run(`node ${file}`, folder);
}

describe("the README leads from a clone to a call that the sandbox remembers", () => {
  test("it takes two commands, and at most ten lines of code", () => {
    expect(commands()).toEqual(expect.arrayContaining(["npm ci", "npm start", "node example.mjs"]));
    expect(example("example.mjs").split("\n").filter(Boolean).length).toBeLessThanOrEqual(10);
  });

  test("the client can be installed in a project next to the clone, and runs there", async () => {
    const { code, output } = await inNewProject(clone.folder, (project) => runExample("example.mjs", project));
    expect(output).toMatch(/^created (\d+)\n1001 orders\/create\n1002 products\/update\n\1 orders\/create\n$/);
    expect(code).toBe(0);
  });

  test("a clone that is not built is built by its installation", async () => {
    const unbuilt = await cloneProject();
    const { code, output } = await inNewProject(unbuilt.folder, (project) => runExample("example.mjs", project));
    expect(output).toMatch(/^created \d+\n/);
    expect(code).toBe(0);
    await unbuilt.remove();
  });

  test("a clone that cannot be built is not installed, and the reason says what to run", async () => {
    const bare = await cloneProject();
    await rm(join(bare.folder, "node_modules"));
    const { code, output } = await inNewProject(bare.folder, async () => expect.unreachable());
    expect(output).toContain(`service-admin-api is not built: in ${bare.folder}, run npm ci && npm run build.`);
    expect(code).toBe(1);
    await bare.remove();
  });
});

/** Installs a clone into a new project, and then does something there; returns what the installation was, if it failed. */
async function inNewProject(folder: string, act: (project: string) => Promise<EndedCommand>): Promise<EndedCommand> {
  const project = await mkdtemp(join(tmpdir(), "project-"));
  try {
    const install = `npm install ${folder.replace(clone.folder, "../service-admin-api")}`;
    if (folder.startsWith(clone.folder)) expect(commands()).toContain(install);
    const flags = "--prefer-offline --no-audit --no-fund";
    const installed = await run(`npm install ${flags} ${folder}`, project);
    return installed.code === 0 ? await act(project) : installed;
  } finally {
    await rm(project, { recursive: true });
  }
}

describe("the examples of the README and of the guide to the client", () => {
  test.each([
    ["pages.mjs", "2 2 undefined\norders/create\nproducts/update\n1\n"],
    ["errors.mjs", /^The service answered with status 422: ".+": GET \S+\?limit=20000\n422 \{/],
    ["renewal.mjs", "orders/create\n"],
    ["http.mjs", "orders/create\n"],
  ])("%s runs unchanged", async (file, printed) => {
    const { code, output } = await runExample(file);
    expect(output).toMatch(printed);
    expect(code).toBe(0);
  });

  test("type-check, and every type of the table is exported", async () => {
    const here = codeBlocks.filter(({ document }) => ["README.md", "guides/client.md"].includes(document));
    const names = here.filter(({ language }) => language === "js").map((block) => String(fileNameOf(block)));
    const files = names.map((name) => ({ name, typed: name.replace(".mjs", ".mts") }));
    await Promise.all(files.map(({ name, typed }) => writeFile(join(clone.folder, typed), example(name))));
    const guide = documents.find(({ file }) => file === "guides/client.md")?.text ?? "";
    const [table = ""] = guide.split("## Types").slice(1);
    const types = [...table.matchAll(/^\| (`\w+`.*?) \|/gm)].flatMap(([, cell = ""]) => cell.match(/\w+/g) ?? []);
    expect(types.length).toBeGreaterThan(20);
    await writeFile(join(clone.folder, "types.mts"), `export type { ${types} } from "service-admin-api";`);
    const tsc = "npx tsc --noEmit --strict --skipLibCheck --module nodenext";
    const { code, output } = await run(`${tsc} types.mts ${files.map(({ typed }) => typed).join(" ")}`, clone.folder);
    expect(files.length).toBeGreaterThan(4);
    expect(code, output).toBe(0);
  });
});
