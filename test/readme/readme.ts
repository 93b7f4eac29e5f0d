import { readFileSync } from "node:fs";

// Read anew for each suite.
const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The code blocks of the README in one language, in their order. */
export function codeBlocks(language: string): string[] {
  return [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, code]) =>
    name === language && code ? [code] : [],
  );
}

/** The commands of the README: the lines of its shell blocks, and those that its text names. */
export function commands(): string[] {
  const inBlocks = codeBlocks("sh").flatMap((block) => block.split("\n"));
  const inText = [...readme.matchAll(/`(np[mx] [^`]+)`/g)].map(([, command = ""]) => command);
  const found = [...inBlocks, ...inText].flatMap((line) => line.split(" && ")).map((command) => command.trim());
  return [...new Set(found.filter((command) => command && !command.startsWith("#")))];
}
