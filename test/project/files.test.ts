import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../servers/command.js";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src", "tools"], {
  cwd: projectFolder,
  encoding: "utf8",
})
  .trim()
  .split("\n");

test("a file name has one meaning: only entries and commands share theirs", () => {
  // A benchmark or a generator has the name of what it measures or writes.
  const named = files.filter((file) => file.endsWith(".ts") && !/^tools\/(bench|generate)\//.test(file));
  const names = named.map((file) => basename(file));
  const shared = names.filter((name, index) => names.indexOf(name) !== index);
  expect(shared.filter((name) => !/^(index|command)\.ts$/.test(name))).toEqual([]);
});

test("all code is TypeScript, but for the plugin that Redocly loads as it is", () => {
  expect(files.filter((file) => /\.(js|mjs|cjs|mts|jsx|tsx)$/.test(file))).toEqual(["tools/diff/versions.js"]);
});

test("the first line of every generated file says that it is generated", () => {
  const folder = join(projectFolder, "generated");
  const generated = readdirSync(folder);
  expect(generated).toContain("contract.ts");
  for (const file of generated) {
    const [first] = readFileSync(join(folder, file), "utf8").split("\n");
    expect(first, file).toMatch(/^\/\/ Generated from (openapi\.yaml|package\.json) by `npm run generate`\./);
  }
});
