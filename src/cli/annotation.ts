/** How GitHub shows an annotation. */
export type Level = "error" | "warning" | "notice";

/**
 * A workflow command, which GitHub shows at a run, or at a line of a pull request.
 *
 * @param at - The file and the line, if it is about one.
 */
export function annotation(level: Level, title: string, text: string, at?: { file: string; line: number }): string {
  const place = at ? `file=${property(at.file)},line=${at.line},` : "";
  return `::${level} ${place}title=${property(title)}::${inOneLine(text)}\n`;
}

function property(text: string): string {
  return inOneLine(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** A text that does not end its command, nor begin another one. */
function inOneLine(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
