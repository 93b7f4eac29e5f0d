import semver from "semver";
import { type Bump, nextVersion } from "../history/bump.js";
import { hasNewEntry } from "../history/changelog.js";
import type { PackageState } from "../history/package-state.js";

/**
 * Where the package does not match the changes of the contract, each as a sentence that says what to do.
 *
 * @param bump - What the changes need; `undefined` where there are none.
 */
export function checkPackage(bump: Bump | undefined, base: PackageState, now: PackageState): string[] {
  if (bump === undefined) return [];
  const problems: string[] = [];
  const needed = nextVersion(base.version, bump);
  if (semver.lt(now.version, needed)) {
    problems.push(
      `The version of the package is ${now.version}, but must be ${needed} or later: npm version --no-git-tag-version ${needed}`,
    );
  }
  if (!hasNewEntry(now.changelog, base.changelog, ["Unreleased", now.version])) {
    problems.push("CHANGELOG.md has no new entry: add one under Unreleased.");
  }
  return problems;
}
