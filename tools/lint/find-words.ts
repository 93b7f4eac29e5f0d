import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Prose, proseInCode, summariesIn } from "./prose.js";

/** A word that this project does not use, and what to write instead. */
export interface Word {
  pattern: RegExp;
  instead: string;
}

/** The words in `redocly.yaml`, which `redocly recheck` looks for in Markdown and in descriptions. */
export function wordsIn(folder: string): Word[] {
  const { recheck } = parse(readFileSync(join(folder, "redocly.yaml"), "utf8"));
  const pairs: Record<string, string> = recheck.rules["house/words"].assertions.swap.pairs;
  return Object.entries(pairs).map(([word, instead]) => ({ pattern: new RegExp(`\\b${word}\\b`, "gi"), instead }));
}

/** Those words in the texts that recheck does not see: comments, messages and test titles, and summaries in YAML. */
export function findWords(folder: string, file: string, words: readonly Word[]): string[] {
  const path = join(folder, file);
  return (file.endsWith(".ts") ? proseInCode(path) : summariesIn(path)).flatMap((prose) => findIn(file, prose, words));
}

function findIn(file: string, { line, text }: Prose, words: readonly Word[]): string[] {
  return words.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ 0: word, index }) => {
      const above = text.slice(0, index).split("\n").length - 1;
      return `${file}:${line + above} Write "${instead}" instead of "${word}".`;
    }),
  );
}
