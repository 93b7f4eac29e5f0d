import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder, run } from "../servers/command.js";
import { set } from "./library.js";
import { changelog, createRepository, manifest } from "./repository.js";

const command = ["node_modules/.bin/tsx", "tools/diff/command.ts"].map((file) => join(projectFolder, file)).join(" ");

const changeSummary = set("/info/summary", "One exchange.");

describe("npm run diff", () => {
  test.each([
    ["text", /\n {2}patch {2}summary changed: .+\n {9}#\/info\/summary\n/],
    ["markdown", /\n\| \*\*patch\*\* \| summary changed: /],
    ["json", /^\{\n {2}"base": "main",\n {2}"changes": \[\n/],
    ["github", /^::notice file=openapi\.yaml,line=1,title=patch change::summary changed: /],
  ])("shows the changes as %s, and fails until version and changelog match them", async (format, shown) => {
    using repository = createRepository();
    repository.change(changeSummary);
    const { code, output } = await run(`${command} --format ${format}`, repository.folder);
    expect(output).toMatch(shown);
    expect(output).toContain("CHANGELOG.md has no new entry");
    expect(code).toBe(1);
    repository.write({ "package.json": manifest("1.0.1"), "CHANGELOG.md": changelog("A summary.") });
    const passed = await run(`${command} --format ${format} --output diff`, repository.folder);
    expect(passed).toMatchObject({ code: 0, output: "" });
    expect(readFileSync(join(repository.folder, "diff"), "utf8")).toMatch(shown);
  });

  test("says when there is nothing to compare with", async () => {
    const { code, output } = await run(command, tmpdir());
    expect(output).toContain("This folder is not in a git repository, so there is nothing to compare with.");
    expect(code).toBe(1);
  });

  test("fails on a change that needs the bump of --fail-on, whatever the package says", async () => {
    using repository = createRepository();
    repository.change(changeSummary);
    repository.write({ "package.json": manifest("1.0.1"), "CHANGELOG.md": changelog("A summary.") });
    expect(await run(`${command} --fail-on minor`, repository.folder)).toMatchObject({ code: 0 });
    expect(await run(`${command} --fail-on patch`, repository.folder)).toMatchObject({ code: 1 });
  });

  test.each(["one two", "--nothing", "--format pdf", "--fail-on never"])("refuses %o", async (args) => {
    const { code, output } = await run(`${command} ${args}`);
    expect(output).toMatch(/^npm run diff: /);
    expect(code).toBe(2);
  });
});
