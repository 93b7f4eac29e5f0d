import { spawnSync } from "node:child_process";
import { CommandError, UsageError } from "../../src/cli/command-error.js";
import type { CommandLine, Given } from "../../src/cli/command-line.js";
import { runCommand } from "../../src/cli/run.js";
import { BUMPS, type Bump } from "../history/bump.js";
import { plan, versionOf } from "./plan.js";
import { undoing } from "./undo.js";

const line = {
  name: "npm run release",
  about: `Cuts a release from main with "npm version": runs all checks, writes version and changelog, commits, tags and packs the
tarball. It pushes and publishes nothing. If a step fails or you interrupt it, it prints the commands that undo it.`,
  operands: {
    bump: "step from the last release: patch, minor or major (default: the version in package.json)",
  },
  options: { "dry-run": { type: "boolean", about: "print what would be released, and change nothing" } },
} as const satisfies CommandLine;

/** Said in full, since the user's own npm configuration may say something else. */
const NPM_OPTIONS = [
  "--allow-same-version",
  "--git-tag-version",
  "--tag-version-prefix=v",
  "--message",
  "Release %s",
  "--loglevel=error",
] as const;

function main({ options, operands }: Given<typeof line.options>): number {
  const folder = process.cwd();
  const { npm_config_dry_run } = process.env;
  const { before = "none", version, tag, notes } = plan(folder, versionOf(folder, readBump(operands[0])));
  process.stdout.write(`Release ${version}, tag ${tag}; the previous release: ${before}.\n\n${notes}\n\n`);
  // Without a "--" before it, npm reads the flag as its own.
  if (options["dry-run"] || npm_config_dry_run) {
    process.stdout.write("Would run .ci/run, then write, commit, tag and pack. Nothing has changed.\n");
    return 0;
  }
  const undo = undoing(folder, tag);
  // A terminal sends its signal to npm, too, which ends. Then this command says how to undo what was done.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  const { status } = spawnSync("npm", ["version", version, ...NPM_OPTIONS], { cwd: folder, stdio: "inherit" });
  if (status === 0) return 0;
  throw new CommandError(`${version} was not released. ${undo()}`);
}

function readBump(bump: string | undefined): Bump | undefined {
  const known = BUMPS.find((name) => name === bump);
  if (bump !== undefined && known === undefined) throw new UsageError(`The bump is one of: ${BUMPS.join(", ")}.`);
  return known;
}

await runCommand(line, main);
