import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectFolder } from "../servers/command.js";

/** A small git repository of a package with the contract, in a temporary folder. */
export interface Repository extends Disposable {
  folder: string;
  /** Writes files, by their paths. */
  write(files: Record<string, string>): void;
  /** Replaces a text of a file, which has to be there. */
  replace(file: string, text: string, by: string): void;
  read(file: string): string;
  /** Runs git, and returns what it prints. */
  git(...args: string[]): string;
  /** Commits every change. */
  commit(): void;
}

/** Creates a repository whose branch main has the package at version 1.0.0. */
export function createRepository(): Repository {
  const folder = mkdtempSync(join(tmpdir(), "repository-"));
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const repository: Repository = {
    folder,
    read,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    },
    replace(file, text, by) {
      const before = read(file);
      if (!before.includes(text)) throw new Error(`${file} does not contain ${text}`);
      repository.write({ [file]: before.replace(text, by) });
    },
    git: (...args) => execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: "pipe" }),
    commit() {
      repository.git("add", "--all");
      repository.git("commit", "--quiet", "--message", "Change");
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
  repository.git("init", "--quiet", "--initial-branch=main");
  repository.git("config", "user.name", "Test");
  repository.git("config", "user.email", "test@example.com");
  const copied = ["openapi.yaml", "redocly.yaml"].map((file) => [
    file,
    readFileSync(join(projectFolder, file), "utf8"),
  ]);
  repository.write({
    ...Object.fromEntries(copied),
    "package.json": '{ "name": "a-package", "version": "1.0.0" }\n',
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.0.0 - 2026-01-01\n\n- All of it.\n",
  });
  repository.commit();
  return repository;
}
