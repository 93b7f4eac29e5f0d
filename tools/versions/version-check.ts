import semver from "semver";
import { newEntries } from "./changelog.js";
import type { Bump } from "./comparison/changes.js";

/** A package at one time. */
export interface PackageState {
  /** Version, from `package.json`. */
  version: string;
  /** Text of `CHANGELOG.md`. */
  changelog: string;
}

/**
 * What the package does not yet say of a change of the contract, each as a sentence that says what to do.
 *
 * @param bump - What the change needs; `undefined` where there is none.
 */
export function judge(bump: Bump | undefined, base: PackageState, now: PackageState): string[] {
  if (bump === undefined) return [];
  const problems: string[] = [];
  const needed = nextVersion(base.version, bump);
  if (semver.lt(now.version, needed)) {
    problems.push(
      `The version of the package is ${now.version}, and has to be ${needed} or later: npm version --no-git-tag-version ${needed}`,
    );
  }
  const told = newEntries(base.changelog, now.changelog).filter(
    ({ title }) => title === "Unreleased" || title === now.version,
  );
  if (told.length === 0) problems.push("CHANGELOG.md has no new entry: add one under Unreleased.");
  return problems;
}

/** The version that a bump leads to. */
export function nextVersion(version: string, bump: Bump): string {
  const next = semver.inc(version, bump);
  if (next === null) throw new TypeError(`"${version}" is not a semantic version`);
  return next;
}
