import { writeFileSync } from "node:fs";
import { CommandError, UsageError } from "../../src/cli/command-error.js";
import type { CommandLine, Given } from "../../src/cli/command-line.js";
import { runCommand } from "../../src/cli/run.js";
import { BUMPS } from "../history/bump.js";
import { diff } from "./diff.js";
import { FORMATS } from "./diff-report.js";

/** The options have the names that they have in `redocly diff`. */
const line = {
  name: "npm run diff",
  about: `Lists every change of openapi.yaml since a git ref, with the semver bump that it needs. Fails when the version of the
package is too low or CHANGELOG.md has no new entry. Layout, comments and the order of keys do not count as changes.`,
  operands: { ref: "git ref to compare with (default: the last release tag, else the main branch)" },
  options: {
    format: {
      type: "string",
      value: "format",
      default: "text",
      about: "text, markdown (for a pull request), json or github (annotations)",
    },
    output: { type: "string", value: "file", about: "write to this file instead of the terminal" },
    "fail-on": {
      type: "string",
      value: "bump",
      about: "fail on a change that needs this bump or more: patch, minor or major",
    },
  },
} as const satisfies CommandLine;

function main({ options, operands }: Given<typeof line.options>): number {
  const render = FORMATS.get(options.format);
  if (!render) throw new UsageError(`--format is one of: ${[...FORMATS.keys()].join(", ")}.`);
  const limit = options["fail-on"];
  const known = BUMPS.find((bump) => bump === limit);
  if (limit !== undefined && known === undefined) throw new UsageError(`--fail-on is one of: ${BUMPS.join(", ")}.`);
  const refused = known === undefined ? [] : BUMPS.slice(0, BUMPS.indexOf(known) + 1);
  const comparison = diff(process.cwd(), operands[0]);
  write(render(comparison), options.output);
  const isRefused = comparison.changes.some(({ bump }) => refused.includes(bump));
  return comparison.problems.length > 0 || isRefused ? 1 : 0;
}

function write(text: string, file: string | undefined): void {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch {
    throw new CommandError(`--output: ${file} cannot be written.`);
  }
}

await runCommand(line, main);
