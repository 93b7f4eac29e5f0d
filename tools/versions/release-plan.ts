import semver from "semver";
import { CommandError } from "../../src/cli/command-error.js";
import { sectionsOf } from "./changelog.js";
import { type Bump, neededBump } from "./comparison/changes.js";
import { contractChanges, packageAt } from "./diff.js";
import { git, lastRelease } from "./repository.js";
import { nextVersion } from "./version-check.js";

/** What a release is going to be. */
export interface Plan {
  /** Tag of the release before; `undefined` for the first. */
  before: string | undefined;
  version: string;
  /** Tag of the release. */
  tag: string;
  /** What the changelog says of it, as Markdown. */
  notes: string;
}

/**
 * Plans a release of what is committed.
 *
 * @param bump - From the release before to this one; without it, the version in `package.json` is released as it is.
 * @throws CommandError when it cannot be released as it stands.
 */
export function plan(folder: string, bump: Bump | undefined): Plan {
  requireCleanMain(folder);
  const now = packageAt(folder);
  const before = lastRelease(folder);
  const released = before && packageAt(folder, before).version;
  const version = bump ? nextVersion(released ?? now.version, bump) : now.version;
  if (released && semver.lte(version, released)) {
    throw new CommandError(`${version} is released already. Say what comes next: npm run release -- patch|minor|major`);
  }
  if (semver.lt(version, now.version)) {
    throw new CommandError(`package.json is at ${now.version} already, which is later than ${version}.`);
  }
  if (git(folder, "rev-parse", "--verify", `refs/tags/v${version}`)) {
    throw new CommandError(`There is a tag v${version} already, on another branch.`);
  }
  if (before && released) requireContractBump(folder, before, released, version);
  const notes = sectionsOf(now.changelog).find(({ title }) => title === "Unreleased")?.body;
  if (!notes) throw new CommandError("CHANGELOG.md has nothing under Unreleased: say what this release brings.");
  return { before, version, tag: `v${version}`, notes };
}

function requireCleanMain(folder: string): void {
  const branch = git(folder, "rev-parse", "--abbrev-ref", "HEAD");
  if (branch === undefined) throw new CommandError("This folder is in no git repository that has a commit.");
  if (branch !== "main") throw new CommandError(`A release is cut on main, and this is ${branch}.`);
  if (git(folder, "status", "--porcelain")) throw new CommandError("Commit or stash what has changed first.");
}

function requireContractBump(folder: string, before: string, released: string, version: string): void {
  const bump = neededBump(contractChanges(folder, before));
  if (!bump || semver.gte(version, nextVersion(released, bump))) return;
  throw new CommandError(
    `openapi.yaml has changed since ${before} in a way that needs a ${bump} release: npm run release -- ${bump}`,
  );
}
