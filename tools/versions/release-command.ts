import { UsageError } from "../../src/cli/command-error.js";
import type { CommandLine, Given } from "../../src/cli/command-line.js";
import { runCommand } from "../../src/cli/run.js";
import { BUMPS, type Bump } from "./comparison/changes.js";
import { plan } from "./release-plan.js";
import { CHECKS, cut } from "./release-steps.js";

const line = {
  name: "npm run release",
  about: `Cuts a release from main: runs all checks, writes version and changelog, builds, packs the tarball, commits and tags.
It pushes and publishes nothing. If a step fails or you interrupt it, nothing changes.`,
  operands: {
    bump: "step from the last release: patch, minor or major (default: the version in package.json)",
  },
  options: { "dry-run": { type: "boolean", about: "print what would be released, and change nothing" } },
} as const satisfies CommandLine;

async function main({ options, operands }: Given<typeof line.options>): Promise<number> {
  const { npm_config_dry_run } = process.env;
  const planned = plan(process.cwd(), readBump(operands[0]));
  const { before = "none", version, tag, notes } = planned;
  process.stdout.write(`Release ${version}, tag ${tag}; the previous release: ${before}.\n\n${notes}\n\n`);
  // Without a "--" before it, npm reads the flag as its own.
  if (options["dry-run"] || npm_config_dry_run) {
    process.stdout.write(`Would run ${CHECKS}, then write, build, pack, commit and tag. Nothing has changed.\n`);
    return 0;
  }
  const tarball = await cut(process.cwd(), planned);
  process.stdout.write(
    `\nReleased ${version} in this clone. To publish it: git push origin main ${tag} && npm publish ${tarball}\n`,
  );
  return 0;
}

function readBump(bump: string | undefined): Bump | undefined {
  const known = BUMPS.find((name) => name === bump);
  if (bump !== undefined && known === undefined) throw new UsageError(`The bump is one of: ${BUMPS.join(", ")}.`);
  return known;
}

await runCommand(line, main);
