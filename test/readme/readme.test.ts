import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../servers/command.js";
import { codeBlocks, documents, fileNameOf } from "./readme.js";

const testFolder = join(projectFolder, "test");
const tests = readdirSync(testFolder, { recursive: true, encoding: "utf8" })
  .filter((file) => /^[^.]*(\.test)?\.ts$/.test(file) && !file.includes("node_modules"))
  .map((file) => readFileSync(join(testFolder, file), "utf8"))
  .filter((code) => code.includes("/readme.js"));

test("the README links to every guide", () => {
  const [readme, ...guides] = documents;
  for (const { file } of guides) expect(readme?.text).toContain(`](${file})`);
});

describe("every code block of the README and the guides is run", () => {
  // test/readme/commands.test.ts runs the commands; a block of text or JSON is what a program prints.
  const files = codeBlocks
    .map((block) => ({ ...block, name: fileNameOf(block) }))
    .filter(({ language, name }) => name !== undefined || !["sh", "text", "json"].includes(language));

  test.each(files)("a block of $document begins with a file name, and a test reads it: $name", ({ name }) => {
    expect(tests.filter((test) => test.includes(`"${name}"`))).not.toEqual([]);
  });

  test("no two blocks have the same file name", () => {
    const names = files.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
