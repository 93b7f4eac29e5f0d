import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import GithubSlugger from "github-slugger";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations as declared, fields } from "../../generated/contract.js";
import { questions } from "../../generated/questions.js";
import { contractOf, operationsIn, operationsOf } from "../../tools/contract/model.js";
import { documentOf, readDocument } from "../../tools/contract/reader.js";
import { buildSite } from "../../tools/docs/build.js";
import { callsOf } from "../../tools/docs/call-data.js";
import { GUIDES as GUIDES_BY_CHAPTER } from "../../tools/docs/guide-links.js";
import { referenceSections } from "../../tools/docs/reference.js";
import { factsOf, typeOf } from "../../tools/docs/schema-in-words.js";
import { renderSections } from "../../tools/docs/section-markup.js";
import { readContract } from "../contract/contract.js";
import type { Document } from "../copies/copy.js";
import { declareFailures, declareHeader } from "../copies/declared-failures.js";
import { LIMIT } from "../sandbox/transports.js";
import { projectFolder } from "../servers/command.js";
import { GUIDE_PAGES, GUIDES, PAGES } from "./pages.js";

const contract = contractOf(readDocument(projectFolder));
const operations = operationsOf(contract);
const folder = mkdtempSync(join(tmpdir(), "site-"));
/** The files of the site, by path. */
let files: Map<string, string>;
const read = (path: string) => files.get(path) ?? "";

beforeAll(async () => {
  await buildSite(projectFolder, folder);
  const paths = readdirSync(folder, { recursive: true }).map(String);
  const texts = paths.filter((path) => statSync(join(folder, path)).isFile());
  files = new Map(texts.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** HTML without the code of its scripts. */
const markupOf = (page: string) => page.replace(/(<script\b[^>]*>).*?<\/script>/gs, "$1</script>");
const textOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, "").replace(/\s+/g, " "));
const unescaped = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const idsOf = (page: string) => [...markupOf(page).matchAll(/\bid="([^"]+)"/g)].map(([, id = ""]) => unescaped(id));
const hrefsOf = (page: string) =>
  [...markupOf(page).matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = ""]) => unescaped(href));

