import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { cloneOfProject } from "../servers/clone.js";
import { run } from "../servers/command.js";

// npm starts several processes for each version.
vi.setConfig({ testTimeout: 120_000 });

const IDENTITY = "git config user.name Test && git config user.email test@example.com";
const clone = cloneOfProject("git init --quiet --initial-branch=main", IDENTITY);
const read = (file: string) => readFileSync(join(clone.folder, file), "utf8");
const git = (...args: string[]) => execFileSync("git", args, { cwd: clone.folder, encoding: "utf8" }).trim();
const versionIn = (file: string): unknown => JSON.parse(read(file)).version;

/** Commits a changelog with some unreleased entries, and all that differs. */
function begin(unreleased: string): void {
  const text = `# Changelog\n\n## Unreleased\n${unreleased}\n## 0.0.1 - 2026-01-01\n\n- All of it.\n`;
  writeFileSync(join(clone.folder, "CHANGELOG.md"), text);
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "Begin");
}

// One after the other: they share a clone.
describe.sequential("npm version", () => {
  test("npm version writes the version everywhere, dates the changelog, commits and tags", async () => {
    begin("\n- Nicknames.\n");
    const { code, output } = await run("npm version 9.0.0", clone.folder);
    expect(code, output).toBe(0);
    expect(["package.json", "package-lock.json"].map(versionIn)).toEqual(["9.0.0", "9.0.0"]);
    expect(read("generated/version.ts")).toContain('"9.0.0"');
    expect(read("CHANGELOG.md")).toMatch(/## Unreleased\n\n## 9\.0\.0 - \d{4}-\d\d-\d\d\n\n- Nicknames\.\n/);
    expect(git("status", "--porcelain")).toBe("");
    expect(git("tag", "--points-at", "HEAD")).toBe("v9.0.0");
  });

  test("npm version is refused where nothing is unreleased, and commits nothing", async () => {
    begin("");
    const before = git("rev-parse", "HEAD");
    const { code, output } = await run("npm version 10.0.0", clone.folder);
    expect(output).toContain("npm version: CHANGELOG.md has nothing under Unreleased.");
    expect(code).not.toBe(0);
    expect(git("rev-parse", "HEAD")).toBe(before);
    git("restore", "--staged", "--worktree", ".");
  });

  test("npm version writes only the version and what has it with --no-git-tag-version, for a pull request", async () => {
    begin("\n- Nicknames.\n");
    const before = [git("rev-parse", "HEAD"), read("CHANGELOG.md")];
    const { code, output } = await run("npm version --no-git-tag-version 11.0.0", clone.folder);
    expect(code, output).toBe(0);
    expect([git("rev-parse", "HEAD"), read("CHANGELOG.md")]).toEqual(before);
    const changed = git("status", "--porcelain")
      .split("\n")
      .map((row) => row.slice(2).trim());
    expect(changed.sort()).toEqual(["generated/version.ts", "package-lock.json", "package.json"]);
  });
});
