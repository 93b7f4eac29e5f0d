import ts from "typescript";

/** A piece of prose in a file. */
export interface Prose {
  /** Line where it starts, from 1. */
  line: number;
  text: string;
}

/** The comments of TypeScript code, and its strings of several words: messages, `--help` texts, test titles. */
export function proseIn(code: string): Prose[] {
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
    for (const { pos, end } of comments) found.set(pos, source.text.slice(pos, end).replace(/^[ \t]*[/*]+/gm, ""));
    if (isString(node) && /\S\s+\S/.test(node.text)) found.set(node.getStart(source), node.text);
  };
  visit(source);
  return [...found].map(([position, text]) => ({
    line: source.getLineAndCharacterOfPosition(position).line + 1,
    text: withoutQuotations(text),
  }));
}

function isString(node: ts.Node): node is ts.Node & { text: string } {
  return ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node);
}

/** A text without quotations and code, whose line breaks stay, so that its lines can be counted. */
function withoutQuotations(text: string): string {
  return text.replace(/```[\s\S]*?```|`[^`]*`|"[^"\n]*"/g, (quoted) => quoted.replace(/.+/g, "-"));
}
