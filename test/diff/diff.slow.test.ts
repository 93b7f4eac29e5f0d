import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { projectFolder, run } from "../servers/command.js";

/** A small git repository with the contract, whose package has version 1.0.0 and the tag v1.0.0. */
let folder: string;
const contract = readFileSync(join(projectFolder, "openapi.yaml"), "utf8");
const CHANGELOG = "# Changelog\n\n## Unreleased\n";
const command = ["node_modules/.bin/tsx", "tools/diff/command.ts"].map((file) => join(projectFolder, file)).join(" ");

const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const setVersion = (version: string) => write("package.json", JSON.stringify({ name: "a-package", version }));
const diff = (args = "") => run(`${command} ${args}`, folder);

const { maximum = 0 } = operations.listWebhooks.parameters.find(({ name }) => name === "limit")?.schema ?? {};
const LESS = [`maximum: ${maximum}`, `maximum: ${maximum - 1}`] as const;
const MORE = [`maximum: ${maximum}`, `maximum: ${maximum + 1}`] as const;

/** Replaces a text of the contract, at its first place. */
function change([text, by]: readonly [text: string, by: string]): void {
  if (!contract.includes(text)) throw new Error(`openapi.yaml does not contain ${text}`);
  write("openapi.yaml", contract.replace(text, by));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "repository-"));
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.com");
  copyFileSync(join(projectFolder, "redocly.yaml"), join(folder, "redocly.yaml"));
  write("openapi.yaml", contract);
  write("CHANGELOG.md", CHANGELOG);
  setVersion("1.0.0");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Release");
  git("tag", "v1.0.0");
});

beforeEach(() => git("reset", "--quiet", "--hard", "v1.0.0"));

afterAll(() => rmSync(folder, { recursive: true }));

/** A clone of the repository without tags; removed when the test ends. */
function cloneWithoutTags(...flags: string[]) {
  const clone = mkdtempSync(join(tmpdir(), "clone-"));
  execFileSync("git", ["clone", "--quiet", "--no-tags", ...flags, `file://${folder}`, clone]);
  return { clone, [Symbol.dispose]: () => rmSync(clone, { recursive: true }) };
}

describe("npm run diff", () => {
  test("npm run diff passes where nothing has changed", async () => {
    const { code, output } = await diff();
    expect(output).toContain("0 major, 0 minor, 0 patch.");
    expect(code).toBe(0);
  });

  test("npm run diff fails on a breaking change until package.json and the changelog match it", async () => {
    change(LESS);
    const refused = await diff();
    expect(refused.output).toMatch(/ at openapi\.yaml:\d+:\d+\n/);
    expect(refused.output).toContain("The package has version 1.0.0 and needs 2.0.0 or later.");
    expect(refused.output).toContain("CHANGELOG.md has no new entry: add one under Unreleased.");
    expect(refused.code).toBe(1);
    setVersion("2.0.0");
    expect((await diff()).code).toBe(1);
    write("CHANGELOG.md", `${CHANGELOG}\n- Pages are smaller.\n`);
    expect((await diff()).code).toBe(0);
  });

  test("npm run diff rates what a YAML alias stands for at each of its places", async () => {
    change(["enum: [json, xml]", "enum: [json, xml, csv]"]);
    expect((await diff()).stdout).toMatch(/[1-9]\d* major/);
  });

  test.each([
    ["stylish", "1 major, 0 minor, 0 patch."],
    ["markdown", "## API diff: v1.0.0/openapi.yaml → openapi.yaml"],
    ["json", '"v1.0.0/openapi.yaml"'],
    ["github-actions", "::error::The package has version 1.0.0"],
  ])("npm run diff --format %s says what it has compared", async (format, shown) => {
    change(LESS);
    const { stdout, output } = await diff(`--format ${format}`);
    expect(output).toMatch(/^openapi\.yaml, compared with v1\.0\.0 \(commit [0-9a-f]+\):$/m);
    expect(stdout).toContain(shown);
  });

  test("npm run diff compares with the last release that is no candidate, or with the ref that is named", async () => {
    change(MORE);
    git("commit", "--quiet", "--all", "--message", "More");
    git("tag", "--force", "v2.0.0-rc.1");
    expect((await diff()).output).toContain("compared with v1.0.0 ");
    const { output } = await diff("v2.0.0-rc.1");
    expect(output).toContain("compared with v2.0.0-rc.1 ");
    expect(output).toContain("0 major, 0 minor");
  });

  test("npm run diff fails without a release tag, and names the command that fetches one", async () => {
    using whole = cloneWithoutTags();
    using shallow = cloneWithoutTags("--depth=1");
    for (const [clone, fetch] of [
      [whole.clone, "git fetch --tags"],
      [shallow.clone, "git fetch --tags --unshallow"],
    ] as const) {
      const failed = await run(command, clone);
      expect(failed.output).toContain(`There is no release tag (v1.2.3) to compare with. Fetch the tags: ${fetch}. `);
      expect(failed.code).toBe(1);
      execFileSync("sh", ["-c", `${fetch} --quiet`], { cwd: clone });
      expect((await run(command, clone)).output).toContain("compared with v1.0.0 ");
    }
  });

  test("npm run diff fails without the branch that is named, and names the command that fetches it", async () => {
    git("branch", "--force", "next");
    using shallow = cloneWithoutTags("--depth=1");
    const failed = await run(`${command} origin/next`, shallow.clone);
    const fetch = "git fetch origin next:refs/remotes/origin/next";
    expect(failed.output).toBe(`npm run diff: git does not know "origin/next". Fetch it: ${fetch}\n`);
    expect(failed.code).toBe(1);
    execFileSync("sh", ["-c", `${fetch} --quiet`], { cwd: shallow.clone });
    expect((await run(`${command} origin/next`, shallow.clone)).output).toContain("compared with origin/next ");
  });
});

describe("what npm run diff cannot compare", () => {
  const says = (message: string) => ({ code: 1, output: `npm run diff: ${message}\n` });

  test("npm run diff says in one line that there is no git repository", async () => {
    expect(await run(command, tmpdir())).toMatchObject(says("This folder is not in a git repository."));
  });

  test("npm run diff says in one line that a ref looks like an option of git", async () => {
    const { output } = await diff("-- --output=owned");
    expect(output).toMatch(/^npm run diff: git does not know "--output=owned"\. .+\n$/);
  });

  test("npm run diff says in one line that a contract, the newer or the older one, cannot be read", async () => {
    write("openapi.yaml", "openapi: [");
    expect((await diff()).output).toMatch(/\nnpm run diff: openapi\.yaml:\d+:\d+: [^\n]+\n$/);
    git("commit", "--quiet", "--all", "--message", "Broken");
    write("openapi.yaml", contract);
    expect((await diff("main")).output).toMatch(/\nnpm run diff: openapi\.yaml at main:\d+:\d+: [^\n]+\n$/);
  });

  test.each([
    ["one two", "Pass one git ref, or none."],
    ["--format pdf", "--format must be one of: stylish, markdown, json, github-actions."],
    ["--nothing", "Unknown option"],
  ])("npm run diff says in one line that its arguments are wrong: %s", async (args, message) => {
    const { code, output } = await run(`${command} ${args}`);
    expect(output).toMatch(/^npm run diff: .+\n$/);
    expect(output).toContain(message);
    expect(code).toBe(2);
  });
});
