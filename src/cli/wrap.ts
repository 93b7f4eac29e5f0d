/** Breaks a text between its words into lines of at most `width` characters. A longer word gets its own line. */
export function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const line = last ? `${last} ${word}` : word;
    if (last && line.length > width) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}
