import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder, run } from "../servers/command.js";
import { type Prose, proseInCode, summariesIn } from "./prose.js";

const { recheck } = parse(readFileSync(join(projectFolder, "redocly.yaml"), "utf8"));
const pairs: Record<string, string> = recheck.rules["house/words"].assertions.swap.pairs;
const words = Object.entries(pairs).map(([word, instead]) => ({
  pattern: new RegExp(`\\b${word}\\b`, "gi"),
  instead,
}));

/** The words of the list that a file uses: where, and what to write instead. */
function findingsIn(file: string, texts: readonly Prose[]): string[] {
  return texts.flatMap(({ line, text }) =>
    words.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(({ 0: word, index }) => {
        const above = text.slice(0, index).split("\n").length - 1;
        return `${file}:${line + above} Write "${instead}" instead of "${word}".`;
      }),
    ),
  );
}

const code = execFileSync("git", ["ls-files", "src", "tools", "test", ":!test/words"], { cwd: projectFolder })
  .toString()
  .split("\n")
  .filter((file) => file.endsWith(".ts"));

test("the comments, messages and test titles of the code use no word of the list in redocly.yaml", () => {
  expect(code.flatMap((file) => findingsIn(file, proseInCode(join(projectFolder, file))))).toEqual([]);
});

test("the summaries of the contract use no word of the list in redocly.yaml", () => {
  expect(findingsIn("openapi.yaml", summariesIn(join(projectFolder, "openapi.yaml")))).toEqual([]);
});

describe("a word of the list", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "words-"));
  });

  afterAll(() => rm(folder, { recursive: true }));

  test("is found in comments and strings, and not in code or quotations", async () => {
    const file = join(folder, "code.ts");
    await writeFile(
      file,
      [
        '/** Starts it anew, not "anew" or `anew`; all the',
        " *  same. */",
        'export const anew = "wants";',
        'export const message = "It is put beside."; // It starts nothing besides.',
      ].join("\n"),
    );
    expect(findingsIn("code.ts", proseInCode(file)).sort()).toEqual([
      'code.ts:1 Write "again" instead of "anew".',
      'code.ts:1 Write "still" instead of "all the\n  same".',
      'code.ts:4 Write "also, or in addition to" instead of "besides".',
      'code.ts:4 Write "next to" instead of "beside".',
    ]);
  });

  test("fails `redocly recheck` in Markdown, and not in code or a quoted block", async () => {
    const file = join(folder, "page.md");
    await writeFile(file, "# Page\n\nStarts `anew`, beside it.\n\n```sh\necho anew\n```\n\n> Anew.\n");
    expect(await recheckOf(file)).toEqual([
      expect.stringMatching(/page\.md:3:16 +Write "next to" instead of "beside"\./),
    ]);
  });

  test("fails `redocly recheck` in a description of the contract", async () => {
    const file = join(folder, "contract.yaml");
    const contract = readFileSync(join(projectFolder, "openapi.yaml"), "utf8");
    await writeFile(file, contract.replace("Returns one subscription.", "Returns one subscription, anew."));
    expect(await recheckOf(file)).toEqual([
      expect.stringMatching(/contract\.yaml:\d+:\d+ +Write "again" instead of "anew"\./),
    ]);
  });
});

test("a sentence that begins with So, or has more than 30 words, fails `redocly recheck`", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sentences-"));
  const file = join(folder, "page.md");
  await writeFile(file, `# Page\n\nIt ends. So it ends.\n\n${"and ".repeat(31)}so on.\n`);
  expect(await recheckOf(file)).toEqual([
    expect.stringMatching(/page\.md:3:10 +A sentence does not begin with "So"\./),
    expect.stringMatching(/page\.md:5:1 +The sentence is 33 words long\. Split it, at most 30\./),
  ]);
  await rm(folder, { recursive: true });
});

/** The findings of a run of `redocly recheck` that fails. */
async function recheckOf(file: string): Promise<string[]> {
  const { code: exitCode, output } = await run(`npx redocly recheck ${file}`);
  expect(exitCode, output).toBe(1);
  return output.match(/^house\/.*/gm) ?? [];
}
