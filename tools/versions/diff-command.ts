import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CommandError } from "../../src/cli/command-error.js";
import { runCommand } from "../../src/cli/run.js";
import { diff } from "./diff.js";
import { renderMarkdown, renderText } from "./render.js";

const help = `Usage: npm run diff -- [ref] [--markdown <file>]

Tells every change of openapi.yaml since a git ref with the semver bump that it needs, and fails when the version of the
package or CHANGELOG.md does not tell of it.

  ref                what to compare with; default: the last release tag, else the main branch
  --markdown <file>  write it as Markdown too, for a pull request; - for the standard output, in place of the text
  --help             show this
`;

function main(): number {
  const { values, positionals } = readArguments();
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const comparison = diff(process.cwd(), positionals[0]);
  const { markdown } = values;
  if (markdown !== "-") process.stdout.write(renderText(comparison));
  if (markdown === "-") process.stdout.write(renderMarkdown(comparison));
  else if (markdown !== undefined) writeFileSync(markdown, renderMarkdown(comparison));
  return comparison.problems.length > 0 ? 1 : 0;
}

function readArguments() {
  try {
    const options = { markdown: { type: "string" }, help: { type: "boolean" } } as const;
    const read = parseArgs({ options, allowPositionals: true });
    if (read.positionals.length <= 1) return read;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new CommandError(`That is not how this command is called.\n\n${help}`);
}

await runCommand(main);
