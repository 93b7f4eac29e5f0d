import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { contractOf } from "../../tools/contract/model.js";
import type { Chapter } from "../../tools/docs/chapter.js";
import { renderHtml } from "../../tools/docs/html.js";
import { renderMenu } from "../../tools/docs/menu.js";
import { renderPages } from "../../tools/docs/page.js";
import { chaptersOf } from "../../tools/docs/reference.js";
import { renderMarkdown } from "../../tools/docs/reference-markdown.js";
import { requestOf } from "../../tools/docs/request-samples.js";

/** The chapters of a contract with one operation. */
function chaptersWith(operation: object, info: object = {}, more: object = {}): Chapter[] {
  const paths = { "/drawn": { post: { operationId: "drawn", tags: ["Tag"], responses: {}, ...operation } } };
  const tags = [{ name: "Tag" }];
  const described = { title: "Drawn", version: "1", ...info };
  return chaptersOf(contractOf({ openapi: "3.1.0", info: described, tags, paths, ...more }));
}

const bodyOf = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });

test("HTML in a text of the contract is shown, and not run", () => {
  const blocks = [
    "One <script>alert(1)</script> in a line.",
    "<script>alert(2)</script>\n\n<img src=x onerror=alert(3)>",
  ];
  const page = renderHtml([{ level: 2, title: "Odd", anchor: "odd", blocks }]);
  expect(page).not.toMatch(/<(script|img)/);
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

test("a text that looks like a part of a template is shown as it is, in every page", () => {
  const text = "{{redocHead}} @@SCRIPTS@@";
  const odd = contractOf({ openapi: "3.1.0", info: { title: text, version: "1", description: text }, paths: {} });
  const pages = renderPages(odd, chaptersOf(odd), [], { beforeText: "", afterText: "", page: "", forms: "formsRun()" });
  const page = pages["index.html"] ?? "";
  expect([page.includes(`<title>${text}`), page.split("formsRun()").length]).toEqual([true, 2]);
});

test("lists, paragraphs and code of a description are shown with its field, which is one line in Markdown", () => {
  const description = "Of:\n\n- one\n- two\n\n```\n# code\n```\n\nAnd on\nand on.";
  const found = chaptersWith({ parameters: [{ name: "a", in: "query", schema: {}, description }] });
  expect(renderHtml(found)).toContain(
    '<dd><p>Of:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<pre class="panel"><code># code</code></pre>\n<p>And on\nand on.</p>\n</dd>',
  );
  expect(renderMarkdown(found)).toContain("| Of:<br>- one<br>- two<br>``` # code ```<br>And on and on. |");
});

test("headings in a text are below the heading of its chapter, and code keeps its marks", () => {
  const heading = fc.integer({ min: 1, max: 6 }).map((level) => `${"#".repeat(level)} Heading`);
  const law = fc.property(fc.array(heading, { minLength: 1 }), (headings) => {
    const description = ["```sh\n# code\n```\n\n~~~\n# more code\n~~~", ...headings].join("\n\n");
    const parameters = [{ name: "a", in: "query", schema: {}, description }];
    const found = chaptersWith({ description, parameters });
    const levels = [...renderHtml(found).matchAll(/<h(\d)[^>]*>Heading/g)].map(([, level]) => Number(level));
    expect(levels).toHaveLength(2 * headings.length);
    expect(Math.min(...levels)).toBeGreaterThan(3);
    expect(renderMarkdown(found)).toMatch(/\n# code\n.*\n# more code\n/s);
  });
  fc.assert(law, { numRuns: 30 });
});

test.each([
  ["What's new?", "/section/what's-new"],
  ["Q & A", "/section/q-and-a"],
  ["C++ notes", "/section/c++-notes"],
  ["Über uns", "/section/uber-uns"],
  ["日本 語", "/section/日本-語"],
])("a chapter called %s has the link that Redoc gives it", (title, anchor) => {
  const [, chapter, below] = chaptersWith({}, { description: `# ${title}\n\nText.\n\n## Below` });
  expect(chapter).toMatchObject({ title, anchor });
  expect(below?.anchor).toBe(`${anchor}/below`);
});

test("a title and a summary that look like HTML are shown in Markdown too", () => {
  const examples = { A: { summary: "The <a> sign", value: 1 } };
  const responses = { 200: { content: { "application/json": { schema: {}, examples } } } };
  const written = renderMarkdown(chaptersWith({ summary: "Set the <b> sign", responses }, { title: "<i>" }));
  for (const text of ["# \\<i> 1\n", "### Set the \\<b> sign\n", ": The \\<a> sign\n"]) expect(written).toContain(text);
});

describe("a field reads as", () => {
  const Stone = { type: "object", description: "A stone." };
  const stone = { $ref: "#/components/schemas/Stone" };

  test.each([
    [
      { type: "integer", deprecated: true, description: "The year." },
      "| `it` | integer, deprecated | no | The year. |",
    ],
    [stone, "| `it` | object [`Stone`](#stone) | no | A stone. |"],
    [{ type: "array", minItems: 3, items: stone }, "| `it` | array of [`Stone`](#stone), at least 3 items | no |"],
    [{ type: "array", items: { properties: { day: { format: "date" } } } }, "| `it[].day` | format `date` | no |"],
    [{ oneOf: [{ type: "string", maxLength: 3 }, { type: "null" }] }, "one of: (string, at most 3 characters), (null)"],
    [
      { allOf: [{ properties: { a: { minimum: 2 } } }, { required: ["a"], properties: { a: { maximum: 5 } } }] },
      "| `it.a` | at least 2, at most 5 | yes |",
    ],
  ])("%j", (it, said) => {
    const response = bodyOf({ properties: { it } });
    const found = chaptersWith({ responses: { 200: response } }, {}, { components: { schemas: { Stone } } });
    expect(renderMarkdown(found)).toContain(said);
  });
});

describe("an operation reads as", () => {
  const query = { name: "a", in: "query", required: true, schema: { maximum: 3 } };

  test.each<[operation: object, said: string]>([
    [{}, "```http\nPOST /drawn\n```\n\nOperation id: `drawn`."],
    [{ deprecated: true }, "**Deprecated.**"],
    [{ externalDocs: { url: "guides/a.md#b", description: "Draw" } }, "Read more: [Draw](guides/a.md#b)."],
    [{ parameters: [query] }, "| `a` | query | at most 3 | yes |"],
    [{ parameters: [{ ...query, examples: { A: { value: 1, summary: "One" } } }] }, "at most 3, for example `1` (One)"],
    [{ responses: { default: { description: "Gone." } } }, "#### Response default\n\nGone."],
    [{ requestBody: bodyOf({}, "text/csv") }, "#### Request body (optional)\n\nMedia type: `text/csv`."],
    [{ requestBody: { content: { "a/b": {}, "c/d": {} } } }, "Media types: `a/b`, `c/d`."],
    [{ requestBody: bodyOf({ type: "string", maxLength: 9 }) }, "The body: string, at most 9 characters."],
    [{ requestBody: bodyOf({ items: { properties: { a: {} } } }) }, "| `[].a` | anything |"],
    [
      { responses: { 200: { headers: { Location: { schema: { type: "string" } } } } } },
      "| `Location` | header | string |",
    ],
    [{ callbacks: { sent: { "{$url}": { post: { summary: "Launched" } } } } }, "#### Callback: Launched"],
  ])("%j", (operation, said) => {
    expect(renderMarkdown(chaptersWith(operation))).toContain(said);
  });
});

describe("what a reader needs for a call", () => {
  const titlesOf = (description: string) =>
    chaptersWith({}, { description }, { components: { schemas: { Thing: {} } } }).map(({ title }) => title);

  test("comes first, up to the chapter about authentication, and the other chapters after the resources", () => {
    const titles = ["Drawn", "Authentication", "Tag", "drawn", "Resources", "Thing", "Two"];
    expect(titlesOf("# Authentication\n\n# Two")).toEqual(titles);
  });

  test("is all of a description that has no such chapter", () => {
    expect(titlesOf("# One\n\n# Two")).toEqual(["Drawn", "One", "Two", "Tag", "drawn", "Resources", "Thing"]);
  });
});

test("an operation that is deprecated says so in the menu too", () => {
  expect(renderMenu(chaptersWith({ deprecated: true }), [], "")).toContain("<span>drawn (deprecated)</span>");
});

test("an operation that requires no token says so, and its sample carries none", () => {
  const more = {
    security: [{ Pass: [] }],
    components: { securitySchemes: { Pass: { type: "http", scheme: "bearer" } } },
  };
  const requiresNone = "Requires no token.";
  expect(renderMarkdown(chaptersWith({ security: [] }, {}, more))).toContain(requiresNone);
  expect(renderMarkdown(chaptersWith({}, {}, more))).not.toContain(requiresNone);
  const operation = { id: "drawn", method: "GET", path: "/drawn", parameters: [], answer: { status: 200 } };
  const headersOf = (isPublic?: true) => requestOf({ ...operation, isPublic }, { path: {}, query: {} }, "t").headers;
  expect(Object.keys(headersOf())).toContain(accessToken.header);
  expect(Object.keys(headersOf(true))).not.toContain(accessToken.header);
});

test("schemas that refer to all of them, or to themselves, end after some levels, each with a link to its own chapter", () => {
  const names = Array.from({ length: 6 }, (_, index) => `Node${index}`);
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const properties = Object.fromEntries(names.map((name, index) => [name, refs[index]]));
  const Tree = { properties: { below: { $ref: "#/components/schemas/Tree" } } };
  const schemas = { Tree, ...Object.fromEntries(names.map((name) => [name, { type: "object", properties }])) };
  const found = chaptersWith({ responses: { 200: bodyOf(refs[0] ?? {}) } }, {}, { components: { schemas } });
  const written = renderMarkdown(found.filter(({ title }) => title === "drawn"));
  expect(written.split("\n").length).toBeLessThan(300);
  expect(written).toContain("| `Node1.Node2.Node3` | object [`Node3`](#/resources/node3) |");
  expect(renderMarkdown(found)).toContain("| `below` | object [`Tree`](#tree) |");
});
