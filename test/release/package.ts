import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { changelog, createRepository, type Repository } from "../diff/repository.js";
import { projectFolder } from "../servers/command.js";

const tsx = `node --import ${import.meta.resolve("tsx")}`;
const hook = `${tsx} ${join(projectFolder, "tools/release/npm-version.ts")}`;

/** A package that can be released: its checks pass, and its tarball has a file that is built. */
export function createPackage(version = "1.0.0"): Repository {
  const repository = createRepository();
  const write = (file: string) => `node --eval "fs.writeFileSync('${file}', process.env.npm_package_version)"`;
  const scripts = {
    generate: write("generated/version.ts"),
    prepack: write("built.js"),
    preversion: hook,
    version: hook,
    postversion: hook,
  };
  repository.write({
    "package.json": JSON.stringify({ name: "a-package", version, scripts, files: ["built.js"] }),
    "package-lock.json": JSON.stringify({ name: "a-package", version, lockfileVersion: 3, packages: {} }),
    "CHANGELOG.md": changelog("Nicknames."),
    "generated/version.ts": version,
    ".gitignore": "built.js\n*.tgz\n",
  });
  repository.git("config", "gpg.program", "false");
  repository.git("config", "user.name", "Test");
  repository.git("config", "user.email", "test@example.com");
  check(repository, "exit 0");
  return repository;
}

/** Commits the checks of CI. */
export function check(repository: Repository, ...lines: string[]): void {
  writeScript(repository, ".ci/run", ...lines);
  repository.commit();
}

/** The command of `npm run release`, with its arguments. */
export const release = (...args: string[]) => [tsx, join(projectFolder, "tools/release/command.ts"), ...args].join(" ");

export const read = (repository: Repository, file: string) => readFileSync(join(repository.folder, file), "utf8");

/** What is committed, tagged, changed and packed. */
export function stateOf({ git }: Repository): string[] {
  const status = git("status", "--porcelain", "--ignored").split("\n");
  return [git("symbolic-ref", "HEAD"), git("show-ref"), ...status.filter((row) => row !== "!! built.js")];
}

/** Writes an executable script. */
export function writeScript({ folder, write }: Repository, file: string, ...lines: string[]): void {
  write({ [file]: `#!/bin/sh\n${lines.join("\n")}\n` });
  chmodSync(join(folder, file), 0o755);
}
