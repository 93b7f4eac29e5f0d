import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contractOf } from "../../tools/contract/model.js";
import { documentOf } from "../../tools/contract/reader.js";
import { type Chapter, chaptersOf, rowsOf } from "../../tools/docs/chapters.js";
import { readGuides } from "../../tools/docs/guides.js";
import { renderHtml } from "../../tools/docs/html.js";
import { renderMarkdown } from "../../tools/docs/markdown.js";
import { buildRedocPage } from "../../tools/docs/redoc-page.js";
import { requestOf } from "../../tools/docs/request-samples.js";
import { renderStaticPages } from "../../tools/docs/static-page.js";
import { projectFolder } from "../servers/command.js";

const file = new URL("harbour.yaml", import.meta.url);
const contract = contractOf(await documentOf(readFileSync(file, "utf8"), file.pathname));
const chapters = chaptersOf(contract);
const markdown = renderMarkdown(chapters);
const html = renderHtml(chapters);

/** What the tables of a chapter say, by the name in the first cell of each row, without backticks. */
function wordsIn(title: string, found: readonly Chapter[] = chapters): Map<string, string> {
  const chapter = found.find((each) => each.title === title);
  const rows = (chapter?.blocks ?? []).flatMap(rowsOf);
  return new Map(rows.map(({ cells: [name = "", ...others] }) => [name.replaceAll("`", ""), others.join(" | ")]));
}

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

/** The chapters of a contract with one operation. */
function chaptersWith(operation: object, info: object = {}): Chapter[] {
  const paths = { "/drawn": { post: { operationId: "drawn", responses: {}, ...operation } } };
  return chaptersOf(contractOf({ openapi: "3.1.0", info: { title: "Drawn", version: "1", ...info }, paths }));
}

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

test.each([
  [undefined, ["a b", 1], "list=a%20b&list=1"],
  [",", ["a b", 1], "list=a%20b,1"],
  ["%20", [1, 2], "list=1%202"],
  [undefined, { year: 1, more: { deep: true } }, "year=1&more=%7B%22deep%22%3Atrue%7D"],
  ["deepObject", { year: 1, more: [2] }, "list%5Byear%5D=1&list%5Bmore%5D=%5B2%5D"],
])("with the style %s, the samples write %j in a query as the client does", (style, list, query) => {
  const parameters = [{ name: "list", in: "query", required: false, schema: {}, style }] as const;
  const operation = { id: "drawn", method: "GET", path: "/drawn", parameters, answer: { status: 200 } };
  expect(new URL(requestOf(operation, { path: {}, query: { list } }, "token").url).search).toBe(`?${query}`);
});

test("a project may have no guides and no changelog", () => {
  const project = mkdtempSync(join(tmpdir(), "project-"));
  expect(readGuides(project)).toEqual([]);
  rmSync(project, { recursive: true });
});

describe("the reference of a contract that it has never seen shows", () => {
  test.each([
    [
      "a path parameter that is written next to the operations",
      "One ship",
      "imo",
      "path | string, at least 10 characters, matches `^IMO\\d{7}$` | yes",
    ],
    ["a header parameter", "One ship", "X-Berth", "header | integer, more than 4, a multiple of 5, deprecated | no"],
    [
      "how a parameter is written",
      "One ship",
      "fields",
      "each item: string, at most 31 characters, `style`: `form`, `explode`: `false`",
    ],
    ["a field of a further response", "One ship", "reason", "string, always `sunk` | yes"],
    ["title, deprecation and access", "Ship", "built", "integer, deprecated, read-only | no | **Year of building.**"],
    [
      "a schema that refers to itself",
      "Ship",
      "convoy",
      "array, at least 3 items, no item twice, each item: [`Ship`](#/resources/ship)",
    ],
    [
      "items by their place",
      "Ship",
      "logbook",
      "array, item 0: object, item 1: string, at most 17 characters, no further items",
    ],
    ["a field of an item by its place", "Ship", "logbook[0].day", "string, format `date`"],
    ["a choice", "Ship", "flag", "any of: string, at most 3 characters, `choice 2`"],
    ["a field of one choice", "Ship", "flag.state in choice 2", "string, at least 5 characters"],
    [
      "a field of a composed body, with the bounds of all of its parts",
      "launchShip",
      "name",
      "string, at least 2 characters, at most 41 characters | yes | Name on the bow.",
    ],
    ["the choices of a field", "launchShip", "cargo", "one of: `Grain`, `Livestock`, null | yes | What it carries."],
    ["a field of a choice with a title", "launchShip", "cargo.tons in Grain", "integer, at most 9000"],
    ["a field of a choice by name", "launchShip", "cargo.heads in Livestock", "integer, at least 12"],
    ["a field of a callback", "launchShip", "at", "string, format `duration`"],
    ["the fields of a bare list", "listShips", "[].berth.depth.metres", "number, less than 33.5"],
  ])("%s", (_, chapter, field, said) => {
    const words = wordsIn(chapter);
    for (const piece of said.split(", ")) expect(words.get(field), [...words.keys()].join()).toContain(piece);
  });

  test.each([
    "**Deprecated.**",
    "#### Response 404",
    "#### Response default",
    "Media type `application/problem+json`:",
    "Media type `text/csv`:",
    "The body: string, encoded as `base64`.",
    "The body: array, at most 77 items, each item: object [`Ship`](#ship).",
    "The body: object, at least 2 fields, no other fields.",
    "Gone.",
    "Requires no token.",
    "Request header `Authorization: Bearer <token>`.",
    "#### Callback: Ship launched",
    "Operation id: `sinkShip`.",
  ])("%s", (text) => {
    expect(markdown).toContain(text);
  });
});

