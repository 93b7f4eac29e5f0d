import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { CommandError } from "../../src/cli/command-error.js";
import { git } from "../diff/git.js";
import { proseIn } from "./prose.js";

/** A word that this project does not use, and what to write instead. */
export interface Word {
  pattern: RegExp;
  instead: string;
}

/**
 * The words in `redocly.yaml`, which `redocly recheck` looks for in Markdown and in descriptions.
 *
 * @throws CommandError when the file does not have them.
 */
export function wordsIn(folder: string): Word[] {
  try {
    const { recheck } = parse(readFileSync(join(folder, "redocly.yaml"), "utf8"));
    const pairs: Record<string, string> = recheck.rules["house/words"].assertions.swap.pairs;
    return Object.entries(pairs).map(([word, instead]) => ({ pattern: new RegExp(`\\b${word}\\b`, "gi"), instead }));
  } catch (error) {
    const [reason] = String(error).split("\n");
    throw new CommandError(`redocly.yaml: the words of recheck.rules["house/words"] cannot be read: ${reason}`);
  }
}

/**
 * The TypeScript files of the project, those included that git does not know yet. The test of the words quotes them.
 *
 * @throws CommandError when the folder is not in a git repository.
 */
export function codeIn(folder: string): string[] {
  const which = ["--cached", "--others", "--exclude-standard", "src", "tools", "test", ":!test/lint"];
  const listed = git(folder, "ls-files", ...which);
  if (listed === undefined) throw new CommandError("This folder is not in a git repository, which lists its code.");
  return listed.split("\n").filter((file) => file.endsWith(".ts") && existsSync(join(folder, file)));
}

/** Those words in the texts that recheck does not see: comments, messages and test titles, and summaries in YAML. */
export function findWords(folder: string, file: string, words: readonly Word[]): string[] {
  const content = readFileSync(join(folder, file), "utf8");
  const texts = file.endsWith(".ts") ? proseIn(content) : [{ line: 1, text: summariesOf(content) }];
  return texts.flatMap(({ line, text }) =>
    words.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(({ 0: word, index }) => {
        const above = text.slice(0, index).split("\n").length - 1;
        return `${file}:${line + above} Write "${instead}" instead of "${word}".`;
      }),
    ),
  );
}

/** A contract in YAML with nothing but its summaries, which stay in their lines. */
function summariesOf(yaml: string): string {
  return yaml.replace(/^(?! *summary: ).*$/gm, "");
}
