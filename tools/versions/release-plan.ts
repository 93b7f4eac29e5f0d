import semver from "semver";
import { CommandError } from "../../src/cli/command-error.js";
import { sectionsOf } from "./changelog.js";
import { type Bump, neededBump } from "./comparison/changes.js";
import { contractChanges, packageAt } from "./diff.js";
import { git, lastRelease } from "./repository.js";
import { nextVersion } from "./version-check.js";

/** A planned release. */
export interface Plan {
  /** Tag of the previous release; `undefined` for the first. */
  before: string | undefined;
  version: string;
  /** Tag of the release. */
  tag: string;
  /** Its section of the changelog, as Markdown. */
  notes: string;
}

/**
 * Plans a release of the current commit.
 *
 * @param bump - Step from the previous release; by default, the version in `package.json` is released.
 * @throws CommandError when it cannot be released.
 */
export function plan(folder: string, bump: Bump | undefined): Plan {
  requireCleanMain(folder);
  const now = packageAt(folder);
  const before = lastRelease(folder);
  const released = before && packageAt(folder, before).version;
  const version = bump ? nextVersion(released ?? now.version, bump) : now.version;
  if (released && semver.lte(version, released)) {
    throw new CommandError(
      `${version} is already released. Choose the next step: npm run release -- patch|minor|major`,
    );
  }
  if (semver.lt(version, now.version)) {
    throw new CommandError(`package.json is already at ${now.version}, which is later than ${version}.`);
  }
  if (git(folder, "rev-parse", "--verify", `refs/tags/v${version}`)) {
    throw new CommandError(`The tag v${version} already exists on another branch.`);
  }
  if (before && released) requireContractBump(folder, before, released, version);
  const notes = sectionsOf(now.changelog).find(({ title }) => title === "Unreleased")?.body;
  if (!notes) throw new CommandError("CHANGELOG.md has nothing under Unreleased: describe this release there.");
  return { before, version, tag: `v${version}`, notes };
}

function requireCleanMain(folder: string): void {
  const branch = git(folder, "rev-parse", "--abbrev-ref", "HEAD");
  if (branch === undefined) throw new CommandError("This folder is not in a git repository that has a commit.");
  if (branch !== "main") throw new CommandError(`A release is cut on main. The current branch is ${branch}.`);
  if (git(folder, "status", "--porcelain")) throw new CommandError("Commit or stash your changes first.");
}

function requireContractBump(folder: string, before: string, released: string, version: string): void {
  const bump = neededBump(contractChanges(folder, before));
  if (!bump || semver.gte(version, nextVersion(released, bump))) return;
  throw new CommandError(
    `The changes of openapi.yaml since ${before} need a ${bump} release: npm run release -- ${bump}`,
  );
}
