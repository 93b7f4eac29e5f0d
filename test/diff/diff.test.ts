import { describe, expect, test } from "vitest";
import { diff } from "../../tools/versions/diff.js";
import { renderMarkdown, renderText } from "../../tools/versions/render.js";
import { checkPackage } from "../../tools/versions/version-check.js";
import { library } from "./library.js";
import { addField, changelog, createRepository, manifest, node } from "./repository.js";

describe("each change", () => {
  test("is listed with its bump and its place, the greatest bump first", () => {
    using repository = createRepository();
    repository.change((contract) => {
      node(contract, "/components/schemas/DeletionResult/properties/success").type = ["boolean", "null"];
      node(contract, "/components/parameters/Limit/schema").maximum = 20_000;
      node(contract, "/info").title = "The Service API";
    });
    expect(diff(repository.folder).changes).toEqual([
      {
        bump: "major",
        what: 'type widened: "boolean" → ["boolean","null"], in what callers receive',
        where: "#/components/schemas/DeletionResult/properties/success/type",
      },
      {
        bump: "minor",
        what: "maximum widened: 10000 → 20000, in what callers send",
        where: "#/components/parameters/Limit/schema/maximum",
      },
      { bump: "patch", what: 'title changed: "Service API" → "The Service API"', where: "#/info/title" },
    ]);
  });

  test("through a YAML alias is listed at each place that it reaches", () => {
    using repository = createRepository();
    repository.write({ "openapi.yaml": library });
    repository.commit();
    repository.write({ "openapi.yaml": library.replace("enum: [paper, audio]", "enum: [paper]") });
    expect(diff(repository.folder).changes.map(({ bump, where }) => ({ bump, where }))).toEqual([
      { bump: "major", where: "#/components/schemas/Book/properties/format/enum" },
      {
        bump: "major",
        where: "#/components/requestBodies/NewBook/content/application~1json/schema/properties/format/enum",
      },
    ]);
  });

  test("that comes with a new version in the paths is listed, like the renamed paths", () => {
    using repository = createRepository();
    repository.write({ "openapi.yaml": library });
    repository.commit();
    const moved = library.replaceAll("/books", "/v2/books").replace("summary: List books", "summary: List all books");
    repository.write({ "openapi.yaml": moved });
    expect(diff(repository.folder).changes.map(({ what }) => what)).toEqual([
      "Path renamed: /books → /v2/books",
      "Path renamed: /books/{id} → /v2/books/{id}",
      'summary changed: "List books" → "List all books"',
      "x-codeSamples changed",
    ]);
  });

  test("counts only if the contract differs: an unchanged contract has none", () => {
    using repository = createRepository();
    expect(diff(repository.folder)).toEqual({ base: "main", changes: [], problems: [] });
  });
});

describe("the base of the comparison", () => {
  test("is the last release, if there is one", () => {
    using repository = createRepository();
    repository.git("tag", "v1.0.0");
    repository.git("tag", "not-a-release");
    repository.change(addField);
    repository.commit();
    expect(diff(repository.folder)).toMatchObject({
      base: "v1.0.0",
      changes: [
        { bump: "minor", what: "Field added: nickname", where: "#/components/schemas/Webhook/properties/nickname" },
      ],
    });
  });

  test("is the main branch otherwise", () => {
    using repository = createRepository();
    repository.git("checkout", "--quiet", "-b", "nickname");
    repository.change(addField);
    repository.commit();
    expect(diff(repository.folder)).toMatchObject({ base: "main", changes: [{ bump: "minor" }] });
  });

  test("is the ref that the caller names, if there is one", () => {
    using repository = createRepository();
    repository.git("tag", "v1.0.0");
    repository.change(addField);
    repository.commit();
    expect(diff(repository.folder, "HEAD")).toMatchObject({ base: "HEAD", changes: [] });
  });

  test.each([
    ["nothing", 'git does not know "nothing" here'],
    ["--output=owned", 'git does not know "--output=owned" here'],
  ])("cannot be '%s', which is no ref", (ref, message) => {
    using repository = createRepository();
    expect(() => diff(repository.folder, ref)).toThrow(message);
  });

  test("must exist", () => {
    using repository = createRepository();
    repository.git("branch", "--move", "trunk");
    expect(() => diff(repository.folder)).toThrow("There is no release tag (v1.2.3) and no branch main");
  });

  test("must contain a contract", () => {
    using repository = createRepository();
    repository.git("rm", "--quiet", "--cached", "openapi.yaml");
    repository.git("commit", "--quiet", "--message", "Remove the contract");
    expect(() => diff(repository.folder)).toThrow("There is no openapi.yaml at main");
  });
});

