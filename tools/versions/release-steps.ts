import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../src/cli/command-error.js";
import { release } from "./changelog.js";
import { Steps } from "./interruptible.js";
import type { Plan } from "./release-plan.js";
import { git } from "./repository.js";

/** The checks before anything is written: the same as in CI. */
export const CHECKS = ".ci/run";

/** What a release changes. */
const CHANGED = ["package.json", "package-lock.json", "CHANGELOG.md", "generated"];

type Output = "inherit" | "ignore";

/**
 * Cuts a release: checks, version, changelog, build, tarball, commit and tag.
 *
 * All steps run in a separate working tree of the current commit. The branch moves, and tag and tarball appear, only at
 * the end: a step that fails changes nothing, nor does a signal in any of them.
 *
 * @param stdio - Where the output of the steps goes.
 * @returns Name of the tarball.
 * @throws CommandError that names the step that failed, or says that a signal ended it.
 */
export async function cut(folder: string, plan: Plan, stdio: Output = "inherit"): Promise<string> {
  using steps = new Steps();
  const parent = mkdtempSync(join(tmpdir(), "release-"));
  const tree = join(parent, plan.version);
  const before = git(folder, "rev-parse", "HEAD") ?? "HEAD";
  try {
    await steps.run({ cwd: folder, stdio }, "git", "worktree", "add", "--quiet", "--detach", tree, before);
    const tarball = await prepare(steps, tree, plan, stdio);
    await finish(steps, folder, tree, plan, { before, tarball, stdio });
    return tarball;
  } finally {
    rmSync(parent, { recursive: true, force: true });
    await steps.runToEnd({ cwd: folder, stdio }, "git", "worktree", "prune");
  }
}

/** Makes the commit and the tarball. */
async function prepare(steps: Steps, tree: string, { version }: Plan, stdio: Output): Promise<string> {
  const here = { cwd: tree, stdio };
  await steps.run(here, join(tree, CHECKS));
  // The package's own "version" script writes generated/version.ts.
  await steps.run(here, "npm", "version", "--no-git-tag-version", "--allow-same-version", version);
  const changelog = join(tree, "CHANGELOG.md");
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(changelog, release(readFileSync(changelog, "utf8"), version, today));
  await steps.run(here, "npm", "run", "build");
  const packed = await steps.run({ cwd: tree, stdio: "pipe" }, "npm", "pack", "--json", "--silent");
  const [{ filename }] = JSON.parse(packed);
  await steps.run(here, "git", "add", ...CHANGED);
  await steps.run({ ...here, mayAsk: true }, "git", "commit", "--message", `Release ${version}`);
  return String(filename);
}

/** Moves the branch, sets the tag and copies the tarball: all three or none. */
async function finish(
  steps: Steps,
  folder: string,
  tree: string,
  { tag, version, notes }: Plan,
  { before, tarball, stdio }: { before: string; tarball: string; stdio: Output },
): Promise<void> {
  const commit = git(tree, "rev-parse", "HEAD") ?? "HEAD";
  if (git(folder, "rev-parse", "HEAD") !== before || git(folder, "rev-parse", "--abbrev-ref", "HEAD") !== "main") {
    throw new CommandError("main has moved in the meantime. Nothing was released. Start again.");
  }
  const here = { cwd: folder, stdio };
  const message = `${version}\n\n${notes}`;
  try {
    await steps.run(
      { ...here, mayAsk: true },
      "git",
      "tag",
      "--annotate",
      "--cleanup=whitespace",
      tag,
      commit,
      "--message",
      message,
    );
    await steps.runToEnd(here, "git", "merge", "--quiet", "--ff-only", commit);
    copyFileSync(join(tree, tarball), join(folder, tarball));
    steps.check();
  } catch (error) {
    if (git(folder, "rev-parse", "HEAD") === commit)
      await steps.runToEnd(here, "git", "reset", "--quiet", "--keep", before);
    if (git(folder, "rev-parse", "--verify", `refs/tags/${tag}`))
      await steps.runToEnd(here, "git", "tag", "--delete", tag);
    rmSync(join(folder, tarball), { force: true });
    throw error;
  }
}
