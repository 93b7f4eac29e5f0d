import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { basePath } from "../../generated/contract.js";
import { projectFolder } from "../servers/command.js";
import { codeBlocks, documents, fileNameOf } from "./readme.js";

const testFolder = join(projectFolder, "test");
const tests = readdirSync(testFolder, { recursive: true, encoding: "utf8" })
  .filter((file) => /^[^.]*(\.slow)?(\.test)?\.ts$/.test(file) && !file.includes("node_modules"))
  // A name of a file may hold the path of the API, which tests take from the contract.
  .map((file) => readFileSync(join(testFolder, file), "utf8").replaceAll(`\${basePath}`, basePath))
  .filter((code) => code.includes("/readme.js"));

test("the README links to every guide", () => {
  const [readme, ...guides] = documents;
  for (const { file } of guides) expect(readme?.text).toContain(`](${file})`);
});

describe("every code block of the README and the guides is run", () => {
  // Commands are in shell blocks without a file name; a block of text or JSON is what a program prints.
  const files = codeBlocks
    .map((block) => ({ ...block, name: fileNameOf(block) }))
    .filter(({ language, name }) => name !== undefined || !["sh", "text", "json"].includes(language));

  test.each(files)("a block of $document begins with a file name, and a test reads it: $name", ({ name }) => {
    const quoted = [`"${name}"`, `\`${name}\``];
    expect(tests.filter((test) => quoted.some((each) => test.includes(each)))).not.toEqual([]);
  });

  test("no two blocks have the same file name", () => {
    const names = files.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
