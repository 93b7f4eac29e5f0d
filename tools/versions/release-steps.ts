import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../src/cli/command-error.js";
import { release } from "./changelog.js";
import type { Plan } from "./release-plan.js";
import { git } from "./repository.js";

/** What has to pass before anything is written: what CI runs. */
export const CHECKS = ".ci/run";

/** The files that a release changes. */
const CHANGED = ["package.json", "package-lock.json", "CHANGELOG.md", "generated/version.ts"];

/**
 * Cuts a release: checks, version, changelog, build, tarball, commit and tag. Where a step fails, all is as before.
 *
 * @param stdio - Where the output of the steps goes.
 * @returns Name of the tarball.
 * @throws CommandError that names the step that failed.
 */
export function cut(folder: string, { version, tag, notes }: Plan, stdio: "inherit" | "ignore" = "inherit"): string {
  const step = (command: string, ...args: string[]) => run(command, args, { cwd: folder, stdio });
  step(join(folder, CHECKS));
  const before = git(folder, "rev-parse", "HEAD") ?? "HEAD";
  try {
    // The package's own "version" script writes generated/version.ts.
    step("npm", "version", "--no-git-tag-version", "--allow-same-version", version);
    const changelog = join(folder, "CHANGELOG.md");
    const today = new Date().toISOString().slice(0, 10);
    writeFileSync(changelog, release(readFileSync(changelog, "utf8"), version, today));
    step("npm", "run", "build");
    const tarball = pack(folder);
    step("git", "add", ...CHANGED);
    step("git", "commit", "--message", `Release ${version}`);
    step("git", "tag", "--annotate", "--cleanup=whitespace", tag, "--message", `${version}\n\n${notes}`);
    return tarball;
  } catch (error) {
    step("git", "reset", "--quiet", before);
    step("git", "checkout", "--", ...CHANGED);
    throw error;
  }
}

function run(command: string, args: string[], options: ExecFileSyncOptions): void {
  try {
    execFileSync(command, args, options);
  } catch {
    throw new CommandError(`"${[command, ...args.slice(0, 2)].join(" ")}" fails, so nothing has been released.`);
  }
}

function pack(folder: string): string {
  const output = execFileSync("npm", ["pack", "--json", "--silent"], { cwd: folder, encoding: "utf8" });
  const [{ filename }] = JSON.parse(output);
  return String(filename);
}
