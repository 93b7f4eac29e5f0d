import { describe, expect, test } from "vitest";
import { diff } from "../../tools/versions/diff.js";
import { renderMarkdown, renderText } from "../../tools/versions/render.js";
import { judge } from "../../tools/versions/version-check.js";
import { addField, type ContractChange, changelog, createRepository, manifest, node } from "./repository.js";

const webhook = "/components/schemas/Webhook";
const list = "/paths/~1api~1admin~126.0~1webhooks/get";
const createBody = "/components/requestBodies/CreateWebhook/content/application~1json/schema/properties/webhook";

describe("each change has the bump that it needs", () => {
  const changes: [title: string, bump: string, change: ContractChange][] = [
    ["an optional field added", "minor", addField],
    [
      "an optional parameter added",
      "minor",
      (contract) => node(contract, `${list}/parameters`).push({ name: "topic", in: "query", schema: {} }),
    ],
    [
      "a field removed from an answer",
      "major",
      (contract) => {
        delete node(contract, `${webhook}/properties`).format;
        node(contract, webhook).required = ["id", "address", "topic", "created_at", "updated_at"];
      },
    ],
    [
      "a field removed from a request",
      "major",
      (contract) => {
        delete node(contract, `${createBody}/properties`).app_id;
      },
    ],
    [
      "a required parameter added",
      "major",
      (contract) =>
        node(contract, `${list}/parameters`).push({ name: "shop", in: "query", required: true, schema: {} }),
    ],
    [
      "an enum narrowed",
      "major",
      (contract) => {
        node(contract, "/components/parameters/SortOrder/schema").enum = ["asc"];
      },
    ],
    [
      "an operation removed",
      "major",
      (contract) => {
        delete node(contract, "/paths/~1api~1admin~126.0~1webhooks").put;
      },
    ],
    [
      "a type changed",
      "major",
      (contract) => {
        node(contract, `${webhook}/properties/id`).type = "string";
      },
    ],
    [
      "a description corrected",
      "patch",
      (contract) => {
        node(contract, webhook).description = "A subscription to an event.";
      },
    ],
  ];

  test.each(changes)("%s: %s", (_, bump, change) => {
    using repository = createRepository();
    repository.change(change);
    expect(diff(repository.folder).changes[0]?.bump).toBe(bump);
  });

  test("nothing changed: none", () => {
    using repository = createRepository();
    expect(diff(repository.folder)).toEqual({ base: "main", changes: [], problems: [] });
  });
});

describe("what the working tree is compared with", () => {
  test("is the last release, where there is one", () => {
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

  test("is the ref that is named, before all", () => {
    using repository = createRepository();
    repository.git("tag", "v1.0.0");
    repository.change(addField);
    repository.commit();
    expect(diff(repository.folder, "HEAD")).toMatchObject({ base: "HEAD", changes: [] });
  });

  test.each([
    ["nothing", 'git knows no "nothing" here'],
    ["--output=owned", 'git knows no "--output=owned" here'],
  ])("cannot be %s", (ref, message) => {
    using repository = createRepository();
    expect(() => diff(repository.folder, ref)).toThrow(message);
  });

  test("must be there", () => {
    using repository = createRepository();
    repository.git("branch", "--move", "trunk");
    expect(() => diff(repository.folder)).toThrow("There is no release tag (v1.2.3) and no branch main");
  });

  test("must hold a contract", () => {
    using repository = createRepository();
    repository.git("rm", "--quiet", "--cached", "openapi.yaml");
    repository.git("commit", "--quiet", "--message", "Remove the contract");
    expect(() => diff(repository.folder)).toThrow("There is no openapi.yaml at main");
  });
});

test("a contract that is none is told, not taken for no change", () => {
  using repository = createRepository();
  repository.write({ "openapi.yaml": "openapi: [" });
  expect(() => diff(repository.folder)).toThrow("redocly diff cannot compare the contracts");
});

describe("version and changelog have to tell of a change", () => {
  const noVersion =
    "The version of the package is 1.0.0, and has to be 1.1.0 or later: npm version --no-git-tag-version 1.1.0";
  const noEntry = "CHANGELOG.md has no new entry: add one under Unreleased.";

  test.each([
    ["1.0.0", changelog(), [noVersion, noEntry]],
    ["1.0.0", changelog("Nicknames."), [noVersion]],
    ["1.1.0", changelog(), [noEntry]],
    ["1.1.0", changelog("Nicknames."), []],
    ["2.0.0", changelog("Nicknames."), []],
    ["1.1.0", changelog().replace("## Unreleased\n", "## Unreleased\n\n## 1.1.0 - 2026-02-01\n\n- Nicknames.\n"), []],
    ["1.1.0", changelog().replace("- All of it.", "- All of it, and more."), [noEntry]],
  ])("at %s, with %j", (version, text, problems) => {
    const base = { version: "1.0.0", changelog: changelog() };
    expect(judge("minor", base, { version, changelog: text })).toEqual(problems);
  });

  test("from the files of the package", () => {
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

✓ The version of the package and CHANGELOG.md tell of it.
`);
  });
});
