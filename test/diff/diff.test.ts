import { describe, expect, test } from "vitest";
import { CommandError } from "../../src/cli/command-error.js";
import { diff } from "../../tools/diff/diff.js";
import { renderAnnotations, renderMarkdown, renderText } from "../../tools/diff/diff-report.js";
import { checkPackage } from "../../tools/diff/package-check.js";
import { library, set } from "./library.js";
import { addField, changelog, createRepository } from "./repository.js";

describe("each change", () => {
  test("is listed with its bump and its place, the greatest bump first", async () => {
    using repository = createRepository();
    repository.change(
      set("/components/schemas/DeletionResult/properties/success/type", ["boolean", "null"]),
      set("/components/parameters/Limit/schema/maximum", 20_000),
      set("/info/title", "The Service API"),
    );
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

  test("through a YAML alias is listed at each place that it reaches", async () => {
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

  test("that comes with a new version in the paths is listed, like the renamed paths", async () => {
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

  test("counts only if the contract differs: an unchanged contract has none", async () => {
    using repository = createRepository();
    expect(diff(repository.folder)).toEqual({ base: "main", changes: [], problems: [] });
  });
});

describe("the base of the comparison", () => {
  test("is the last release, if there is one", async () => {
    using repository = createRepository();
    repository.git("tag", "v1.0.0");
    for (const tag of ["not-a-release", "v2.0.0-rc.1"]) repository.git("tag", tag);
    repository.change(addField);
    repository.commit();
    expect(diff(repository.folder)).toMatchObject({
      base: "v1.0.0",
      changes: [
        { bump: "minor", what: "Field added: nickname", where: "#/components/schemas/Webhook/properties/nickname" },
      ],
    });
  });

  test("is the main branch otherwise", async () => {
    using repository = createRepository();
    repository.git("checkout", "--quiet", "-b", "nickname");
    repository.change(addField);
    repository.commit();
    expect(diff(repository.folder)).toMatchObject({ base: "main", changes: [{ bump: "minor" }] });
  });

  test("is the ref that the caller names, if there is one", async () => {
    using repository = createRepository();
    repository.git("tag", "v1.0.0");
    repository.change(addField);
    repository.commit();
    expect(diff(repository.folder, "HEAD")).toMatchObject({ base: "HEAD", changes: [] });
  });

  test.each([
    ["nothing", 'git does not know "nothing" here'],
    ["--output=owned", 'git does not know "--output=owned" here'],
  ])("cannot be '%s', which is no ref", async (ref, message) => {
    using repository = createRepository();
    expect(() => diff(repository.folder, ref)).toThrow(message);
  });

  test("must exist", async () => {
    using repository = createRepository();
    repository.git("branch", "--move", "trunk");
    expect(() => diff(repository.folder)).toThrow("There is no release tag (v1.2.3) and no branch main");
  });

  test("must contain a contract", async () => {
    using repository = createRepository();
    repository.git("rm", "--quiet", "--cached", "openapi.yaml");
    repository.git("commit", "--quiet", "--message", "Remove the contract");
    expect(() => diff(repository.folder)).toThrow("There is no openapi.yaml at main");
  });
});

describe("a contract that cannot be read, the newer or the older one, is refused in one line, and not treated as unchanged", () => {
  test.each([
    "openapi: [",
    "openapi: *nothing",
    "title: Books",
    "",
    "openapi: 3.1.1\npaths: {}\nself: &self { inner: *self }",
    "openapi: 3.1.1\npaths: { /books: { $ref: '#/nothing' } }",
    "openapi: 3.1.1\npaths: { /books: { $ref: 'nothing.yaml' } }",
  ])("%j", async (text) => {
    using repository = createRepository();
    repository.write({ "openapi.yaml": text });
    expect(() => diff(repository.folder)).toThrow(/^openapi\.yaml: [^\n]+$/);
    repository.commit();
    repository.write({ "openapi.yaml": library });
    expect(() => diff(repository.folder)).toThrow(/^openapi\.yaml at main: [^\n]+$/);
  });
});

test("a contract whose examples no longer match its schemas is rated: the lint refuses it", async () => {
  using repository = createRepository();
  repository.change(set("/components/schemas/Webhook/properties/id/type", "string"));
  expect(diff(repository.folder).changes).toMatchObject([
    { bump: "major", where: "#/components/schemas/Webhook/properties/id/type" },
  ]);
});

describe("a package that cannot be read is refused in one line", () => {
  test.each([
    ["package.json", "{", "package.json is not JSON with a version such as 1.2.3."],
    ["package.json", '{ "version": "next" }', "package.json is not JSON with a version such as 1.2.3."],
    ["CHANGELOG.md", undefined, "CHANGELOG.md cannot be read. Restore it: git checkout -- CHANGELOG.md"],
  ])("%s: %j", async (file, text, message) => {
    using repository = createRepository();
    if (text === undefined) repository.git("rm", "--quiet", file);
    else repository.write({ [file]: text });
    expect(() => diff(repository.folder)).toThrow(new CommandError(message));
  });
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

  test("as Markdown, with each text of the contract as it is written", () => {
    const what = 'examples changed: ["<CODE>|*/*"]';
    const problems = ["The version is too low.", ...comparison.problems];
    const changes = comparison.changes.map((change) => ({ ...change, what }));
    expect(renderMarkdown({ ...comparison, changes, problems })).toBe(`## \`openapi.yaml\` since \`v1.0.0\`

0 major, 1 minor, 0 patch.

| Bump | Change | Where |
| --- | --- | --- |
| **minor** | examples changed: \\["\\<CODE>\\|\\*/\\*"] | \`#/components/schemas/Webhook\` |

✗ The version is too low.

✗ CHANGELOG.md has no new entry: add one under Unreleased.
`);
  });

  test("when there is nothing to read", () => {
    expect(renderMarkdown({ base: "HEAD", changes: [], problems: [] })).toBe(
      "## `openapi.yaml` since `HEAD`\n\nno change.\n",
    );
  });

  test("as annotations of GitHub, at the lines of the contract", () => {
    const text = ["openapi: 3.1.1", "info:", "  title: Books", "paths:", "  /books:", "    get:", "      summary: All"];
    const changes = [
      { bump: "major", what: "Operation removed: PUT /books", where: "#/paths/~1books/put" },
      { bump: "patch", what: 'summary changed: "One" → "All"', where: "#/paths/~1books/get/summary" },
    ] as const;
    expect(renderAnnotations({ ...comparison, changes }, text.join("\n"))).toBe(
      [
        "::warning file=openapi.yaml,line=5,title=major change::Operation removed: PUT /books\n",
        '::notice file=openapi.yaml,line=7,title=patch change::summary changed: "One" → "All"\n',
        "::error title=npm run diff::CHANGELOG.md has no new entry: add one under Unreleased.\n",
      ].join(""),
    );
  });

  test("as annotations that the contract cannot turn into other commands", () => {
    const what = "Field added: 100%\r\n::error::a";
    const changes = [{ bump: "minor", what, where: "#/info" }] as const;
    expect(renderAnnotations({ ...comparison, changes, problems: [] }, "info: {}")).toBe(
      "::notice file=openapi.yaml,line=1,title=minor change::Field added: 100%25%0D%0A::error::a\n",
    );
  });
});