/** The chapters of the reference as HTML, by their titles. */
const chaptersIn = (page: string) =>
  new Map(
    page
      .split(/(?=<section )/)
      .slice(1)
      .map(
        (section) =>
          [textOf(section.match(/<h\d id="[^"]*">(?:<a[^>]*>)?([^<]*)/)?.[1] ?? "").trim(), section] as const,
      ),
  );
const chapter = (title: string) => chaptersIn(read("index.html")).get(title) ?? "";

/** The row of a field. */
const row = (anchor: string) => textOf(read("index.html").split(`<div id="${anchor}">`)[1]?.split("</dd>")[0] ?? "");
/** How the page says how many fields a schema has. */
const fieldsOf = (name: keyof typeof fields) => {
  const { length } = fields[name];
  return `${length} ${length === 1 ? "field" : "fields"} of ${name}`;
};

/** The reference of a changed contract. */
function pageOf(document: Document): string {
  const changed = contractOf(documentOf(JSON.stringify(document)));
  return String(renderSections(referenceSections(changed, callsOf(changed))));
}

describe("the reference", () => {
  test.each(operations)("says of $operationId what it is for, what it takes and what it answers", (operation) => {
    const { method, path, summary, description, parameters = [], requestBody, responses } = operation;
    const [section, anchor] = [chapter(summary), `/${operation.tags[0]}/${operation.operationId}`.toLowerCase()];
    const text = textOf(section);
    for (const said of [method, path, description.split("\n")[0]?.replaceAll("`", "")]) expect(text).toContain(said);
    for (const { name, in: place } of parameters) expect(section).toContain(`id="${anchor}/${place}/${name}"`);
    expect(text.includes("Request body")).toBe(requestBody !== undefined);
    for (const status of Object.keys(responses))
      expect(text + section).toContain(status.startsWith("2") ? `Response ${status}` : `id="${anchor}/${status}"`);
    expect(section).toContain(`data-sample="${operation.operationId}"`);
    expect(section).toContain(`class="try" data-operation="${operation.operationId}"`);
  });

  test("shows the delivery with its method and what arrives", () => {
    const section = chapter("Receive a delivery");
    expect(section).toMatch(/class="method">POST<\/b> <code>\{address\}/);
    expect(textOf(section)).toContain("POST /hooks/orders HTTP/1.1 Host: lantern-books.example Content-Type:");
  });

  test("says what a value is in words: no format of OpenAPI, no example that repeats the default, a long pattern folded", () => {
    expect(row("/resources/webhook/created_at").match(/ISO 8601/g)).toHaveLength(1);
    expect(row("/resources/oauth/created_at").match(/ISO 8601/g)).toHaveLength(1);
    expect(row("/resources/oauth/client_secret")).toContain("string · secret");
    expect(row("/webhooks/createwebhook/body/webhook/address")).toContain("string · URL");
    expect(row("/webhooks/createwebhook/body/webhook/format")).toContain(". json or xml. Default json");
    expect(row("/webhooks/listwebhooks/query/limit")).toContain(`. Default ${LIMIT.usual}, at most ${LIMIT.most}`);
    expect(row("/webhooks/getwebhook/path/id")).toContain("integer or string");
    const [topic, time] = ["topic", "created_at"].map(
      (name) => contract.components.schemas["Webhook"]?.properties?.[name],
    );
    const values = topic?.enum ? topic.enum.join(" or ") : `Pattern ${topic?.pattern}`;
    expect(row("/resources/webhook/topic")).toContain(`. ${values}`);
    expect(row("/resources/webhook/created_at")).toContain(`Pattern${time?.pattern}`);
    const page = read("index.html").replace(/<script.*?<\/script>/gs, "");
    const text = textOf(page.replace(/<details class="facts">.*?<\/details>/gs, ""));
    for (const sign of ["\\d", "date-time", "password", "unevaluated"]) expect(text).not.toContain(sign);
  });

  test.each([
    [{ type: ["string", "null"], maxLength: 80 }, "string or null: At most 80 characters"],
    [{ anyOf: [{ type: "integer", minimum: 1 }, { type: "string" }] }, "integer or string: At least 1"],
    [{ oneOf: [{ $ref: "#/components/schemas/Card" }, { properties: {} }] }, "Card or object: "],
    [{ type: "array", items: { type: "string" }, maxItems: 9 }, "array of strings: At most 9 items"],
    [{ type: "array", items: { type: "string" }, uniqueItems: true }, "array of strings: `uniqueItems`: `true`"],
    [{ type: "string", minLength: 1 }, "string: At least 1 character"],
    [{ type: "number", deprecated: true, not: { enum: ["1"] } }, 'number: Deprecated, `not`: `{"enum":["1"]}`'],
    [{ default: "`" }, "anything: Default `` ` ``"],
    [{ type: "string", default: "1" }, 'string: Default `"1"`'],
    [{ type: "string", examples: ["true", "a "] }, 'string: For example `"true"` or `"a "`'],
    [{ type: "string", default: "a", examples: ["a"] }, "string: Default `a`"],
    [{ type: "string", enum: ["a", "b"], examples: ["b"] }, "string: "],
  ])("would say of %j in a changed contract: %s", (schema, said) => {
    const examples = "examples" in schema ? schema.examples : [];
    expect(`${typeOf(schema)}: ${factsOf(schema, examples)}`).toBe(said);
  });

  test.each(
    operations.flatMap(({ summary, requestBody }) => {
      const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.values(schema?.properties ?? {}),
      );
      const [said = ""] = fields[0]?.description?.trim().split("\n\n") ?? [];
      return fields.length === 1 ? [{ summary, said }] : [];
    }),
  )("says of the body of $summary once what it is, next to its heading", ({ summary, said }) => {
    const text = textOf(chapter(summary));
    expect(text.split(said)).toHaveLength(2);
    expect(text).toContain(`Request body ${said}`);
  });

  test("calls a field required only where it is sent", () => {
    const required = [
      ...read("index.html").matchAll(/<div id="([^"]+)"><dt>(?:(?!<\/dt>).)*<strong class="required">/gs),
    ];
    const places = required.map(([, anchor = ""]) => anchor.split("/")[3]);
    expect(new Set(places)).toEqual(new Set(["path", "body"]));
    expect(row("/webhooks/createwebhook/body/webhook/topic")).toContain("required");
  });

  test("says of a field of an answer that it is always present, as long as that is so", async () => {
    expect(row("/resources/pagination/total")).toContain("integer always present");
    const document: Document = readContract();
    document.components.schemas["Pagination"].required = [];
    const section = chaptersIn(pageOf(document)).get("Pagination") ?? "";
    expect(section).toContain('id="/resources/pagination/total"');
    expect(section).not.toContain("always present");
  });

  test("closes an answer that is a schema with a name, and says how many fields it has", () => {
    const closed = [...chapter("List webhooks").matchAll(/<details class="schema"><summary>(.*?)<\/summary>/g)];
    const failures = Object.values(declared.listWebhooks.responses).flatMap(({ failure }) => failure?.schema ?? []);
    expect(closed.map(([, summary = ""]) => textOf(summary))).toEqual(
      ["Webhook" as const, "Pagination" as const, ...failures].map(fieldsOf),
    );
    expect(textOf(chapter("Delete webhook"))).toContain(fieldsOf("DeletionResult"));
  });

  test("says in one line what is not specified, where it matters, with what this project does folded below it", () => {
    const lines = [
      ...read("index.html").matchAll(/<details class="open"><summary>(.*?)<\/summary><p>(.*?)<\/p><\/details>/g),
    ].map(([, line = "", choice = ""]) => [textOf(line), textOf(choice)]);
    expect(lines).toContainEqual([
      expect.stringMatching(/^Not specified: how the subscription to update is identified\.$/),
      expect.stringMatching(/^This project declares no identifier, and no ETag\b/),
    ]);
    const gaps = Object.values(questions).filter(({ kind }) => kind !== "reading");
    expect(new Set(lines.map(([line]) => line)).size).toBe(gaps.length);
    expect(read("index.html")).not.toContain('<p class="open">');
  });

  test("has a row for each open question, with links to where it matters", () => {
    const rows = [
      ...chapter("Open questions").matchAll(/<tr id="\/open\/[^"]+">.*?<td data-title="Where">(.*?)<\/td>/g),
    ];
    expect(rows).toHaveLength(Object.keys(questions).length);
    for (const [, where = ""] of rows) expect(where).toMatch(/^<a href="#/);
    const choices = [...chapter("Open questions").matchAll(/<td data-title="What this project does">(.*?)<\/td>/g)];
    const gaps = Object.values(questions).map(({ kind }) => kind !== "reading");
    expect(choices.map(([, choice = ""]) => choice.startsWith("Not specified. "))).toEqual(gaps);
  });

  test("says that nothing is deprecated, as long as that is so", async () => {
    const said = "No operation, parameter or field is marked as deprecated.";
    expect(textOf(chapter("Versioning"))).toContain(said);
    const document: Document = readContract();
    document.paths[operations[0]?.path ?? ""][operations[0]?.method.toLowerCase() ?? ""].deprecated = true;
    const page = pageOf(document);
    expect(page).not.toContain(said);
    expect(page).toContain("<strong>Deprecated.</strong>");
  });

  test("shows an example of a field only where the sample does not show it", () => {
    const ids = [...read("index.html").matchAll(/<div id="(?<id>[^"]+)"><dt>/g)].map(
      ({ groups }) => groups?.["id"] ?? "",
    );
    const withExample = ids.filter((id) => row(id).includes("or example"));
    const paths = JSON.stringify(contract.paths);
    // In a schema, the name of a field leads to an object, and in an example to its value.
    const isInSample = (id: string) => {
      const [name] = /\w+$/.exec(id) ?? [];
      return new RegExp(`"${name}":[^{]`).test(paths);
    };
    for (const id of withExample.filter(isInSample)) expect(id).toMatch(/\/query\/sort_by$|\/header\/|\/\w+\/header/);
    expect(withExample).toContain("/webhooks/listwebhooks/query/sort_by");
    expect(row("/webhooks/listwebhooks/query/sort_by")).toContain("For example created_at or title");
  });

  test("shows what a changed contract declares: failures, their bodies, and headers", async () => {
    const document: Document = readContract();
    declareFailures(document);
    declareHeader(document);
    const section = chaptersIn(pageOf(document)).get("Create webhook") ?? "";
    for (const status of ["401", "404", "4XX", "default"])
      expect(section).toContain(`id="/webhooks/createwebhook/${status}"`);
    expect(textOf(section)).toMatch(/Failures.*404 application\/json.*2 fields of Problem/);
    expect(textOf(section)).toMatch(/Headers of response 2\d\d *X-Request-Id integer/);
    expect(section).toMatch(/<details class="panel"><summary>Response 404<\/summary>/);
  });

  test("goes on from its chapters to guides, by names that the contract has", () => {
    const titles = [...chaptersIn(read("index.html")).keys()];
    const ids = operationsIn(contract.webhooks ?? {}).map(({ operationId }) => operationId);
    const known = [...titles, ...operations.map(({ operationId }) => operationId), ...ids];
    expect(known).toEqual(expect.arrayContaining(Object.keys(GUIDES_BY_CHAPTER)));
  });

  test("shows what looks like HTML or like a part of a template, and runs none of it", () => {
    const odd = "<script>alert(1)</script> <img src=x onerror=alert(2)> @@POLICY@@";
    const paths = { "/a": { get: { operationId: "a", tags: ["T"], summary: odd, description: odd, responses: {} } } };
    const info = { title: odd, version: "1", description: odd };
    const tags = [{ name: "T", description: odd }];
    const changed = contractOf({ openapi: "3.1.0", info, servers: contract.servers, security: [], tags, paths });
    const page = String(renderSections(referenceSections(changed, callsOf(changed))));
    expect(page).not.toMatch(/<(script|img)/);
    expect(textOf(page).split(odd).length).toBeGreaterThan(4);
  });
});