test("a choice says whether a value matches one or any, and each list of choices is one of its own", () => {
  const titles = fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z]{3}$/), { minLength: 6, maxLength: 6 });
  const keywords = fc.tuple(fc.constantFrom("oneOf", "anyOf"), fc.constantFrom("oneOf", "anyOf"));
  const law = fc.property(titles, keywords, fc.boolean(), (names, [first, second], isPart) => {
    const [one, other] = [names.slice(0, 3), names.slice(3)].map((some) =>
      some.map((title) => ({ title, properties: {} })),
    );
    const field =
      isPart || first === second
        ? { allOf: [{ [first]: one }, { [second]: other }] }
        : { [first]: one, [second]: other };
    const schema = { properties: { field } };
    const said = wordsIn("drawn", chaptersWith({ requestBody: { content: { "application/json": { schema } } } }));
    const listOf = (keyword: string, some: readonly string[]) =>
      `${keyword === "oneOf" ? "one" : "any"} of: ${some.map((name) => `\`${name}\` (object)`).join(", ")}`;
    for (const [keyword, some] of [
      [first, names.slice(0, 3)],
      [second, names.slice(3)],
    ] as const) {
      expect(said.get("field")).toContain(listOf(keyword, some));
    }
  });
  fc.assert(law, { numRuns: 30 });
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

test("an example that is a text and not JSON is shown as it is", () => {
  const content = { "text/csv": { schema: {}, example: "id,name\n1,A" } };
  expect(renderMarkdown(chaptersWith({ responses: { 200: { content } } }))).toContain("\nid,name\n1,A\n");
});

test("operations that require something else than one scheme by default are introduced with it", () => {
  const schemes = { a: { type: "apiKey", in: "header", name: "A" }, b: { type: "http", scheme: "bearer" } };
  const introduction = (security: object[], securitySchemes: object) => {
    const info = { title: "Drawn", version: "1" };
    const found = chaptersOf(
      contractOf({ openapi: "3.1.0", info, paths: {}, security, components: { securitySchemes } }),
    );
    return found[0]?.blocks.join();
  };
  expect(introduction([{ a: [] }, { a: [], b: ["read"] }], schemes)).toContain(
    "An operation requires `a`, or `a` and `b` with `read`, unless it says otherwise.",
  );
  expect(introduction([{ a: [] }, {}], { a: schemes.a })).toContain("requires `a`, or nothing,");
  expect(introduction([{ a: [] }], { a: schemes.a })).not.toContain("requires");
});

test("a character that a heading names is shown, and code in it stays", () => {
  const description = "# R&amp;D &#8211; `&amp;` &nothing;\n\nText.";
  const found = chaptersWith({}, { description });
  expect(found[1]).toMatchObject({ title: "R&D – &amp; &nothing;", anchor: "/section/randd" });
  expect(renderHtml(found)).toContain(">R&amp;D – &amp;amp; &amp;nothing;</a></h2>");
});

test("each operation has one chapter, however many tags it has, and each place one anchor", () => {
  expect(chapters.filter(({ title }) => title === "launchShip")).toHaveLength(1);
  const repeated = (page: string) => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    return { ids, again: ids.filter((id, index) => ids.indexOf(id) !== index) };
  };
  expect(repeated(html).ids.length).toBeGreaterThan(40);
  expect(repeated(html).again).toEqual([]);
  const request = {
    requestBody: { content: { "application/json": { schema: { properties: { a: {} } } } } },
    responses: {},
  };
  const callbacks = { sent: { "{$request.body#/url}": { post: request, put: request } } };
  const paths = Object.fromEntries(
    ["one", "other"].map((id) => [`/${id}`, { post: { operationId: id, responses: {}, callbacks } }]),
  );
  const info = { title: "Sent", version: "1" };
  const sent = repeated(renderHtml(chaptersOf(contractOf({ openapi: "3.1.0", info, paths }))));
  expect(sent.ids.filter((id) => id?.endsWith("path=a"))).toHaveLength(4);
  expect(sent.again).toEqual([]);
});

test("the page has all that the Markdown has", () => {
  const words = (text: string) => new Set(text.match(/[a-z0-9]{3,}/gi));
  const plain = html.replace(/<[^>]*>/g, " ").replaceAll(/&\w+;|&#\d+;/g, " ");
  const shown = words(html.replaceAll(/<wbr>|<\/?i\b[^>]*>/g, "") + plain);
  // The name of a language colours the code, and is not shown.
  const written = words(markdown.replaceAll(/^```\w+$/gm, ""));
  expect([...written].filter((word) => !shown.has(word))).toEqual([]);
});