test.each([
  ["openapi: [", "The newer openapi.yaml cannot be read: "],
  ["openapi: *nothing", "The newer openapi.yaml cannot be read: "],
  ["title: Books", 'The newer openapi.yaml is not an OpenAPI description: it has no key "openapi" at its top.'],
  ["", "The newer openapi.yaml is not an OpenAPI description"],
])("the unreadable contract %j is refused, and not treated as unchanged", (text, message) => {
  using repository = createRepository();
  repository.write({ "openapi.yaml": text });
  expect(() => diff(repository.folder)).toThrow(message);
});

describe("the version and the changelog must match the changes", () => {
  const noVersion =
    "The version of the package is 1.0.0, but must be 1.1.0 or later: npm version --no-git-tag-version 1.1.0";
  const noEntry = "CHANGELOG.md has no new entry: add one under Unreleased.";

  test.each([
    ["the old version without an entry has two problems", "1.0.0", changelog(), [noVersion, noEntry]],
    ["the old version with an entry has a problem", "1.0.0", changelog("Nicknames."), [noVersion]],
    ["the next version without an entry has a problem", "1.1.0", changelog(), [noEntry]],
    ["the next version with an entry has none", "1.1.0", changelog("Nicknames."), []],
    ["a greater version with an entry has none", "2.0.0", changelog("Nicknames."), []],
    [
      "an entry may be under the next version",
      "1.1.0",
      changelog().replace("## Unreleased\n", "## Unreleased\n\n## 1.1.0 - 2026-02-01\n\n- Nicknames.\n"),
      [],
    ],
    [
      "an edit of an old entry is no new entry",
      "1.1.0",
      changelog().replace("- All of it.", "- All of it, and more."),
      [noEntry],
    ],
  ])("%s", (_, version, text, problems) => {
    const base = { version: "1.0.0", changelog: changelog() };
    expect(checkPackage("minor", base, { version, changelog: text })).toEqual(problems);
  });

  test("both are read from the files of the package", () => {
    using repository = createRepository();
    repository.change(addField);
    expect(diff(repository.folder).problems).toEqual([noVersion, noEntry]);
    repository.write({ "package.json": manifest("1.1.0"), "CHANGELOG.md": changelog("Nicknames.") });
    expect(diff(repository.folder).problems).toEqual([]);
  });
});

describe("a comparison can be read", () => {
  const comparison = {
    base: "v1.0.0",
    changes: [{ bump: "minor", what: "Field added: a|b", where: "#/components/schemas/Webhook" }],
    problems: ["CHANGELOG.md has no new entry: add one under Unreleased."],
  } as const;

  test("in the terminal", () => {
    expect(renderText(comparison)).toBe(`openapi.yaml since v1.0.0: 0 major, 1 minor, 0 patch

  minor  Field added: a|b
         #/components/schemas/Webhook

✗ CHANGELOG.md has no new entry: add one under Unreleased.
`);
  });

  test("as Markdown", () => {
    expect(renderMarkdown({ ...comparison, problems: [] })).toBe(`## \`openapi.yaml\` since \`v1.0.0\`

0 major, 1 minor, 0 patch.

| Bump | Change | Where |
| --- | --- | --- |
| **minor** | Field added: a\\|b | \`#/components/schemas/Webhook\` |

✓ The version of the package and CHANGELOG.md match these changes.
`);
  });
});
