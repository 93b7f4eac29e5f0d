import { execFileSync } from "node:child_process";
import { describe, expect, test, vi } from "vitest";
import { plan, versionOf } from "../../tools/release/plan.js";
import { addField, changelog, manifest, type Repository } from "../diff/repository.js";
import { run, start } from "../servers/command.js";
import { check, createPackage, read, release, stateOf, writeScript } from "./package.js";

// npm starts several processes for each release.
vi.setConfig({ testTimeout: 120_000 });

describe("the version of a release is", () => {
  test("the version in package.json by default", () => {
    using repository = createPackage("0.1.0");
    expect(versionOf(repository.folder, undefined)).toBe("0.1.0");
  });

  test("the next step after the last release", () => {
    using repository = createPackage("1.0.5");
    repository.git("tag", "v1.0.0", "HEAD^");
    expect(versionOf(repository.folder, "minor")).toBe("1.1.0");
    expect(versionOf(repository.folder, "patch")).toBe("1.0.1");
  });
});

describe("a release is refused", () => {
  test.each<[when: string, spoil: (repository: Repository) => void, message: string]>([
    [
      "when package.json has a greater version",
      committed({ "package.json": manifest("1.1.0") }),
      "package.json is already at 1.1.0, which is later than 1.0.1.",
    ],
    [
      "when its version is already released",
      (repository) => {
        committed({ "package.json": manifest("1.0.1") })(repository);
        repository.git("tag", "v1.0.1");
      },
      "1.0.1 is already released.",
    ],
    ["when its tag is on another branch", tagElsewhere, "The tag v1.0.1 already exists on another branch."],
    [
      "when the changelog has no entry for it",
      committed({ "CHANGELOG.md": changelog() }),
      "CHANGELOG.md has nothing under Unreleased",
    ],
    [
      "when something is not committed, a new file included",
      ({ write }) => write({ "new.txt": "" }),
      "Commit or stash your changes first.",
    ],
    [
      "on a branch other than main",
      ({ git }) => void git("checkout", "--quiet", "-b", "nickname"),
      "A release is cut on main. The current branch is nickname.",
    ],
    [
      "on no branch",
      ({ git }) => void git("checkout", "--quiet", "--detach"),
      "A release is cut on main. No branch is checked out.",
    ],
    [
      "when git does not know who commits",
      ({ git }) => void git("config", "user.name", ""),
      "git does not know who commits. Set user.name and user.email with git config.",
    ],
  ])("%s", async (_, spoil, message) => {
    using repository = createPackage();
    spoil(repository);
    expect(() => plan(repository.folder, "1.0.1")).toThrow(message);
  });

  test("when the contract needs a greater version", async () => {
    using repository = createPackage();
    repository.git("tag", "v1.0.0");
    repository.change(addField);
    repository.commit();
    expect(() => plan(repository.folder, "1.0.1")).toThrow("npm run release -- minor");
    expect(plan(repository.folder, "1.1.0")).toMatchObject({ before: "v1.0.0", notes: "- Nicknames." });
  });

  test("by `npm version` itself, too", async () => {
    using repository = createPackage();
    committed({ "CHANGELOG.md": changelog() })(repository);
    const before = stateOf(repository);
    const { code, output } = await run("npm version minor", repository.folder);
    expect(output).toContain("CHANGELOG.md has nothing under Unreleased");
    expect(code).not.toBe(0);
    expect(stateOf(repository)).toEqual(before);
  });
});

/** Writes files, and commits them. */
function committed(files: Record<string, string>) {
  return (repository: Repository): void => {
    repository.write(files);
    repository.commit();
  };
}

/** Tags a commit that main does not have. */
function tagElsewhere({ git }: Repository): void {
  git("checkout", "--quiet", "-b", "other");
  git("commit", "--quiet", "--allow-empty", "--message", "Go on");
  git("tag", "v1.0.1");
  git("checkout", "--quiet", "main");
}

