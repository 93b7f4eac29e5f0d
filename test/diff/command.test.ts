import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkout } from "../servers/checkout.js";
import { run } from "../servers/command.js";
import { changelog, createRepository, manifest } from "./repository.js";

let clone: Awaited<ReturnType<typeof checkout>>;
let command: string;

beforeAll(async () => {
  clone = await checkout();
  command = `${join(clone.folder, "node_modules/.bin/tsx")} ${join(clone.folder, "tools/diff/command.ts")}`;
});

afterAll(() => clone.remove());

describe("npm run diff", () => {
  test("shows the changes, and fails until the version and the changelog match them", async () => {
    using repository = createRepository();
    repository.change((contract) => Object.assign(Object(contract).info, { summary: "One exchange." }));
    const { code, output } = await run(`${command} --format markdown --output diff.md`, repository.folder);
    expect(output).toBe("");
    expect((await run(command, repository.folder)).output).toContain("  patch  summary changed: ");
    expect(readFileSync(join(repository.folder, "diff.md"), "utf8")).toContain("| **patch** | summary changed: ");
    expect(code).toBe(1);
  });

  test("passes when nothing has changed, and prints only Markdown on request", async () => {
    using repository = createRepository();
    const { code, output } = await run(`${command} HEAD --format markdown`, repository.folder);
    expect(output).toBe("## `openapi.yaml` since `HEAD`\n\nno change.\n");
    expect(code).toBe(0);
  });

  test("says when there is nothing to compare with", async () => {
    const { code, output } = await run("npm run diff", clone.folder);
    expect(output).toContain("This folder is not in a git repository, so there is nothing to compare with.");
    expect(code).toBe(1);
  });

  test("prints JSON for programs", async () => {
    using repository = createRepository();
    const { code, output } = await run(`${command} --format json`, repository.folder);
    expect(JSON.parse(output)).toEqual({ base: "main", changes: [], problems: [] });
    expect(code).toBe(0);
  });

  test("annotates the pull request on GitHub", async () => {
    using repository = createRepository();
    repository.change((contract) => Object.assign(Object(contract).info, { summary: "One exchange." }));
    const { code, output } = await run(`${command} --format github`, repository.folder);
    expect(output).toMatch(/^::notice file=openapi\.yaml,line=1,title=patch change::summary changed: /);
    expect(output).toContain("\n::error::CHANGELOG.md has no new entry: add one under Unreleased.\n");
    expect(code).toBe(1);
  });

  test("fails on a change that needs the bump of --fail-on, whatever the package says", async () => {
    using repository = createRepository();
    repository.change((contract) => Object.assign(Object(contract).info, { summary: "One exchange." }));
    repository.write({ "package.json": manifest("1.0.1"), "CHANGELOG.md": changelog("A summary.") });
    expect(await run(command, repository.folder)).toMatchObject({ code: 0 });
    expect(await run(`${command} --fail-on minor`, repository.folder)).toMatchObject({ code: 0 });
    expect(await run(`${command} --fail-on patch`, repository.folder)).toMatchObject({ code: 1 });
  });

  test.each(["one two", "--nothing", "--format pdf", "--fail-on never"])("refuses %o", async (args) => {
    const { code, output } = await run(`${command} ${args}`, clone.folder);
    expect(output).toMatch(/^npm run diff: /);
    expect(code).toBe(2);
  });
});