test("schemas that all refer to all of them end after some levels, each with a link to its own chapter", () => {
  const names = Array.from({ length: 6 }, (_, index) => `Node${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
  const schemas = Object.fromEntries(names.map((name) => [name, { type: "object", properties }]));
  const answer = {
    description: "",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Node0" } } },
  };
  const paths = { "/nodes": { get: { operationId: "nodes", responses: { 200: answer } } } };
  const info = { title: "Nodes", version: "1" };
  const found = chaptersOf(contractOf({ openapi: "3.1.0", info, paths, components: { schemas } }));
  const rows = [...wordsIn("nodes", found)];
  expect(rows.length).toBeLessThan(300);
  expect(rows.find(([name]) => name === "Node1.Node2.Node3")?.[1]).toContain("[`Node3`](#/resources/node3)");
});

test("a schema that refers to itself within a part of it ends", () => {
  const part = { $ref: "#/components/schemas/Tree" };
  const self = { allOf: [part, { minProperties: 1 }], description: "Grown." };
  const schemas = { Tree: { oneOf: [self], anyOf: [self], items: self, additionalProperties: self } };
  const info = { title: "Trees", version: "1" };
  const found = chaptersOf(contractOf({ openapi: "3.1.0", info, paths: {}, components: { schemas } }));
  expect(renderMarkdown(found)).toContain("each item: Grown.");
});

// Parameters and plain fields, with every keyword: test/evolution/keywords.test.ts.
describe("a bound is shown wherever it is", () => {
  const bound = fc.oneof(
    fc.record({ type: fc.constant("integer"), minimum: fc.integer({ min: 1000 }), maximum: fc.integer({ min: 1000 }) }),
    fc.record({
      type: fc.constant("string"),
      pattern: fc.stringMatching(/^[a-z]{8}$/),
      minLength: fc.integer({ min: 1000 }),
    }),
    fc.record({ enum: fc.uniqueArray(fc.stringMatching(/^[a-z]{8}$/), { minLength: 1 }) }),
    fc.record({ type: fc.constant("array"), items: fc.record({ const: fc.stringMatching(/^[a-z]{8}$/) }) }),
  );
  const places: Record<string, (schema: object) => object> = {
    "a nested field": (schema) => ({
      requestBody: { content: json({ properties: { a: { properties: { b: schema } } } }) },
    }),
    "a field in a list": (schema) => ({ requestBody: { content: json({ items: { properties: { b: schema } } }) } }),
    "a field of a choice": (schema) => ({ requestBody: { content: json({ oneOf: [{ properties: { b: schema } }] }) } }),
    "a field of a part": (schema) => ({ requestBody: { content: json({ allOf: [{ properties: { b: schema } }] }) } }),
    "other fields": (schema) => ({ requestBody: { content: json({ additionalProperties: schema }) } }),
    "a body": (schema) => ({ requestBody: { content: json(schema) } }),
    "a field of a parameter": (schema) => ({
      parameters: [{ name: "where", in: "query", schema: { properties: { b: schema } } }],
    }),
    "a header of an answer": (schema) => ({ responses: { 200: { description: "", headers: { Drawn: { schema } } } } }),
  };
  const json = (schema: object) => ({ "application/json": { schema } });

  test.each(Object.entries(places))("in %s", (_, put) => {
    fc.assert(
      fc.property(bound, (schema) => {
        const page = renderMarkdown(chaptersWith(put(schema)));
        const { type: _, items, ...bounds } = { type: "", items: {}, ...schema };
        for (const value of [...Object.values(bounds).flat(), ...Object.values(items)])
          expect(page).toContain(String(value));
      }),
      { numRuns: 30 },
    );
  });
});

describe("what a contract says is in the reference, and on the page, where it is about", () => {
  const said = "Said here.";
  const it = { description: said };
  const json = (schema: object, more: object = {}) => ({ content: { "application/json": { schema, ...more } } });
  const inField = (field: object) => ({ requestBody: json({ properties: { field } }) });
  const inScheme = (scheme: object) => ({ components: { securitySchemes: { Scheme: scheme } } });
  const flow = { authorizationUrl: "https://a.example/ask", tokenUrl: "https://a.example/get", scopes: {} };

  const inOperation: Record<string, object> = {
    "a choice without fields": inField({ oneOf: [{ type: "string", ...it }, { type: "null" }] }),
    "a choice with fields": inField({ anyOf: [{ properties: { a: {} }, ...it }] }),
    "a choice within a choice": inField({ anyOf: [{ title: "Outer", oneOf: [{ type: "string", ...it }] }] }),
    "a choice of a body": { requestBody: json({ oneOf: [{ type: "string", ...it }] }) },
    "a choice of a parameter": {
      parameters: [{ name: "a", in: "query", description: "A.", schema: { oneOf: [{ type: "string", ...it }] } }],
    },
    "an item": inField({ items: it }),
    "an item with a name": inField({ items: { $ref: "#/components/schemas/Item", ...it } }),
    "an item by its place": inField({ prefixItems: [it] }),
    "the further items": inField({ unevaluatedItems: it }),
    "the other fields": inField({ additionalProperties: it }),
    "the fields that no part describes": inField({ unevaluatedProperties: it }),
    "the fields of a pattern": inField({ patternProperties: { "^a": it } }),
    "a field of the fields of a pattern": inField({ patternProperties: { "^a": { properties: { a: it } } } }),
    "a field of the other fields": inField({ additionalProperties: { properties: { a: it } } }),
    "an example": { requestBody: json({}, { examples: { A: { value: 1, ...it } } }) },
    "an example of a parameter": {
      parameters: [{ name: "a", in: "query", schema: {}, examples: { A: { value: 1, summary: said } } }],
    },
    "a header of an answer": { responses: { 200: { headers: { A: it } } } },
    "an answer to a callback": { callbacks: { A: { "{$request.body#/a}": { post: { responses: { 200: it } } } } } },
    "a further page": { externalDocs: { url: "https://a.example", ...it } },
  };
  const inContract: Record<string, object> = {
    "a server": { servers: [{ url: "https://a.example", ...it }] },
    "a part of a server's address": { servers: [{ url: "{a}", variables: { a: { default: "b", ...it } } }] },
    "the people to ask": { info: { title: "Drawn", version: "1", contact: { name: said } } },
    "the licence": { info: { title: "Drawn", version: "1", license: { name: said } } },
    "the terms": { info: { title: "Drawn", version: "1", termsOfService: said } },
    "a further page of all": { externalDocs: { url: "https://a.example", ...it } },
    "a tag": { tags: [{ name: "A", ...it }] },
    "a further page of a tag": { tags: [{ name: "A", externalDocs: { url: "https://a.example", ...it } }] },
    "a request that the service sends, of a tag of its own": {
      webhooks: { sent: { post: { tags: ["Sent"], operationId: "sent", responses: {}, ...it } } },
    },
    "a scheme": inScheme({ type: "http", scheme: "bearer", ...it }),
    "a scope": inScheme({ type: "oauth2", flows: { implicit: { ...flow, scopes: { read: said } } } }),
    "where a scope is granted": inScheme({ type: "oauth2", flows: { implicit: { ...flow, tokenUrl: said } } }),
    "where a scheme is discovered": inScheme({ type: "openIdConnect", openIdConnectUrl: said }),
    "a schema": { components: { schemas: { Drawn: { type: "string", ...it } } } },
  };

  const info = { title: "Drawn", version: "1" };
  const paths = { "/drawn": { post: { operationId: "drawn", responses: {} } } };
  test.each([
    ...Object.entries(inOperation).map(([place, operation]) => [place, chaptersWith(operation)] as const),
    ...Object.entries(inContract).map(([place, more]) => {
      return [place, chaptersOf(contractOf({ openapi: "3.1.0", info, paths, ...more }))] as const;
    }),
  ])("%s", (_, found) => {
    expect(renderMarkdown(found)).toContain(said);
    expect(renderHtml(found)).toContain(said);
  });

  test("a choice with a name, as a link to its chapter", () => {
    const schemas = { Stone: { type: "object", ...it }, Drawn: { oneOf: [{ $ref: "#/components/schemas/Stone" }] } };
    const found = chaptersOf(contractOf({ openapi: "3.1.0", info, paths, components: { schemas } }));
    expect(renderMarkdown(found)).toContain("Type: one of: [`Stone`](#stone).");
  });
});