describe("npm run release", () => {
  test("has its version everywhere, its changelog, its tarball, its commit and its tag", async () => {
    using repository = createPackage();
    const { code, output } = await run(release("minor"), repository.folder);
    expect(code, output).toBe(0);
    for (const file of ["package.json", "package-lock.json"]) {
      expect(JSON.parse(read(repository, file)).version).toBe("1.1.0");
    }
    expect(read(repository, "generated/version.ts")).toBe("1.1.0");
    expect(read(repository, "CHANGELOG.md")).toMatch(/## Unreleased\n\n## 1\.1\.0 - \d{4}-\d\d-\d\d\n\n- Nicknames\./);
    expect(repository.git("log", "-1", "--format=%s %D").trim()).toBe("Release 1.1.0 HEAD -> main, tag: v1.1.0");
    expect(repository.git("status", "--porcelain")).toBe("");
    expect(output).toContain("To publish it: git push origin main v1.1.0 && npm publish a-package-1.1.0.tgz\n");
    expect(
      execFileSync("tar", ["-xOf", "a-package-1.1.0.tgz", "package/built.js"], {
        cwd: repository.folder,
        encoding: "utf8",
      }),
    ).toBe("1.1.0");
  });

  test("releases the version that package.json already has, whatever npm is configured to do", async () => {
    using repository = createPackage("1.1.0");
    repository.write({ ".npmrc": "git-tag-version=false\ntag-version-prefix=release-\nmessage=%s\n" });
    repository.commit();
    const { code, output } = await run(release(), repository.folder);
    expect(code, output).toBe(0);
    expect(repository.git("log", "-1", "--format=%s %D").trim()).toBe("Release 1.1.0 HEAD -> main, tag: v1.1.0");
  });

  test("prints how to undo the release, which leaves the clone as it was", async () => {
    using repository = createPackage();
    const before = stateOf(repository);
    const { output } = await run(release("minor"), repository.folder);
    undo(repository, /To undo it: (.+)/.exec(output)?.[1]);
    expect(stateOf(repository)).toEqual(before);
  });

  test("changes nothing with --dry-run", async () => {
    using repository = createPackage();
    const before = stateOf(repository);
    const { code, output } = await run(release("minor", "--dry-run"), repository.folder);
    expect(output).toContain("Release 1.1.0, tag v1.1.0; the previous release: none.\n\n- Nicknames.");
    expect(code).toBe(0);
    expect(stateOf(repository)).toEqual(before);
  });
});

describe("a release that fails says how to undo what it did, when", () => {
  test.each([
    ["the checks fail", (repository: Repository) => check(repository, "exit 1"), '.ci/run" failed'],
    [
      "the checks change a file",
      (repository: Repository) => check(repository, "echo more >> CHANGELOG.md"),
      "The checks have changed files.",
    ],
    [
      "the version cannot be committed",
      (repository: Repository) => writeScript(repository, ".git/hooks/pre-commit", "exit 1"),
      "git reset --hard",
    ],
    [
      "it cannot be tagged",
      (repository: Repository) => repository.git("config", "tag.gpgSign", "true"),
      "git reset --hard",
    ],
    [
      "it cannot be packed",
      (repository: Repository) => {
        const { scripts, ...others } = JSON.parse(read(repository, "package.json"));
        const spoiled = { ...others, scripts: { ...scripts, prepack: "exit 1" } };
        committed({ "package.json": JSON.stringify(spoiled) })(repository);
      },
      "git tag --delete v1.1.0 && git reset --hard",
    ],
  ])("%s", async (_, sabotage, message) => {
    using repository = createPackage();
    sabotage(repository);
    const before = stateOf(repository);
    const { code, output } = await run(release("minor"), repository.folder);
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).toContain("npm run release: 1.1.0 was not released.");
    undo(repository, /To undo what was done: (.+)/.exec(output)?.[1]);
    expect(stateOf(repository)).toEqual(before);
  });

  test("you press Ctrl+C, which reaches all processes of the terminal", async () => {
    using repository = createPackage();
    check(repository, "kill -INT 0", "exec tail -f /dev/null");
    const before = stateOf(repository);
    const command = start(release("minor"), repository.folder);
    await command.printed("npm run release: 1.1.0 was not released. Nothing has changed.");
    await command.close();
    expect(stateOf(repository)).toEqual(before);
  });
});

test("`npm version --no-git-tag-version`, for a pull request, only writes the version", () => {
  using repository = createPackage();
  check(repository, "exit 1");
  repository.git("checkout", "--quiet", "-b", "nickname");
  execFileSync("npm", ["version", "--no-git-tag-version", "1.1.0"], { cwd: repository.folder, stdio: "pipe" });
  const written = repository
    .git("status", "--porcelain")
    .trim()
    .split("\n")
    .map((row) => row.trim());
  expect(written).toEqual(["M  generated/version.ts", "M package-lock.json", "M package.json"]);
});

/** Runs the commands that a release has printed. */
function undo({ folder }: Repository, commands = "true"): void {
  execFileSync("sh", ["-c", commands], { cwd: folder, stdio: "pipe" });
}
