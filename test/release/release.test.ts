import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plan } from "../../tools/versions/release-plan.js";
import { cut } from "../../tools/versions/release-steps.js";
import { addField, changelog, type Repository } from "../diff/repository.js";
import { createPackage, makeChecksExit, read, stateOf, writeScript } from "./package.js";

describe("the version of a release is", () => {
  test("the version in package.json, if there is no release yet", () => {
    using repository = createPackage("0.1.0");
    expect(plan(repository.folder, undefined)).toMatchObject({ before: undefined, version: "0.1.0", tag: "v0.1.0" });
  });

  test.each([
    ["patch", "1.0.1"],
    ["minor", "1.1.0"],
    ["major", "2.0.0"],
  ] as const)("the next %s after the last release: %s", (bump, version) => {
    using repository = createPackage();
    repository.git("tag", "v1.0.0");
    expect(plan(repository.folder, bump)).toMatchObject({ before: "v1.0.0", version, notes: "- Nicknames." });
  });
});

describe("a release is refused", () => {
  test("when the contract needs a greater version", () => {
    using repository = createPackage();
    repository.git("tag", "v1.0.0");
    repository.change(addField);
    repository.commit();
    expect(() => plan(repository.folder, "patch")).toThrow("npm run release -- minor");
    expect(plan(repository.folder, "minor").version).toBe("1.1.0");
  });

  test("when its version is already released", () => {
    using repository = createPackage();
    repository.git("tag", "v1.0.0");
    expect(() => plan(repository.folder, undefined)).toThrow("1.0.0 is already released. Choose the next step");
  });

  test("when package.json has a greater version", () => {
    using repository = createPackage();
    repository.git("tag", "v1.0.0");
    repository.write({ "package.json": read(repository, "package.json").replace("1.0.0", "1.1.0") });
    repository.commit();
    expect(() => plan(repository.folder, "patch")).toThrow("package.json is already at 1.1.0");
  });

  test("when the changelog has no entry for it", () => {
    using repository = createPackage();
    repository.write({ "CHANGELOG.md": changelog() });
    repository.commit();
    expect(() => plan(repository.folder, "minor")).toThrow("CHANGELOG.md has nothing under Unreleased");
  });

  test("when something is not committed", () => {
    using repository = createPackage();
    repository.write({ "new.txt": "" });
    expect(() => plan(repository.folder, "minor")).toThrow("Commit or stash your changes first.");
  });

  test("on a branch other than main", () => {
    using repository = createPackage();
    repository.git("checkout", "--quiet", "-b", "nickname");
    expect(() => plan(repository.folder, "minor")).toThrow("A release is cut on main. The current branch is nickname.");
  });
});

describe("a release that is cut", () => {
  test("has its version everywhere, its changelog, its tarball, its commit and its tag", async () => {
    using repository = createPackage();
    const tarball = await cut(repository.folder, plan(repository.folder, "minor"), "ignore");
    for (const file of ["package.json", "package-lock.json"]) {
      expect(JSON.parse(read(repository, file)).version).toBe("1.1.0");
    }
    expect(read(repository, "generated/version.ts")).toBe("1.1.0");
    expect(
      execFileSync("tar", ["-xOf", tarball, "package/built.js"], { cwd: repository.folder, encoding: "utf8" }),
    ).toBe("1.1.0");
    expect(read(repository, "CHANGELOG.md")).toMatch(/## Unreleased\n\n## 1\.1\.0 - \d{4}-\d\d-\d\d\n\n- Nicknames\./);
    expect(existsSync(join(repository.folder, tarball))).toBe(true);
    expect(repository.git("log", "-1", "--format=%s %D").trim()).toBe("Release 1.1.0 HEAD -> main, tag: v1.1.0");
    expect(repository.git("tag", "--list", "--format=%(contents)", "v1.1.0").trim()).toBe("1.1.0\n\n- Nicknames.");
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  test.each([
    ["the checks fail", (repository: Repository) => makeChecksExit(repository, 1), '.ci/run" failed'],
    [
      "a later step fails",
      (repository: Repository) => {
        writeScript(repository, ".git/hooks/pre-commit", "exit 1");
      },
      '"git commit --message" failed',
    ],
    [
      "the last step fails",
      (repository: Repository) => repository.git("config", "tag.gpgSign", "true"),
      '"git tag --annotate" failed',
    ],
  ])("does not happen when %s: everything is as before", async (_, sabotage, message) => {
    using repository = createPackage();
    sabotage(repository);
    const before = stateOf(repository);
    await expect(cut(repository.folder, plan(repository.folder, "minor"), "ignore")).rejects.toThrow(message);
    expect(stateOf(repository)).toEqual(before);
  });

  test("does not happen when the branch moves in the meantime", async () => {
    using repository = createPackage();
    writeScript(repository, ".git/hooks/pre-commit", `git update-ref refs/heads/main HEAD^`);
    repository.git("commit", "--quiet", "--allow-empty", "--no-verify", "--message", "Go on");
    await expect(cut(repository.folder, plan(repository.folder, "minor"), "ignore")).rejects.toThrow(
      "moved in the meantime",
    );
    expect(repository.git("tag")).toBe("");
  });
});
