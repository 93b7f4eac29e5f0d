import { readdirSync, readFileSync } from "node:fs";

const project = new URL("../../", import.meta.url);

/** The files that tell users how to use the project: the README and the guides. */
export const documents = ["README.md", ...readdirSync(new URL("guides", project)).map((name) => `guides/${name}`)].map(
  (file) => ({ file, text: readFileSync(new URL(file, project), "utf8") }),
);

/** A code block of the README or of a guide. */
interface CodeBlock {
  /** The README or the guide. */
  readonly document: string;
  readonly language: string;
  readonly code: string;
}

/** The code blocks of the README and the guides, in their order. */
export const codeBlocks: readonly CodeBlock[] = documents.flatMap(({ file, text }) =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = "", code = ""]) => ({
    document: file,
    language,
    code,
  })),
);

/** File name in the first line of a code block, which says where to save it; `undefined` where there is none. */
export function fileNameOf({ code }: CodeBlock): string | undefined {
  return code.match(/^(?:\/\/|#) (\S+)\n/)?.[1];
}

/**
 * Returns the code block that the README or a guide tells readers to save as this file.
 *
 * @throws Error when there is no such block.
 */
export function example(file: string): string {
  const block = codeBlocks.find((candidate) => fileNameOf(candidate) === file);
  if (!block) throw new Error(`Neither the README nor a guide has a code block for ${file}`);
  return block.code;
}

/**
 * Returns the text of a chapter of the README or a guide.
 *
 * @param title - Its heading, of the second level.
 * @throws Error when there is no such chapter.
 */
export function chapter(file: string, title: string): string {
  const text = documents.find((candidate) => candidate.file === file)?.text ?? "";
  const found = text.split(/^## /m).find((part) => part.startsWith(`${title}\n`));
  if (found === undefined) throw new Error(`${file} has no chapter "${title}"`);
  return found;
}

/**
 * The commands of the README and the guides: the lines of shell blocks, and the `npm` and `npx` commands in the text. A
 * shell block with a file name is a script, which a test runs as one.
 */
export function commands(): string[] {
  const shell = codeBlocks.filter((block) => block.language === "sh" && fileNameOf(block) === undefined);
  const inBlocks = shell.flatMap(({ code }) => code.split("\n"));
  const inText = documents.flatMap(({ text }) =>
    [...text.matchAll(/`(np[mx] [^`]+)`/g)].map(([, found = ""]) => found),
  );
  const found = [...inBlocks, ...inText].flatMap((line) => line.split(" && ")).map((command) => command.trim());
  return [...new Set(found.filter((command) => command && !command.startsWith("#")))];
}
