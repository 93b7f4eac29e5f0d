import { execFileSync } from "node:child_process";
import { basename } from "node:path";
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
  const named = files.filter((file) => file.endsWith(".ts") && !/^tools\/(bench|generate|versions)\//.test(file));
  const names = named.map((file) => basename(file));
  const shared = names.filter((name, index) => names.indexOf(name) !== index);
  expect(shared.filter((name) => !/^(index|command)\.ts$/.test(name))).toEqual([]);
});

test("all code is TypeScript", () => {
  expect(files.filter((file) => /\.(js|mjs|cjs|mts|jsx|tsx)$/.test(file))).toEqual([]);
});
