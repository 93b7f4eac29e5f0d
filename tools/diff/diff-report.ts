import { readFileSync } from "node:fs";
import { getLineColLocation, Source } from "@redocly/openapi-core";
import { annotation } from "../../src/cli/annotation.js";
import { CONTRACT } from "../contract/reader.js";
import { BUMPS } from "../history/bump.js";
import type { Change, Comparison } from "./changes.js";

/** The formats of `--format`, by their names. */
export const FORMATS: ReadonlyMap<string, (comparison: Comparison) => string> = new Map([
  ["text", renderText],
  ["markdown", renderMarkdown],
  ["json", (comparison) => `${JSON.stringify(comparison, null, 2)}\n`],
  ["github", (comparison) => renderAnnotations(comparison, readFileSync(CONTRACT, "utf8"))],
]);

/** The comparison for a terminal. */
export function renderText({ base, changes, problems }: Comparison): string {
  const rows = changes.map(({ bump, what, where }) => `  ${bump.padEnd(5)}  ${what}\n         ${where}`);
  const lines = [`openapi.yaml since ${base}: ${count(changes)}`, "", ...rows, ...(rows.length > 0 ? [""] : [])];
  return `${[...lines, ...outcome(changes, problems)].join("\n")}\n`;
}

/** The comparison as Markdown, for a pull request. */
export function renderMarkdown({ base, changes, problems }: Comparison): string {
  const rows = changes.map(({ bump, what, where }) => `| **${bump}** | ${literal(what)} | \`${cell(where)}\` |`);
  const table = rows.length > 0 ? ["| Bump | Change | Where |", "| --- | --- | --- |", ...rows, ""] : [];
  const lines = [`## \`openapi.yaml\` since \`${base}\``, "", `${count(changes)}.`, "", ...table];
  return `${[...lines, outcome(changes, problems).join("\n\n")].join("\n").trimEnd()}\n`;
}

/**
 * The comparison as workflow commands, which GitHub shows at the lines of a pull request.
 *
 * @param text - Text of the newer contract. What was removed is shown at what it was in.
 */
export function renderAnnotations({ changes, problems }: Comparison, text: string): string {
  const source = new Source(CONTRACT, text);
  const lineOf = (pointer: string) => getLineColLocation({ source, pointer, reportOnKey: true }).start.line;
  const lines = changes.map(({ bump, what, where }) => {
    const level = bump === "major" ? "warning" : "notice";
    return annotation(level, `${bump} change`, what, { file: CONTRACT, line: lineOf(where) });
  });
  return [...lines, ...problems.map((problem) => annotation("error", "npm run diff", problem))].join("");
}

function count(changes: readonly Change[]): string {
  if (changes.length === 0) return "no change";
  return BUMPS.map((bump) => `${changes.filter((change) => change.bump === bump).length} ${bump}`).join(", ");
}

function outcome(changes: readonly Change[], problems: readonly string[]): string[] {
  if (problems.length > 0) return problems.map((problem) => `✗ ${problem}`);
  return changes.length > 0 ? ["✓ The version of the package and CHANGELOG.md match these changes."] : [];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** A text in a cell: placeholders such as <CODE> and emphasis are shown as they are written. */
function literal(text: string): string {
  return cell(text.replace(/[\\`*_~<[]/g, "\\$&"));
}
