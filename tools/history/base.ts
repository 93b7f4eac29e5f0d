import { CommandError } from "../../src/cli/command-error.js";
import { git, isCommit } from "./git.js";

/** The last release tag that the working tree descends from, such as `v1.2.0`. A `v2.0.0-rc.1` is no release. */
export function lastRelease(folder: string): string | undefined {
  const tags = ["--match=v[0-9]*.[0-9]*.[0-9]*", "--exclude=*-*", "--exclude=*.*.*.*"];
  return git(folder, "describe", "--tags", "--abbrev=0", ...tags);
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
