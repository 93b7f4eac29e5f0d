import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeIn, proseOf } from "../../tools/lint/prose-in-code.js";
import { createRepository } from "../diff/repository.js";

test("npm run lint reads comments and strings of several words in their lines, and no code and no quotations", () => {
  const code = [
    '/** Starts it anew, not "anew" or `anew`; all the',
    " *  same. */",
    'export const anew = "wants";',
    'export const message = "It is put beside."; // It starts nothing besides.',
  ];
  expect(proseOf(code.join("\n")).split("\n")).toEqual([
    "Starts it anew, not … or …; all the",
    "same.",
    "",
    "It is put beside. It starts nothing besides.",
  ]);
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
