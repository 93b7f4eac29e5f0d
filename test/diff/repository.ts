import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFolder } from "../servers/command.js";

/** A small git repository of a package with the contract, in a temporary folder: its branch main has version 1.0.0. */
export class Repository implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "repository-"));

  constructor() {
    this.git("init", "--quiet", "--initial-branch=main");
    this.git("config", "user.name", "Test");
    this.git("config", "user.email", "test@example.com");
    for (const file of ["openapi.yaml", "redocly.yaml"])
      copyFileSync(join(projectFolder, file), join(this.folder, file));
    this.write("package.json", '{ "name": "a-package", "version": "1.0.0" }\n');
    this.write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n## 1.0.0 - 2026-01-01\n\n- All of it.\n");
    this.commit();
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }

  git(...args: string[]): void {
    execFileSync("git", args, { cwd: this.folder, stdio: "pipe" });
  }

  /** Commits every change. */
  commit(): void {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", "Change");
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Replaces a text of a file, which has to be there. */
  replace(file: string, text: string, by: string): void {
    const before = this.read(file);
    if (!before.includes(text)) throw new Error(`${file} does not contain ${text}`);
    this.write(file, before.replace(text, by));
  }
}
