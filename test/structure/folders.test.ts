import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { cyclesAmong, filesBelow, importsOf } from "./imports.js";

const client = filesBelow("src/client");
const sandbox = filesBelow("src/sandbox");
const portable = [
  ...client,
  ...sandbox.filter((file) => !file.startsWith("src/sandbox/server/")),
  ...filesBelow("generated"),
];

const imported = (files: readonly string[]) =>
  files.flatMap((file) => importsOf(file).map((name) => `${file}: ${name}`));

describe("a folder imports only what it may", () => {
  test("no file imports itself through others, not even for types", () => {
    expect(cyclesAmong(filesBelow("generated", "src", "tools"))).toEqual([]);
  });

  test("the client never imports the sandbox", () => {
    expect(imported(client).filter((line) => line.includes(": src/sandbox/"))).toEqual([]);
  });

  test("the sandbox never imports the client", () => {
    expect(imported(sandbox).filter((line) => line.includes(": src/client/"))).toEqual([]);
  });

  test("code that runs in browsers imports nothing from Node", () => {
    expect(imported(portable).filter((line) => line.includes(": node:"))).toEqual([]);
  });

  test("code that ships imports nothing from tools/", () => {
    expect(imported(filesBelow("src")).filter((line) => line.includes(": tools/"))).toEqual([]);
  });

  test("only one file imports openapi-fetch", () => {
    const importing = filesBelow("src").filter((file) => importsOf(file).includes("openapi-fetch"));
    expect(importing).toEqual(["src/client/http.ts"]);
  });
});

test("a file name has one meaning: only entries and commands share theirs", () => {
  // A benchmark or a generator has the name of what it measures or writes.
  const named = filesBelow("src", "tools").filter((file) => !/^tools\/(bench|generate|versions\/ratings)\//.test(file));
  const names = named.map((file) => basename(file));
  const shared = names.filter((name, index) => names.indexOf(name) !== index);
  expect(shared.filter((name) => !/^(index|command)\.ts$/.test(name))).toEqual([]);
});

test("all code is TypeScript", () => {
  expect(filesBelow("generated", "src", "test", "tools").filter((file) => !file.endsWith(".ts"))).toEqual([]);
});
