import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import semver from "semver";
import { CommandError, runCommand, UsageError } from "../../src/cli/command.js";
import { documentOf } from "../contract/read.js";

const HELP = `
Usage: npm run diff -- [ref] [--format <format>]

Lists the changes to openapi.yaml since a git ref, each with the release that it needs: major, minor or patch. Fails if
the version of the package is too low, or if CHANGELOG.md has not changed. CONTRIBUTING.md has the rules under "Versions".

  ref       git ref to compare with, such as origin/main (default: the last release tag)
  --format  how to print the changes: stylish (the default), markdown, json or github-actions
  --help    print this help
`;
const FORMATS = ["stylish", "markdown", "json", "github-actions"];
const REDOCLY = fileURLToPath(new URL("../../node_modules/.bin/redocly", import.meta.url));
const CONFIG = fileURLToPath(new URL("redocly.yaml", import.meta.url));
const BUMPS = ["major", "minor", "patch"] as const;
/** A contract and its report may be longer than the megabyte that Node.js reads by default. */
const maxBuffer = Number.POSITIVE_INFINITY;

await runCommand(
  {
    name: "npm run diff",
    help: HELP,
    options: { format: { type: "string", default: "stylish" } },
    allowPositionals: true,
  },
  async ({ values: { format }, positionals: [ref, ...others] }) => {
    if (others.length > 0) throw new UsageError("Pass one git ref, or none.");
    if (!FORMATS.includes(format)) throw new UsageError(`--format must be one of: ${FORMATS.join(", ")}.`);
    if (git("rev-parse", "--git-dir") === undefined) throw new CommandError("This folder is not in a git repository.");
    const base = ref === undefined ? lastRelease() : known(ref);
    // On stderr, since a report in Markdown or JSON may be redirected to a file.
    process.stderr.write(
      `openapi.yaml, compared with ${base} (commit ${git("rev-parse", "--short", `${base}^{}`)}):\n`,
    );

    const { report, bump } = await compare(base, format);
    process.stdout.write(report);
    const problems = bump ? problemsOf(base, bump) : [];
    if (format === "github-actions") for (const problem of problems) process.stdout.write(`::error::${problem}\n`);
    if (problems.length > 0) throw new CommandError(problems.join("\n"));
    return 0;
  },
);

/** What git prints; `undefined` when it fails. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, { encoding: "utf8", maxBuffer, stdio: ["ignore", "pipe", "ignore"] }).trimEnd();
  } catch {
    return undefined;
  }
}

/** The command that fetches all tags, and the commits that they need. */
function fetchTags(): string {
  const isShallow = git("rev-parse", "--is-shallow-repository") === "true";
  return `git fetch --tags${isShallow ? " --unshallow" : ""}`;
}

/** The last release, except those such as `v2.0.0-rc.1`. Main as a default would show no changes on main. */
function lastRelease(): string {
  const tag = git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*.[0-9]*.[0-9]*", "--exclude=*-*");
  if (tag !== undefined) return tag;
  throw new CommandError(
    `There is no release tag (v1.2.3) to compare with. Fetch the tags: ${fetchTags()}. If there has been no release, name ` +
      "another git ref: npm run diff -- origin/main",
  );
}

/** Returns a git ref. @throws CommandError when git does not know it. */
function known(ref: string): string {
  if (git("rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`) !== undefined) return ref;
  const [, remote, branch] = /^([\w-]+)\/([\w./-]+)$/.exec(ref) ?? [];
  const fetch = branch ? `git fetch ${remote} ${branch}:refs/remotes/${ref}` : fetchTags();
  throw new CommandError(`git does not know "${ref}". Fetch it: ${fetch}`);
}

/** The text of a file at a ref. */
function fileAt(ref: string, file: string): string {
  const text = git("show", "--end-of-options", `${ref}:./${file}`);
  if (text === undefined) throw new CommandError(`There is no ${file} at ${ref} to compare with.`);
  return text;
}

/** Runs `redocly diff` in a temporary folder, so that the report names the ref and the file. */
async function compare(base: string, format: string) {
  const folder = mkdtempSync(join(tmpdir(), "diff-"));
  const before = join(base.replaceAll(/[^\w.-]/g, "-"), "openapi.yaml");
  try {
    mkdirSync(join(folder, before, ".."));
    writeFileSync(join(folder, before), readable(fileAt(base, "openapi.yaml"), `openapi.yaml at ${base}`));
    writeFileSync(join(folder, "openapi.yaml"), readable(readFileSync("openapi.yaml", "utf8"), "openapi.yaml"));
    const reportAs = async (format: string) => {
      // A major change is not a failure here, since the version may allow it.
      const args = ["diff", before, "openapi.yaml", "--config", CONFIG, "--format", format, "--fail-on", "none"];
      return (await promisify(execFile)(REDOCLY, args, { cwd: folder, maxBuffer })).stdout;
    };
    const [report, json] = await Promise.all([reportAs(format), reportAs("json")]);
    const { summary } = JSON.parse(json);
    return { report, bump: BUMPS.find((one) => summary[one] > 0) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the text of a contract. @throws CommandError in one line when it is not valid. */
function readable(text: string, name: string): string {
  documentOf(text, name);
  return text;
}

/** What the package lacks for the changes, each in a sentence that says what to do. */
function problemsOf(base: string, bump: (typeof BUMPS)[number]): string[] {
  const problems: string[] = [];
  const version = versionIn(readFileSync("package.json", "utf8"), "package.json");
  const needed = semver.inc(versionIn(fileAt(base, "package.json"), `package.json at ${base}`), bump) ?? "";
  if (semver.lt(version, needed)) {
    const command = `npm version --no-git-tag-version ${needed}`;
    problems.push(`The package has version ${version} and needs ${needed} or later. Run: ${command}`);
  }
  if (readFileSync("CHANGELOG.md", "utf8").trimEnd() === fileAt(base, "CHANGELOG.md"))
    problems.push("CHANGELOG.md has no new entry: add one under Unreleased.");
  return problems;
}

function versionIn(text: string, name: string): string {
  const { version } = JSON.parse(text);
  if (semver.valid(version) === null) throw new CommandError(`${name} has no version such as 1.2.3.`);
  return version;
}
