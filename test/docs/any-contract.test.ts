import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { contractOf } from "../../tools/contract/model.js";
import { readGuides } from "../../tools/docs/guides.js";
import { renderHtml } from "../../tools/docs/html.js";
import { renderMarkdown } from "../../tools/docs/markdown.js";
import { buildRedocPage } from "../../tools/docs/redoc-page.js";
import { type Chapter, chaptersOf, rowsOf } from "../../tools/docs/reference.js";
import { requestOf } from "../../tools/docs/request-samples.js";
import { renderStaticPages } from "../../tools/docs/static-page.js";
import { renderContents } from "../../tools/docs/table-of-contents.js";
import { pointers, readLibrary, set, valueAt } from "../diff/library.js";
import { projectFolder } from "../servers/command.js";

/** The chapters of a contract with one operation. */
function chaptersWith(operation: object, info: object = {}, more: object = {}): Chapter[] {
  const paths = { "/drawn": { post: { operationId: "drawn", responses: {}, ...operation } } };
  return chaptersOf(contractOf({ openapi: "3.1.0", info: { title: "Drawn", version: "1", ...info }, paths, ...more }));
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

test("a text that looks like a part of a template is shown as it is, in every page", async () => {
  const text = "{{redocHead}} @@SCRIPTS@@";
  const odd = { openapi: "3.1.0", info: { title: text, version: "1", description: text }, paths: {} };
  const scripts = { page: "", forms: "formsRun()", redoc: "" };
  const oddContract = contractOf(odd);
  const pages = [
    await buildRedocPage(projectFolder, oddContract, odd, [], scripts),
    ...Object.values(renderStaticPages(oddContract, chaptersOf(oddContract), [], scripts)),
  ];
  for (const page of pages) {
    // Not with the page, which is too long to be shown.
    expect([page.includes(`<title>${text}`), page.split("formsRun()").length]).toEqual([true, 2]);
  }
});

test("lists, paragraphs and code of a description are shown in its cell, which is one line in Markdown", () => {
  const description = "Of:\n\n- one\n- two\n\n```\n# code\n```\n\nAnd on\nand on.";
  const found = chaptersWith({ parameters: [{ name: "a", in: "query", schema: {}, description }] });
  expect(renderHtml(found)).toContain(
    '<td data-title="Description"><p>Of:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<pre><code># code</code></pre>\n<p>And on\nand on.</p></td>',
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

test("no heading of the introduction skips a level, whichever it begins with, and equal ones stay equal", () => {
  const law = fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }), (depths) => {
    const description = depths.map((depth, index) => `${"#".repeat(depth)} Part ${index}\n\nText.`).join("\n\n");
    const parts = chaptersWith({}, { description }).filter(({ title }) => title.startsWith("Part"));
    const levels = parts.map(({ level }) => level);
    const steps = levels.map((level, index) => level - (levels[index - 1] ?? 1));
    expect(levels).toHaveLength(depths.length);
    expect(levels[0]).toBe(2);
    expect(Math.max(...steps)).toBeLessThan(2);
    for (const [index, step] of steps.entries()) {
      if (depths[index] === depths[index - 1]) expect(step).toBe(0);
    }
  });
  fc.assert(law);
});

test("an image is a link, since the page loads nothing, and a task has a mark that is read aloud", () => {
  const page = renderHtml(
    chaptersWith({ description: "![A map](https://a.example/map.png)\n\n- [x] drawn\n- [ ] sold" }),
  );
  expect(page).toContain('<a href="https://a.example/map.png">A map</a>');
  expect(page).toMatch(/☑ drawn.*☐ sold/s);
  expect(page).not.toMatch(/<(img|input)/);
});

test.each([
  ["What's new?", "/section/what's-new"],
  ["Q & A", "/section/q-and-a"],
  ["C++ notes", "/section/c++-notes"],
  ["Über uns", "/section/uber-uns"],
  ["日本 語", "/section/日本-語"],
  ["The `limit` of pages", "/section/the"],
  ["**Bold** words", "/section/bold"],
])("a chapter called %s has the link that Redoc gives it", (title, anchor) => {
  const [, chapter, below] = chaptersWith({}, { description: `# ${title}\n\nText.\n\n## Below` });
  expect(chapter).toMatchObject({ title: title.replace(/[`*]/g, ""), anchor });
  expect(below?.anchor).toBe(`${anchor}/below`);
});

test("a link in one chapter may be defined in another", () => {
  const description = "# One\n\nSee [there][1].\n\n# Two\n\n[1]: https://a.example";
  expect(renderHtml(chaptersWith({}, { description }))).toContain('See <a href="https://a.example">there</a>.');
});

test("a title and a summary that look like HTML are shown in Markdown too", () => {
  const examples = { A: { summary: "The <a> sign", value: 1 } };
  const requestBody = { content: { "application/json": { schema: {}, examples } } };
  const written = renderMarkdown(chaptersWith({ summary: "Set the <b> sign", requestBody }, { title: "<i>" }));
  for (const text of ["# \\<i> 1\n", "### Set the \\<b> sign\n", "The \\<a> sign:\n"]) expect(written).toContain(text);
});

test("the samples write an object in a query as the client does", () => {
  const parameters = [{ name: "list", in: "query", required: false, schema: {} }] as const;
  const operation = { id: "drawn", method: "GET", path: "/drawn", parameters, answer: { status: 200 } };
  const list = { year: 1, more: { deep: true } };
  const query = "year=1&more=%7B%22deep%22%3Atrue%7D";
  expect(new URL(requestOf(operation, { path: {}, query: { list } }, "token").url).search).toBe(`?${query}`);
});

test("a project may have no guides and no changelog", () => {
  const project = mkdtempSync(join(tmpdir(), "project-"));
  expect(readGuides(project)).toEqual([]);
  rmSync(project, { recursive: true });
});

describe("a field reads as", () => {
  const Stone = { type: "object" };
  const stone = { $ref: "#/components/schemas/Stone" };

  test.each([
    [
      { title: "Year", type: "integer", deprecated: true, readOnly: true },
      "| `it` | integer, deprecated, read-only | no | **Year.** |",
    ],
    [
      { type: "array", minItems: 3, uniqueItems: true, items: stone },
      "| `it` | array, at least 3 items, no item twice, each item: object [`Stone`](#stone) |",
    ],
    [
      { prefixItems: [{ properties: { day: { format: "date" } } }, { type: "string" }], items: false },
      "| `it` | no further items, item 0: object, item 1: string | no |  |\n| `it[0].day` | format `date` |",
    ],
    [
      { oneOf: [{ title: "Grain", properties: { tons: {} } }, stone, { type: "null" }] },
      "| `it` | one of: `Grain`, [`Stone`](#stone), null | no |  |\n| `it.tons` in `Grain` |",
    ],
    [
      { anyOf: [{ type: "string", maxLength: 3 }, { properties: { state: {} } }] },
      "| `it` | any of: (string, at most 3 characters), `choice 2` | no |  |\n| `it.state` in `choice 2` |",
    ],
    [
      { allOf: [{ oneOf: [{ title: "A" }, { title: "B" }] }, { anyOf: [{ title: "C" }] }] },
      "| one of: `A` (anything), `B` (anything), and any of: `C` (anything) |",
    ],
    [
      { allOf: [{ properties: { a: { minimum: 2 } } }, { required: ["a"], properties: { a: { maximum: 5 } } }] },
      "| `it.a` | at least 2, at most 5 | yes |",
    ],
  ])("%j", (it, said) => {
    const found = chaptersWith(
      { responses: { 200: bodyOf({ properties: { it } }) } },
      {},
      { components: { schemas: { Stone } } },
    );
    expect(renderMarkdown(found)).toContain(said);
  });
});

describe("an operation reads as", () => {
  const query = { name: "a", in: "query", required: true, explode: false, schema: { maximum: 3 } };

  test.each<[operation: object, said: string]>([
    [{}, "```http\nPOST /drawn\n```\n\nOperation id: `drawn`."],
    [{ deprecated: true }, "**Deprecated.**"],
    [{ security: [{ Pass: [] }] }, "Requires `Pass`."],
    [{ parameters: [query] }, "| `a` | query | at most 3, `explode`: `false` | yes |"],
    [{ responses: { default: { description: "Gone." } } }, "#### Response default\n\nGone."],
    [{ requestBody: bodyOf({}, "text/csv") }, "Media type `text/csv`:"],
    [{ requestBody: { content: { "a/b": {}, "c/d": {} } } }, "Media types: `a/b`, `c/d`."],
    [
      { requestBody: bodyOf({ type: "string", contentEncoding: "base64" }) },
      "The body: string, `contentEncoding`: `base64`.",
    ],
    [{ requestBody: bodyOf({ items: { properties: { a: {} } } }) }, "| `[].a` | anything |"],
    [{ responses: { 200: { content: { "text/csv": { example: "id,name\n1,A" } } } } }, "\nid,name\n1,A\n"],
    [
      { parameters: [{ ...query, examples: { a: { externalValue: "https://a.example" } } }] },
      "| yes | For example https://a.example. |",
    ],
    [
      { requestBody: { content: { "a/b": { encoding: { a: { contentType: "image/png" } } } } } },
      "- `a`\n  - `contentType`: image/png",
    ],
    [{ callbacks: { sent: { "{$url}": { post: { summary: "Launched" } } } } }, "#### Callback: Launched"],
  ])("%j", (operation, said) => {
    expect(renderMarkdown(chaptersWith(operation))).toContain(said);
  });
});

test("an operation that no client can send is shown, with its method", () => {
  const paths = { "/drawn": { trace: { operationId: "echo", responses: {} } } };
  expect(renderMarkdown(chaptersWith({}, {}, { paths }))).toContain("```http\nTRACE /drawn\n```");
});

test("an operation that is deprecated says so in the menu too", () => {
  expect(renderContents(chaptersWith({ deprecated: true }))).toContain("</b> drawn (deprecated)</a>");
});

test("the sample of an operation that requires no token carries none", () => {
  const operation = { id: "drawn", method: "GET", path: "/drawn", parameters: [], answer: { status: 200 } };
  const headersOf = (isPublic?: true) => requestOf({ ...operation, isPublic }, { path: {}, query: {} }, "t").headers;
  expect(Object.keys(headersOf())).toContain(accessToken.header);
  expect(Object.keys(headersOf(true))).not.toContain(accessToken.header);
});

test("a request has no field that is only read, and a response none that is only sent", () => {
  const fields = { both: {}, read: { readOnly: true }, sent: { allOf: [{ writeOnly: true }] } };
  const body = { content: { "application/json": { schema: { properties: { it: { properties: fields } } } } } };
  const found = chaptersWith({ requestBody: body, responses: { 200: body } }).flatMap(({ blocks }) => blocks);
  const [request, response] = found.map(rowsOf).filter(({ length }) => length > 0);
  const names = [request, response].map((rows) => rows?.map(({ cells: [name] }) => name));
  expect(names).toEqual([
    ["`it`", "`it.both`", "`it.sent`"],
    ["`it`", "`it.both`", "`it.read`"],
  ]);
});

test("operations that require something else than one scheme by default are introduced with it", () => {
  const schemes = { a: { type: "apiKey", in: "header", name: "A" }, b: { type: "http", scheme: "bearer" } };
  const introduction = (security: object[], securitySchemes: object) =>
    chaptersWith({}, {}, { security, components: { securitySchemes } })[0]?.blocks.join();
  expect(introduction([{ a: [] }, { a: [], b: ["read"] }], schemes)).toContain(
    "An operation requires `a`, or `a` and `b` with `read`, unless it says otherwise.",
  );
  expect(introduction([{ a: [] }, {}], { a: schemes.a })).toContain("requires `a`, or nothing,");
  expect(introduction([{ a: [] }], { a: schemes.a })).not.toContain("requires");
});

test("schemas that refer to all of them, or to themselves, end after some levels, each with a link to its own chapter", () => {
  const names = Array.from({ length: 6 }, (_, index) => `Node${index}`);
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const properties = Object.fromEntries(names.map((name, index) => [name, refs[index]]));
  const part = { $ref: "#/components/schemas/Tree" };
  const self = { allOf: [part, { minProperties: 1 }], description: "Grown." };
  const Tree = { oneOf: [self], anyOf: [self], items: self, additionalProperties: self };
  const schemas = { Tree, ...Object.fromEntries(names.map((name) => [name, { type: "object", properties }])) };
  const found = chaptersWith({ responses: { 200: bodyOf(refs[0] ?? {}) } }, {}, { components: { schemas } });
  const written = renderMarkdown(found.filter(({ title }) => title === "drawn"));
  expect(written.split("\n").length).toBeLessThan(300);
  expect(written).toContain("| `Node1.Node2.Node3` | object [`Node3`](#/resources/node3) |");
  expect(renderMarkdown(found)).toContain("each item: Grown.");
});

/** Keywords that hold one schema, and those that hold several, in a list or by name. */
const SCHEMAS = [
  ...["not", "if", "then", "else", "items", "contains", "unevaluatedItems", "contentSchema"],
  ...["propertyNames", "additionalProperties", "unevaluatedProperties"],
];
const LISTS = ["prefixItems", "allOf", "anyOf", "oneOf"];
const NAMED = ["properties", "patternProperties", "dependentSchemas"];

/** Places of schemas, and of all else that may have a description. */
const SCHEMA = new RegExp(`/(schema|${SCHEMAS.join("|")}|(schemas|${[...LISTS, ...NAMED].join("|")})/[^/]+)$`);
const OTHERS =
  /\/(info|get|put|post|delete|externalDocs|(parameters|headers|responses|requestBodies|securitySchemes|examples|links|servers|variables|tags)\/[^/]+)$/;

/** The library's contract, with what it lacks, a description wherever there may be one, and a bound in each schema. */
function describedLibrary() {
  const document = readLibrary();
  const drawn = [
    ...SCHEMAS.map((keyword) => [keyword, { properties: { a: {} } }] as const),
    ...LISTS.map((keyword) => [keyword, [{ properties: { a: {} } }, { items: {} }]] as const),
    ...NAMED.map((keyword) => [keyword, { a: { properties: { a: {} } } }] as const),
  ];
  for (const [keyword, schema] of drawn) document.components.schemas[`Of_${keyword}`] = { [keyword]: schema };
  const flow = {
    authorizationUrl: "https://ask.example",
    tokenUrl: "https://get.example",
    scopes: { read: "May read." },
  };
  Object.assign(document.components.securitySchemes, {
    Granted: { type: "oauth2", flows: { implicit: flow } },
    Found: { type: "openIdConnect", openIdConnectUrl: "https://find.example" },
  });
  Object.assign(document.info, {
    contact: { name: "The desk", email: "desk@a.example" },
    termsOfService: "https://terms.example",
  });
  const sent = { post: { requestBody: bodyOf({ properties: { a: {} } }), responses: { 200: {} } } };
  for (const { post, get } of [document.paths["/books"], document.paths["/books/{id}"]]) {
    get.externalDocs = { url: "https://more.example" };
    get.servers = [{ url: "https://own.example" }];
    Object.assign(post ?? get, { callbacks: { ...post?.callbacks, told: { "{$url}": { ...sent, put: sent.post } } } });
  }
  const far = { ...bodyOf({ properties: { a: {} } }), name: "far", in: "query" };
  document.paths["/books"].get.parameters.push(far);
  document.components.schemas.Shelf.externalDocs = { url: "https://more.example" };
  document.externalDocs = document.tags[0].externalDocs = { url: "https://more.example" };
  const places = pointers(document).filter((place) => !place.includes("/value/"));
  for (const [index, place] of places.entries()) {
    const { $ref } = Object(valueAt(document, place));
    // Next to a reference to something else, it would replace what is said there.
    const isOwn = SCHEMA.test(place) || (OTHERS.test(place) && !$ref);
    if (isOwn) set(`${place}/description`, `Said at place ${index}.`)(document);
    if (SCHEMA.test(place) && !$ref) set(`${place}/maxLength`, 10_000 + index)(document);
  }
  return document;
}

describe("of a contract with one of everything", () => {
  const document = describedLibrary();
  const chapters = chaptersOf(contractOf(document));
  const [markdown, html] = [renderMarkdown(chapters), renderHtml(chapters)];

  test.each([
    ["reference", markdown],
    ["page", html],
  ])("the %s says all that is said anywhere", (_, page) => {
    const isSaid = /\/(description|maxLength|summary|termsOfService|\w+Url|email|read|(contact|license)\/name)$/;
    const said = pointers(document).filter((place) => isSaid.test(place));
    expect(said.length).toBeGreaterThan(200);
    expect(said.filter((place) => !page.includes(valueAt(document, place)))).toEqual([]);
  });

  test("the page has each word of the reference", () => {
    const words = (text: string) => new Set(text.match(/[a-z0-9]{3,}/gi));
    const plain = html.replace(/<[^>]*>/g, " ").replaceAll(/&\w+;|&#\d+;/g, " ");
    const shown = words(html.replaceAll(/<wbr>|<\/?i\b[^>]*>/g, "") + plain);
    // The name of a language colours the code, and the place of a link is where it leads: they are not shown.
    const written = words(markdown.replaceAll(/^```\w+$|\]\([^)]*\)/gm, ""));
    expect([...written].filter((word) => !shown.has(word))).toEqual([]);
  });

  test("each operation has one chapter, however many tags it has, and each place one anchor", () => {
    expect(chapters.filter(({ title }) => title === "List books")).toHaveLength(1);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});
