import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plan } from "../../tools/versions/release-plan.js";
import { cut } from "../../tools/versions/release-steps.js";
import { addField, changelog, createRepository, type Repository } from "../diff/repository.js";

/** A package that can be released: its checks pass, and its build leaves a file. */
function createPackage(version = "1.0.0"): Repository {
  const repository = createRepository();
  const scripts = {
    build: "node --eval \"fs.writeFileSync('built.js', process.env.npm_package_version)\"",
    version:
      "node --eval \"fs.writeFileSync('generated/version.ts', process.env.npm_package_version)\" && git add generated",
  };
  repository.write({
    "package.json": JSON.stringify({ name: "a-package", version, scripts, files: ["built.js"] }),
    "package-lock.json": JSON.stringify({ name: "a-package", version, lockfileVersion: 3, packages: {} }),
    "CHANGELOG.md": changelog("Nicknames."),
    "generated/version.ts": version,
    ".gitignore": "built.js\n*.tgz\n",
  });
  check(repository, 0);
  repository.git("config", "gpg.program", "false");
  repository.git("config", "user.name", "Test");
  repository.git("config", "user.email", "test@example.com");
  return repository;
}

/** What CI runs comes to an end with this exit code. */
function check(repository: Repository, code: number): void {
  repository.write({ ".ci/run": `#!/bin/sh\nexit ${code}\n` });
  chmodSync(join(repository.folder, ".ci/run"), 0o755);
  repository.commit();
}

const read = (repository: Repository, file: string) => readFileSync(join(repository.folder, file), "utf8");

describe("a release goes to", () => {
  test("the version in package.json, which the first one has not left yet", () => {
    using repository = createPackage("0.1.0");
    expect(plan(repository.folder, undefined)).toMatchObject({ before: undefined, version: "0.1.0", tag: "v0.1.0" });
  });

  test.each([
    ["patch", "1.0.1"],
    ["minor", "1.1.0"],
    ["major", "2.0.0"],
  ] as const)("the next %s from the last release: %s", (bump, version) => {
    using repository = createPackage();
    repository.git("tag", "v1.0.0");
    expect(plan(repository.folder, bump)).toMatchObject({ before: "v1.0.0", version, notes: "- Nicknames." });
  });
});

describe("a release is refused", () => {
  test("when the contract needs a greater one", () => {
    using repository = createPackage();
    repository.git("tag", "v1.0.0");
    repository.change(addField);
    repository.commit();
    expect(() => plan(repository.folder, "patch")).toThrow("npm run release -- minor");
    expect(plan(repository.folder, "minor").version).toBe("1.1.0");
  });

  test("when its version is released already", () => {
    using repository = createPackage();
    repository.git("tag", "v1.0.0");
    expect(() => plan(repository.folder, undefined)).toThrow("1.0.0 is released already. Say what comes next");
  });

  test("when package.json is ahead of it", () => {
    using repository = createPackage();
    repository.git("tag", "v1.0.0");
    repository.write({ "package.json": read(repository, "package.json").replace("1.0.0", "1.1.0") });
    repository.commit();
    expect(() => plan(repository.folder, "patch")).toThrow("package.json is at 1.1.0 already");
  });

  test("when there is nothing to say of it", () => {
    using repository = createPackage();
    repository.write({ "CHANGELOG.md": changelog() });
    repository.commit();
    expect(() => plan(repository.folder, "minor")).toThrow("CHANGELOG.md has nothing under Unreleased");
  });

  test("when something is not committed", () => {
    using repository = createPackage();
    repository.write({ "new.txt": "" });
    expect(() => plan(repository.folder, "minor")).toThrow("Commit or stash what has changed first.");
  });

  test("on another branch than main", () => {
    using repository = createPackage();
    repository.git("checkout", "--quiet", "-b", "nickname");
    expect(() => plan(repository.folder, "minor")).toThrow("A release is cut on main, and this is nickname.");
  });
});

describe("a release that is cut", () => {
  test("has its version everywhere, its changelog, its tarball, its commit and its tag", () => {
    using repository = createPackage();
    const tarball = cut(repository.folder, plan(repository.folder, "minor"), "ignore");
    for (const file of ["package.json", "package-lock.json"]) {
      expect(JSON.parse(read(repository, file)).version).toBe("1.1.0");
    }
    expect(read(repository, "generated/version.ts")).toBe("1.1.0");
    expect(read(repository, "built.js")).toBe("1.1.0");
    expect(read(repository, "CHANGELOG.md")).toMatch(/## Unreleased\n\n## 1\.1\.0 - \d{4}-\d\d-\d\d\n\n- Nicknames\./);
    expect(existsSync(join(repository.folder, tarball))).toBe(true);
    expect(repository.git("log", "-1", "--format=%s %D").trim()).toBe("Release 1.1.0 HEAD -> main, tag: v1.1.0");
    expect(repository.git("tag", "--list", "--format=%(contents)", "v1.1.0").trim()).toBe("1.1.0\n\n- Nicknames.");
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  test.each([
    ["the checks fail", (repository: Repository) => check(repository, 1), '.ci/run" fails'],
    [
      "a later step fails",
      (repository: Repository) => {
        repository.write({ ".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n" });
        chmodSync(join(repository.folder, ".git/hooks/pre-commit"), 0o755);
      },
      '"git commit --message" fails',
    ],
    [
      "the last step fails",
      (repository: Repository) => repository.git("config", "tag.gpgSign", "true"),
      '"git tag --annotate" fails',
    ],
  ])("is none when %s: all is as before", (_, sabotage, message) => {
    using repository = createPackage();
    sabotage(repository);
    const before = repository.git("rev-parse", "HEAD");
    expect(() => cut(repository.folder, plan(repository.folder, "minor"), "ignore")).toThrow(message);
    expect(repository.git("rev-parse", "HEAD")).toBe(before);
    expect(repository.git("status", "--porcelain")).toBe("");
    expect(repository.git("tag")).toBe("");
  });
});
