import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import semver from "semver";
import { CommandError, runCommand, UsageError } from "../../src/cli/command.js";

const HELP = `
Usage: npm run diff -- [ref] [--format <format>]

Lists the changes of openapi.yaml since a git ref, and the version that each needs: major, minor or patch. Fails while the
version in package.json is too low. CONTRIBUTING.md has the rule under "Versions".

  ref       git ref to compare with, such as origin/main (default: the last release tag)
  --format  stylish (the default), markdown, json or github-actions
  --help    print this help
`;
const REDOCLY = fileURLToPath(new URL("../../node_modules/.bin/redocly", import.meta.url));
const CONFIG = fileURLToPath(new URL("redocly.yaml", import.meta.url));

await runCommand(
  {
    name: "npm run diff",
    help: HELP,
    options: { format: { type: "string", default: "stylish" } },
    allowPositionals: true,
  },
  async ({ values: { format }, positionals: [ref, ...others] }) => {
    if (others.length > 0) throw new UsageError("Name one git ref, or none.");
    const base = ref ?? lastRelease();
    const before = { contract: fileAt(base, "openapi.yaml"), version: versionIn(fileAt(base, "package.json")) };
    // On stderr: a report in Markdown or JSON may be redirected to a file.
    process.stderr.write(`openapi.yaml, compared with ${base} (${git("rev-parse", "--short", `${base}^{commit}`)}):\n`);

    const folder = mkdtempSync(join(tmpdir(), "diff-"));
    try {
      writeFileSync(join(folder, "base.yaml"), before.contract);
      process.stdout.write(redoclyDiff(folder, format));
      const { summary } = JSON.parse(redoclyDiff(folder, "json"));
      const impact = (["major", "minor", "patch"] as const).find((one) => summary[one] > 0);
      if (impact) requireVersion(semver.inc(before.version, impact) ?? "");
    } finally {
      rmSync(folder, { recursive: true });
    }
    return 0;
  },
);

/** What git prints. @throws CommandError when git fails. */
function git(...args: string[]): string {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    throw new CommandError(`git ${args.join(" ")} failed.`);
  }
}

/** The last release tag below this commit. There is no other default: main compared with itself would always pass. */
function lastRelease(): string {
  try {
    return git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*.[0-9]*.[0-9]*", "--exclude=*-*");
  } catch {
    throw new CommandError(
      "There is no release tag (v1.2.3) to compare with. Run git fetch --tags --unshallow if this clone lacks it, or name " +
        "another ref: npm run diff -- origin/main",
    );
  }
}

/** A file as it is at a ref. */
function fileAt(ref: string, file: string): string {
  try {
    return git("show", `${ref}:./${file}`);
  } catch {
    throw new CommandError(
      `There is no ${file} at ${ref}. If this clone lacks the ref, fetch it: git fetch origin ${ref}`,
    );
  }
}

/** The report of `redocly diff`, in a format. A major change is no failure here: the version may allow it. */
function redoclyDiff(folder: string, format: string): string {
  const args = ["diff", join(folder, "base.yaml"), "openapi.yaml", "--config", CONFIG, "--format", format];
  const { status, stdout, stderr } = spawnSync(REDOCLY, [...args, "--fail-on", "none"], {
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status !== 0) throw new CommandError(`redocly diff failed:\n${stderr}`);
  return stdout;
}

function versionIn(packageJson: string): string {
  const { version } = JSON.parse(packageJson);
  if (semver.valid(version) === null) throw new CommandError("package.json has no version such as 1.2.3.");
  return version;
}

/** @throws CommandError when the version of the package is lower than what the changes need. */
function requireVersion(needed: string): void {
  const version = versionIn(readFileSync("package.json", "utf8"));
  if (semver.gte(version, needed)) return;
  throw new CommandError(
    `The package has version ${version} and needs ${needed} or later. Run: npm version --no-git-tag-version ${needed}`,
  );
}
