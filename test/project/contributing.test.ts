import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../servers/command.js";

const read = (file: string) => readFileSync(join(projectFolder, file), "utf8");
const contributing = read("CONTRIBUTING.md");

test("every script that CONTRIBUTING.md names is a script of the package", () => {
  const named = [...contributing.matchAll(/`npm run ([\w:]+)/g)].map(([, script]) => script);
  expect(named).toContain("release");
  expect(Object.keys(JSON.parse(read("package.json")).scripts)).toEqual(expect.arrayContaining(named));
});

describe("the table of CONTRIBUTING.md leads to the right file", () => {
  const rows = [...contributing.matchAll(/^\| (.+?) \| `(.+?)` \| `(.+?)` \|$/gm)].map(
    ([, change = "", file = "", text = ""]) => [change, file, text] as const,
  );

  test("for more than 25 changes", () => {
    expect(rows.length).toBeGreaterThan(25);
  });

  test.each(rows)("to change %s: %s", (_, file, text) => {
    expect(existsSync(join(projectFolder, file)), file).toBe(true);
    expect(read(file)).toContain(text);
  });
});
