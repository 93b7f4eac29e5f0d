import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../servers/command.js";

const read = (file: string) => readFileSync(join(projectFolder, file), "utf8");

test("every script that CONTRIBUTING.md names is one of the package", () => {
  const named = [...read("CONTRIBUTING.md").matchAll(/`npm run ([\w:]+)/g)].map(([, script]) => script);
  expect(named).toContain("release");
  expect(Object.keys(JSON.parse(read("package.json")).scripts)).toEqual(expect.arrayContaining(named));
});
