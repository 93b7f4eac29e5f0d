import semver from "semver";
import { CommandError } from "../../src/cli/command-error.js";
import { readDocument } from "../contract/reader.js";
import { neededBump } from "../diff/changes.js";
import { contractChanges } from "../diff/diff.js";
import { lastRelease } from "../history/base.js";
import { type Bump, nextVersion } from "../history/bump.js";
import { sectionsOf } from "../history/changelog.js";
import { git, isCommit } from "../history/git.js";
import { packageAt } from "../history/package-state.js";

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

/** The version of a release: the next one after the last release, or by default the one in `package.json`. */
export function versionOf(folder: string, bump: Bump | undefined): string {
  const now = packageAt(folder).version;
  const before = lastRelease(folder);
  return bump ? nextVersion(before ? packageAt(folder, before).version : now, bump) : now;
}

/**
 * Plans a release of the current commit.
 *
 * @throws CommandError when it cannot be released.
 */
export function plan(folder: string, version: string): Plan {
  requireCleanMain(folder);
  const now = packageAt(folder);
  const before = lastRelease(folder);
  const released = before && packageAt(folder, before).version;
  if (released && semver.lte(version, released)) {
    throw new CommandError(
      `${version} is already released. Choose the next step: npm run release -- patch|minor|major`,
    );
  }
  if (semver.lt(version, now.version)) {
    throw new CommandError(`package.json is already at ${now.version}, which is later than ${version}.`);
  }
  if (isCommit(folder, `refs/tags/v${version}`)) {
    throw new CommandError(`The tag v${version} already exists on another branch.`);
  }
  if (before && released) requireContractBump(folder, before, released, version);
  const notes = sectionsOf(now.changelog).find(({ title }) => title === "Unreleased")?.body;
  if (!notes) throw new CommandError("CHANGELOG.md has nothing under Unreleased: describe this release there.");
  return { before, version, tag: `v${version}`, notes };
}

function requireCleanMain(folder: string): void {
  if (!isCommit(folder, "HEAD")) throw new CommandError("This folder is not in a git repository that has a commit.");
  const branch = git(folder, "branch", "--show-current");
  const current = branch ? `The current branch is ${branch}.` : "No branch is checked out.";
  if (branch !== "main") throw new CommandError(`A release is cut on main. ${current}`);
  if (!git(folder, "var", "GIT_COMMITTER_IDENT")) {
    throw new CommandError("git does not know who commits. Set user.name and user.email with git config.");
  }
  requireClean(folder, "Commit or stash your changes first.");
}

/** @throws CommandError with these words when something is not committed. */
export function requireClean(folder: string, otherwise: string): void {
  if (git(folder, "status", "--porcelain")) throw new CommandError(otherwise);
}

function requireContractBump(folder: string, before: string, released: string, version: string): void {
  const bump = neededBump(contractChanges(folder, before, readDocument(folder)));
  if (!bump || semver.gte(version, nextVersion(released, bump))) return;
  throw new CommandError(
    `The changes of openapi.yaml since ${before} need a ${bump} release: npm run release -- ${bump}`,
  );
}
