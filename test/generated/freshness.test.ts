import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder, run } from "../servers/command.js";

test("the committed files are up to date with the contract", async () => {
  const { code, output } = await run("npm run generate -- --check");
  expect(code, output).toBe(0);
});

test("the first line of every generated file says that it is generated", async () => {
  const folder = join(projectFolder, "generated");
  const files = await readdir(folder);
  expect(files).toContain("contract.ts");
  for (const file of files) {
    const [first] = (await readFile(join(folder, file), "utf8")).split("\n");
    expect(first, file).toMatch(/^\/\/ Generated from (openapi\.yaml|package\.json) by `npm run generate`\./);
  }
});