describe("each page", () => {
  test.each(PAGES)("%s allows only its own scripts and styles, and loads nothing", (name) => {
    const [, policy = ""] = read(name).match(/http-equiv="Content-Security-Policy"\s+content="([^"]+)"/) ?? [];
    const directives = Object.fromEntries(policy.split("; ").map((each) => each.split(/ (.*)/)));
    const hashes = expect.stringMatching(/^('sha256-[\w+/=]+' ?)+('strict-dynamic')?$/);
    expect(directives).toEqual({
      "default-src": "'none'",
      "script-src": hashes,
      "style-src": hashes,
      "img-src": "data:",
      "base-uri": "'none'",
      "form-action": "'none'",
    });
  });

  test.each(PAGES)("%s has a title, a description, an icon, and each anchor once", (name) => {
    const ids = idsOf(read(name));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(read(name)).toMatch(/<title>[^<]*Service API<\/title>/);
    expect(read(name)).toMatch(/name="description" content="[A-Zn][^[`]{20,}\."/);
    expect(read(name)).toContain('<link rel="icon" href="data:image/svg');
  });

  test.each(PAGES)("%s links to all other pages, to Redoc's and to the page as text, and marks itself", (name) => {
    const pathOf = (link: string) => join(dirname(name), link);
    const links = hrefsOf(read(name)).map(pathOf);
    const source = name === "index.html" ? "openapi.yaml" : name.replace(".html", ".md");
    expect(links).toEqual(expect.arrayContaining([...PAGES.filter((other) => other !== name), "redoc.html", source]));
    const marked = [...read(name).matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, link = ""]) => pathOf(link));
    expect(marked).toEqual([name]);
  });
});

