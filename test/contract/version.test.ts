import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { basePath } from "../../generated/contract.js";
import { projectFolder } from "../servers/command.js";
import { at, readContract } from "./contract.js";

const version = String(at(readContract(), "/info/version"));

/** What people read, and the contract's own sentences. */
const texts = ["openapi.yaml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "DECISIONS.md"].concat(
  readdirSync(join(projectFolder, "guides")).map((name) => join("guides", name)),
);

/** How a text names the version of the service: in a path, or after the word. */
const NAMED = new RegExp(
  `${basePath.replace(version, "")}(\\d+(?:\\.\\d+)+)|\\bversion(?: in the path)?[:,]? "?(\\d+\\.\\d+)(?![.\\d])`,
  "gi",
);

/** The lines that name a version of the service, with the version. */
function linesIn(name: string, text: string): [place: string, named: string][] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      Array.from(line.matchAll(NAMED), ([, inPath, inWords]): [string, string] => [
        `${name}:${index + 1}`,
        inPath ?? inWords ?? "",
      ]),
    );
}

const read = (name: string) => readFileSync(join(projectFolder, name), "utf8");

test("the path of every operation has the version of the contract", () => {
  expect(basePath).toMatch(new RegExp(`/${version.replaceAll(".", "\\.")}$`));
});

// A new version of the contract fails here, and the failure is the list of lines to change.
test("every line of contract, guides and README that names a version of the service names that of the contract", () => {
  const lines = texts.flatMap((name) => linesIn(name, read(name)));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter(([, named]) => named !== version)).toEqual([]);
});

test("the search for lines that name a version finds it in paths and in words, and no other versions", () => {
  const path = basePath.replace(version, "1.5");
  const text = `GET ${path}/webhooks\nThe API version, 1.5, belongs to it.\nversion: "1.5"\nThe version in the path, 1.5, is\n`;
  expect(linesIn("a.md", text)).toEqual([1, 2, 3, 4].map((line) => [`a.md:${line}`, "1.5"]));
  expect(linesIn("a.md", "Version 0.1.0 is the first. openapi-fetch 0.17 is pinned.")).toEqual([]);
});
