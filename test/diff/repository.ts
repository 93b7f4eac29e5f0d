import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readContract } from "../contract/contract.js";
import { projectFolder } from "../servers/command.js";
import { all, type Edit, set } from "./library.js";

/** A small git repository of a package with a contract, in a temporary folder. */
export interface Repository extends Disposable {
  folder: string;
  /** Writes files, by their paths. */
  write(files: Record<string, string>): void;
  /** Writes the contract with some edits. */
  change(...edits: Edit[]): void;
  /** Runs git, and returns what it prints. */
  git(...args: string[]): string;
  /** Commits every change. */
  commit(): void;
}

export const changelog = (...entries: string[]) =>
  `# Changelog\n\n## Unreleased\n\n${entries.map((entry) => `- ${entry}\n`).join("")}\n## 1.0.0 - 2026-01-01\n\n- All of it.\n`;

export const manifest = (version: string) => `${JSON.stringify({ name: "a-package", version }, null, 2)}\n`;

/** Creates a repository whose branch main has the package at version 1.0.0. */
export function createRepository(): Repository {
  const folder = mkdtempSync(join(tmpdir(), "repository-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const repository: Repository = {
    folder,
    git,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    },
    change(...edits) {
      const contract = readContract();
      all(...edits)(contract);
      // JSON is YAML.
      repository.write({ "openapi.yaml": JSON.stringify(contract) });
    },
    commit() {
      git("add", "--all");
      git("commit", "--quiet", "--message", "Change");
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
  git("init", "--quiet", "--initial-branch=main");
  const rules = readFileSync(join(projectFolder, "redocly.yaml"), "utf8");
  repository.write({ "package.json": manifest("1.0.0"), "CHANGELOG.md": changelog(), "redocly.yaml": rules });
  repository.change();
  repository.commit();
  return repository;
}

/** Adds an optional field. */
export const addField = set("/components/schemas/Webhook/properties/nickname", {
  type: "string",
  description: "A name.",
});
