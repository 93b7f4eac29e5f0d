import { parseArgs } from "node:util";
import { CommandError } from "../../src/cli/command-error.js";
import { runCommand } from "../../src/cli/run.js";
import { BUMPS, type Bump } from "./rating.js";
import { plan } from "./release-plan.js";
import { CHECKS, cut } from "./release-steps.js";

const help = `Usage: npm run release -- [patch|minor|major] [--dry-run]

Cuts a release from main: runs all checks, writes version and changelog, builds, packs the tarball, commits and tags.
It pushes and publishes nothing. Where a step fails, all is as before.

  patch|minor|major  how far to go from the last release; default: to the version in package.json
  --dry-run          tell what would be released, and do nothing
  --help             show this
`;

function main(): number {
  const { npm_config_dry_run } = process.env;
  const { values, positionals } = readArguments();
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const planned = plan(process.cwd(), readBump(positionals));
  const { before = "none", version, tag, notes } = planned;
  process.stdout.write(`Release ${version}, tag ${tag}; the release before: ${before}.\n\n${notes}\n\n`);
  // Without "--" before it, npm takes the flag for its own.
  if (values["dry-run"] || npm_config_dry_run) {
    process.stdout.write(`Would run ${CHECKS}, then write, build, pack, commit and tag. Nothing was done.\n`);
    return 0;
  }
  const tarball = cut(process.cwd(), planned);
  process.stdout.write(`\nReleased ${version} here. Now: git push origin main ${tag} && npm publish ${tarball}\n`);
  return 0;
}

function readBump([bump, ...others]: string[]): Bump | undefined {
  const known = BUMPS.find((name) => name === bump);
  if ((bump !== undefined && known === undefined) || others.length > 0) throw new CommandError(help);
  return known;
}

function readArguments() {
  const options = { "dry-run": { type: "boolean" }, help: { type: "boolean" } } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch {
    throw new CommandError(help);
  }
}

await runCommand(main);
