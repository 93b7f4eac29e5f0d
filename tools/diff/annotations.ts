import { getLineColLocation, Source } from "@redocly/openapi-core";
import { CONTRACT } from "../contract/reader.js";
import type { Bump } from "../history/bump.js";
import type { Comparison } from "./changes.js";

const LEVELS: Readonly<Record<Bump, string>> = { major: "warning", minor: "notice", patch: "notice" };

/**
 * The comparison as workflow commands, which GitHub shows at the lines of a pull request.
 *
 * @param text - Text of the newer contract. What was removed is shown at what it was in.
 */
export function renderAnnotations({ changes, problems }: Comparison, text: string): string {
  const source = new Source(CONTRACT, text);
  const lineOf = (pointer: string) => getLineColLocation({ source, pointer, reportOnKey: true }).start.line;
  const lines = [
    ...changes.map(({ bump, what, where }) => {
      return `::${LEVELS[bump]} file=${CONTRACT},line=${lineOf(where)},title=${bump} change::${inOneLine(what)}\n`;
    }),
    ...problems.map((problem) => `::error::${inOneLine(problem)}\n`),
  ];
  return lines.join("");
}

/** The text of a workflow command. It may come from the contract, and must not begin another one. */
function inOneLine(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
