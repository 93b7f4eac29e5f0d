import { readFileSync } from "node:fs";

/**
 * Reads a text file in UTF-8 or UTF-16. Windows PowerShell redirects output as UTF-16, with a byte order mark.
 *
 * @throws a system error when the file cannot be read.
 */
export function readTextFile(file: string): string {
  const content = readFileSync(file);
  return new TextDecoder(encodingOf(content)).decode(content);
}

/** The encoding that the byte order mark names; UTF-8 without one. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return "utf-8";
}