test.each([
  ["index.html", 30],
  ["search.js", 60],
  ["try-it.js", 28],
  ["CHANGELOG.html", 16],
])("%s has at most %i kB, gzipped", (file, most) => {
  expect(gzipSync(read(file), { level: 9 }).length).toBeLessThanOrEqual(most * 1000);
});

test("each guide leads to the pages before and after it", () => {
  for (const [index, file] of [...orderOfGuides()].entries()) {
    const [, footer = ""] = read(file).match(/<footer>(.*?)<\/footer>/s) ?? [];
    const around = hrefsOf(footer).map((link) => join(dirname(file), link));
    expect(around).toEqual([orderOfGuides()[index - 1] ?? "index.html", orderOfGuides()[index + 1]].filter(Boolean));
  }
});

/** The guides as the menu has them. */
function orderOfGuides(): string[] {
  const [, menu = ""] = read("index.html").match(/<p>Guides<\/p>\s*<ul>(.*?)<\/ul>/s) ?? [];
  return hrefsOf(menu);
}

describe("next to the pages, the site has", () => {
  test("the contract in two formats, the guides as Markdown, Redoc's page and llms.txt, and no more", () => {
    const markdown = GUIDE_PAGES.map((page) => page.replace(".html", ".md"));
    const others = ["openapi.json", "openapi.yaml", "llms.txt", "redoc.html", "search.js", "try-it.js"];
    expect([...files.keys()].sort()).toEqual([...PAGES, ...markdown, ...others].sort());
    expect(read("openapi.yaml")).toBe(readFileSync(join(projectFolder, "openapi.yaml"), "utf8"));
  });

  test("the contract as JSON, with samples of each operation in four languages", () => {
    const { paths } = JSON.parse(read("openapi.json"));
    for (const { path, method } of operations) {
      const samples: { label: string }[] = paths[path][method.toLowerCase()]["x-codeSamples"];
      expect(samples.map(({ label }) => label)).toEqual(["curl", "TypeScript", "Python", "Go"]);
    }
  });

  test("what redocly build-docs makes, with a way back, and without the logo from Redocly's hosts", () => {
    expect(read("redoc.html")).toContain("<title>Service API");
    expect(hrefsOf(read("redoc.html"))).toContain("index.html");
    expect(read("redoc.html")).not.toContain("cdn.redoc.ly");
  });

  test("an llms.txt that follows the convention, and names the contract and each guide", () => {
    const llms = read("llms.txt");
    expect(llms.startsWith("# Service API\n\n> ")).toBe(true);
    const [introduction = "", ...sections] = llms.split(/^## .+$/m);
    expect(introduction).toContain("curl");
    for (const { method, path } of operations) expect(introduction).toContain(`\`${method} ${path}\``);
    const lines = sections.flatMap((section) => section.trim().split("\n"));
    expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)\s]+\): .+$/.test(line))).toEqual([]);
    for (const name of ["openapi.yaml", ...GUIDES.map((guide) => `guides/${guide}.md`)])
      expect(llms).toContain(`](${name})`);
  });
});

