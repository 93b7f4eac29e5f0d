import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../servers/command.js";

const read = (file: string) => readFileSync(join(projectFolder, file), "utf8");
const contributing = read("CONTRIBUTING.md");

test("every script that CONTRIBUTING.md names is a script of the package", () => {
  const named = [...contributing.matchAll(/`npm run ([\w:]+)/g)].map(([, script]) => script);
  expect(named).toContain("diff");
  expect(Object.keys(JSON.parse(read("package.json")).scripts)).toEqual(expect.arrayContaining(named));
});

test("every file that CONTRIBUTING.md leads to exists", () => {
  const table = contributing.slice(
    contributing.indexOf("What the names do not say"),
    contributing.indexOf("## The docs"),
  );
  const files = [...table.matchAll(/^\| .+? \| `(.+?)` \|$/gm)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(join(projectFolder, file)))).toEqual([]);
});
