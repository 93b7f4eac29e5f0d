/** Text as HTML, within an attribute too. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A text that is not Markdown, as Markdown: where it looks like HTML, it is shown. */
export function plain(text: string): string {
  return text.replaceAll("<", "\\<");
}