describe("every link resolves", () => {
  /** Anchors of the headings of a Markdown text, as GitHub has them. */
  function headingsOf(markdown: string): string[] {
    const slugger = new GithubSlugger();
    const prose = markdown.replace(/^```.*?^```$/gms, "");
    return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slugger.slug(heading));
  }

  /** Links of a Markdown text. */
  const linksOf = (markdown: string) =>
    [...markdown.replace(/^```.*?^```$|`[^`\n]*`/gms, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);

  /** The links of a file that lead to no file and no place of one. */
  function brokenIn(from: string, links: readonly string[], textAt: (path: string) => string | undefined): string[] {
    return links.filter((link) => {
      if (/^(https?|mailto):/.test(link)) return false;
      const [file = "", ...anchor] = link.split("#");
      const path = file ? join(dirname(from), file) : from;
      const text = textAt(path);
      // On GitHub, a chapter of openapi.yaml has no anchor. On the site, its chapters are on the page of the reference.
      if (text === undefined || anchor.length === 0 || path === "openapi.yaml") return text === undefined;
      return !(path.endsWith(".html") ? idsOf(text) : headingsOf(text)).includes(anchor.join("#"));
    });
  }

  const guides = GUIDES.map((name) => `guides/${name}.md`);

  test.each(["README.md", "CONTRIBUTING.md", "DECISIONS.md", "CHANGELOG.md", ...guides])("in %s", (document) => {
    const textAt = (path: string) => {
      const file = join(projectFolder, path);
      return statSync(file, { throwIfNoEntry: false }) && (path.endsWith(".md") ? readFileSync(file, "utf8") : "");
    };
    expect(brokenIn(document, linksOf(textAt(document) ?? ""), textAt)).toEqual([]);
  });

  const markdown = ["llms.txt", ...GUIDE_PAGES.map((page) => page.replace(".html", ".md"))];

  test.each([...markdown, ...PAGES])("in site/%s", (file) => {
    const links = file.endsWith(".html") ? hrefsOf(read(file)) : linksOf(read(file));
    expect(brokenIn(file, links, (path) => files.get(path))).toEqual([]);
  });
});
