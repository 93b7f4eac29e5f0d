import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import semver from "semver";
import { CommandError, runCommand, UsageError } from "../../src/cli/command.js";
import { documentOf } from "../contract/reader.js";

const HELP = `
Usage: npm run diff -- [ref] [--format <format>]

Lists the changes of openapi.yaml since a git ref, each with the version that it needs: major, minor or patch. Fails if
the version of the package is too low, or if CHANGELOG.md has no new entry. CONTRIBUTING.md has the rule under "Versions".

  ref       git ref to compare with (default: the last release tag, or main if there is none)
  --format  how to print the changes: stylish (the default), markdown, json or github-actions
  --help    print this help
`;
const FORMATS = ["stylish", "markdown", "json", "github-actions"];
const REDOCLY = fileURLToPath(new URL("../../node_modules/.bin/redocly", import.meta.url));
const CONFIG = fileURLToPath(new URL("redocly.yaml", import.meta.url));
const BUMPS = ["major", "minor", "patch"] as const;

/** A contract and its report may be longer than the megabyte that Node.js reads by default. */
const maxBuffer = Number.POSITIVE_INFINITY;
const env = {
  ...process.env,
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  ...(process.stdout.isTTY && { FORCE_COLOR: "1" }),
};

await runCommand(
  {
    name: "npm run diff",
    help: HELP,
    options: { format: { type: "string", default: "stylish" } },
    allowPositionals: true,
  },
  async ({ values: { format }, positionals: [ref, ...others] }) => {
    if (others.length > 0) throw new UsageError("Name one git ref, or none.");
    if (!FORMATS.includes(format)) throw new UsageError(`--format is one of: ${FORMATS.join(", ")}.`);
    const base = findBase(ref);
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
    return execFileSync("git", args, { encoding: "utf8", maxBuffer, stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}

/** The git ref to compare with: the given one, else the last release that is no `v2.0.0-rc.1`, else the main branch. */
function findBase(ref: string | undefined): string {
  if (git("rev-parse", "--git-dir") === undefined) throw new CommandError("This folder is not in a git repository.");
  const isCommit = (name: string) => git("rev-parse", "--verify", "--end-of-options", `${name}^{commit}`) !== undefined;
  const release = git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*.[0-9]*.[0-9]*", "--exclude=*-*")?.trim();
  const found = (ref === undefined ? [release ?? "main", "main", "origin/main"] : [ref]).find(isCommit);
  if (found !== undefined) return found;
  const reason =
    ref === undefined ? "There is no release tag (v1.2.3) and no branch main" : `git does not know "${ref}"`;
  throw new CommandError(`${reason}. Fetch it, or name another git ref: npm run diff -- <ref>`);
}

/** A file of the working tree, or at a ref. */
function read(file: string, ref?: string): string {
  const text = ref === undefined ? readFileSync(file, "utf8") : git("show", `${ref}:./${file}`);
  if (text === undefined) throw new CommandError(`There is no ${file} at ${ref} to compare with.`);
  return text;
}

/** Runs `redocly diff` in a folder of its own, so that the report has the names of the ref and of the file. */
async function compare(base: string, format: string) {
  const [before, after] = [join(base.replaceAll(/[^\w.-]/g, "-"), "openapi.yaml"), "openapi.yaml"];
  const folder = mkdtempSync(join(tmpdir(), "diff-"));
  try {
    for (const [file, ref] of [[before, base], [after]] as const) {
      const text = read("openapi.yaml", ref);
      documentOf(text, ref === undefined ? "openapi.yaml" : `openapi.yaml at ${ref}`);
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const run = async (as: string) => {
      // A major change is no failure: the version may allow it.
      const args = ["diff", before, after, "--config", CONFIG, "--format", as, "--fail-on", "none"];
      const { stdout } = await promisify(execFile)(REDOCLY, args, {
        cwd: folder,
        env,
        maxBuffer,
      });
      return stdout;
    };
    const [report, json] = await Promise.all([run(format), run("json")]);
    const { summary } = JSON.parse(json);
    return { report, bump: BUMPS.find((one) => summary[one] > 0) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Where the package does not match the changes, each as a sentence that says what to do. */
function problemsOf(base: string, bump: (typeof BUMPS)[number]): string[] {
  const [version, released] = [versionAt(), versionAt(base)];
  const needed = new semver.SemVer(released).inc(bump).version;
  const known = entriesOf(read("CHANGELOG.md", base));
  const added = entriesOf(read("CHANGELOG.md"), ["Unreleased", version]).filter((entry) => !known.includes(entry));
  return [
    ...(semver.lt(version, needed)
      ? [
          `The package has version ${version} and needs ${needed} or later. Run: npm version --no-git-tag-version ${needed}`,
        ]
      : []),
    ...(added.length === 0 ? ["CHANGELOG.md has no new entry: add one under Unreleased."] : []),
  ];
}

function versionAt(ref?: string): string {
  const [, written] = /"version": *"(.+?)"/.exec(read("package.json", ref)) ?? [];
  const version = semver.valid(written);
  if (version === null) throw new CommandError(`package.json${ref ? ` at ${ref}` : ""} has no version such as 1.2.3.`);
  return version;
}

/** The entries of a changelog, of all sections or of those with some titles. */
function entriesOf(changelog: string, titles?: readonly string[]): string[] {
  const sections = changelog.split(/^## /m).slice(1);
  const chosen = sections.filter((section) => titles?.includes(section.split(/\s/, 1)[0] ?? "") ?? true);
  return chosen.flatMap((section) => section.split(/^- /m).slice(1)).map((entry) => entry.replaceAll(/\s+/g, " "));
}
