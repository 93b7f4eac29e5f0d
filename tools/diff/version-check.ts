import semver from "semver";
import { newEntries } from "./changelog.js";
import type { Bump } from "./ratings.js";

/** State of a package. */
export interface PackageState {
  /** Version, from `package.json`. */
  version: string;
  /** Text of `CHANGELOG.md`. */
  changelog: string;
}

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
  const added = newEntries(base.changelog, now.changelog).filter(
    ({ title }) => title === "Unreleased" || title === now.version,
  );
  if (added.length === 0) problems.push("CHANGELOG.md has no new entry: add one under Unreleased.");
  return problems;
}

/** The version after a bump. */
export function nextVersion(version: string, bump: Bump): string {
  return new semver.SemVer(version).inc(bump).version;
}
