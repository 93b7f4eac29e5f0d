import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { changelog, createRepository, type Repository } from "../diff/repository.js";

/** A package that can be released: its checks pass, and its build writes a file. */
export function createPackage(version = "1.0.0"): Repository {
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
  makeChecksExit(repository, 0);
  repository.git("config", "gpg.program", "false");
  repository.git("config", "user.name", "Test");
  repository.git("config", "user.email", "test@example.com");
  return repository;
}

/** Makes the checks of CI exit with a code. */
export function makeChecksExit(repository: Repository, code: number): void {
  writeScript(repository, ".ci/run", `exit ${code}`);
  repository.commit();
}

export const read = (repository: Repository, file: string) => readFileSync(join(repository.folder, file), "utf8");

/** Every file with its content, and the state of git. */
export function stateOf({ folder, git }: Repository) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !relative(folder, entry.parentPath).startsWith(".git"))
    .map((entry) => join(entry.parentPath, entry.name));
  return {
    files: files.sort().map((file) => [file, readFileSync(file, "utf8")]),
    branch: git("rev-parse", "--abbrev-ref", "HEAD"),
    refs: git("show-ref"),
    status: git("status", "--porcelain"),
    trees: git("worktree", "list"),
  };
}

/** Writes an executable script. */
export function writeScript({ folder, write }: Repository, file: string, ...lines: string[]): void {
  write({ [file]: `#!/bin/sh\n${lines.join("\n")}\n` });
  chmodSync(join(folder, file), 0o755);
}
