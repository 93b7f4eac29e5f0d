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

/** The last release tag that the working tree descends from, such as `v1.2.0`. */
export function lastRelease(folder: string): string | undefined {
  return git(folder, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*.[0-9]*.[0-9]*");
}

/**
 * The git ref to compare the working tree with: the given one, else the last release, else the main branch.
 *
 * @throws CommandError when there is no such ref.
 */
export function findBase(folder: string, ref: string | undefined): string {
  if (git(folder, "rev-parse", "--git-dir") === undefined) {
    throw new CommandError("This folder is not in a git repository, so there is nothing to compare with.");
  }
  const wanted = ref === undefined ? [lastRelease(folder), "main", "origin/main"] : [ref];
  const found = wanted.find((name) => name !== undefined && isCommit(folder, name));
  if (found !== undefined) return found;
  throw new CommandError(
    ref === undefined
      ? "There is no release tag (v1.2.3) and no branch main to compare with. Name a git ref: npm run diff -- <ref>"
      : `git does not know "${ref}" here. Fetch it, or name another ref.`,
  );
}

function isCommit(folder: string, ref: string): boolean {
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
