import { execFileSync } from "node:child_process";
import { CommandError } from "../../src/cli/command-error.js";

/** Output of a git command without the line break at its end; `undefined` when git fails. */
export function git(folder: string, ...args: string[]): string | undefined {
  try {
    // A contract may be longer than the megabyte that Node.js reads by default.
    const options = { cwd: folder, maxBuffer: Number.POSITIVE_INFINITY } as const;
    return execFileSync("git", args, { ...options, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trimEnd();
  } catch {
    return undefined;
  }
}

/** Whether a name, such as that of a tag or a branch, leads to a commit. */
export function isCommit(folder: string, ref: string): boolean {
  return git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`) !== undefined;
}

/**
 * A file at a git ref.
 *
 * @throws CommandError when the ref does not have it.
 */
export function fileAt(folder: string, ref: string, file: string): string {
  const text = git(folder, "show", `${ref}:./${file}`);
  if (text === undefined) throw new CommandError(`There is no ${file} at ${ref} to compare with.`);
  return text;
}
