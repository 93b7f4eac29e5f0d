import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { CommandError } from "../../src/cli/command-error.js";
import { CONTRACT } from "../contract/reader.js";

/**
 * Writes the prose of the code, and the summaries of the contract, to Markdown files that `redocly recheck` can read: it
 * reads no code, and no summaries. Each text stays in its line.
 *
 * @param target - Folder to write, which loses what it has.
 */
export function writeProse(folder: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  for (const file of [CONTRACT, ...codeIn(folder)]) {
    const content = readFileSync(join(folder, file), "utf8");
    const path = join(target, `${file}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file === CONTRACT ? content.replace(/^(?! *summary: ).*$/gm, "") : proseOf(content));
  }
}

/**
 * The TypeScript files of the project, those included that git does not know yet. The test of the words quotes them.
 *
 * @throws CommandError when the folder is not in a git repository.
 */
export function codeIn(folder: string): string[] {
  const which = ["--cached", "--others", "--exclude-standard", "src", "tools", "test", ":!test/lint"];
  const { status, stdout: listed } = spawnSync("git", ["ls-files", ...which], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new CommandError("This folder is not in a git repository, which lists its code.");
  return listed.split("\n").filter((file) => file.endsWith(".ts") && existsSync(join(folder, file)));
}

/** The comments of TypeScript code, and its strings of several words: messages, `--help` texts, test titles. */
export function proseOf(code: string): string {
  const source = ts.createSourceFile("code.ts", code, ts.ScriptTarget.Latest);
  const found = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source);
    children.forEach(visit);
    if (children.length > 0) return;
    const comments = [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of comments)
      found.set(pos, source.text.slice(pos, end).replace(/^[ \t]*[/*]+|\*\/$/gm, ""));
    if (isString(node) && /\S\s+\S/.test(node.text)) found.set(node.getStart(source), node.text);
  };
  visit(source);
  const lines = code.split("\n").map(() => "");
  for (const [position, text] of found) {
    const { line } = source.getLineAndCharacterOfPosition(position);
    for (const [index, part] of withoutQuotations(text).split("\n").entries()) {
      lines[line + index] = `${lines[line + index] ?? ""} ${part.trim()}`.trim();
    }
  }
  return lines.join("\n");
}

function isString(node: ts.Node): node is ts.Node & { text: string } {
  return ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node);
}

/** A text without quotations and code, whose line breaks stay, so that it keeps its lines. */
function withoutQuotations(text: string): string {
  return text.replace(/```[\s\S]*?```|`[^`]*`|"[^"\n]*"/g, (quoted) => quoted.replace(/.+/g, "…"));
}
