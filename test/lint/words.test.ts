import { rmSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeIn, findWords, wordsIn } from "../../tools/lint/find-words.js";
import { createRepository } from "../diff/repository.js";
import { projectFolder } from "../servers/command.js";

test("npm run lint finds a word of redocly.yaml in comments and strings, and not in code or quotations", async () => {
  const folder = await mkdtemp(join(tmpdir(), "words-"));
  await writeFile(
    join(folder, "code.ts"),
    [
      '/** Starts it anew, not "anew" or `anew`; all the',
      " *  same. */",
      'export const anew = "wants";',
      'export const message = "It is put beside."; // It starts nothing besides.',
    ].join("\n"),
  );
  expect(findWords(folder, "code.ts", wordsIn(projectFolder)).sort()).toEqual([
    'code.ts:1 Write "again" instead of "anew".',
    'code.ts:1 Write "still" instead of "all the\n  same".',
    'code.ts:4 Write "also, or in addition to" instead of "besides".',
    'code.ts:4 Write "next to" instead of "beside".',
  ]);
  await rm(folder, { recursive: true });
});

test("npm run lint reads the files that are there: new ones, and none that is deleted", () => {
  using repository = createRepository();
  repository.write({ "src/deleted.ts": "", "src/kept.ts": "" });
  repository.commit();
  rmSync(join(repository.folder, "src/deleted.ts"));
  repository.write({ "src/new.ts": "" });
  expect(codeIn(repository.folder).sort()).toEqual(["src/kept.ts", "src/new.ts"]);
});

test("npm run lint says that it needs a git repository", () => {
  expect(() => codeIn(tmpdir())).toThrow("This folder is not in a git repository, which lists its code.");
});

test.each(["", "recheck: [", "recheck: {}"])("a redocly.yaml without the words is refused in one line: %j", (text) => {
  using repository = createRepository();
  repository.write({ "redocly.yaml": text });
  expect(() => wordsIn(repository.folder)).toThrow(/^redocly\.yaml: the words of .+ cannot be read: [^\n]+$/);
});
