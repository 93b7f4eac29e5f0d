import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import GithubSlugger from "github-slugger";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { questions } from "../../generated/questions.js";
import { contractOf, operationsIn, operationsOf } from "../../tools/contract/model.js";
import { documentOf, readDocument } from "../../tools/contract/read.js";
import { buildSite } from "../../tools/docs/build.js";
import { callsOf } from "../../tools/docs/call.js";
import { GUIDES as GUIDES_BY_CHAPTER } from "../../tools/docs/guides.js";
import { referenceSections } from "../../tools/docs/reference.js";
import { renderSection } from "../../tools/docs/section.js";
import { readContract } from "../contract/contract.js";
import { all, set } from "../contract/edits.js";
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

const unescaped = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const textOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, "").replace(/\s+/g, " "));
/** The values of an attribute in a page, without those in the code of its scripts. */
const valuesOf = (page: string, attribute: "id" | "href") => {
  const markup = page.replace(/(<script\b[^>]*>).*?<\/script>/gs, "$1</script>");
  return [...markup.matchAll(RegExp(`\\b${attribute}="([^"]*)"`, "g"))].map(([, value = ""]) => unescaped(value));
};
/** The section with an anchor, as HTML. */
const sectionIn = (page: string, anchor: string) =>
  page
    .split(/(?=<section )/)
    .find((section) => section.includes(`" id="${anchor}"`) || section.includes(`<h3 id="${anchor}"`)) ?? "";
const section = (anchor: string) => sectionIn(read("index.html"), anchor);
/** The row of a field, as text. */
const row = (anchor: string) => textOf(read("index.html").split(`<div id="${anchor}">`)[1]?.split("</dd>")[0] ?? "");

/** The reference of a changed contract. */
function referenceOf(document: unknown): string {
  const changed = contractOf(documentOf(JSON.stringify(document)));
  return referenceSections(changed, callsOf(changed)).map(renderSection).join("");
}

describe("reference", () => {
  test.each(operations)(
    "the reference says of $operationId what it is for, what it takes and what it answers",
    (operation) => {
      const { method, path, description, parameters = [], requestBody, responses } = operation;
      const anchor = `/${operation.tags[0]}/${operation.operationId}`.toLowerCase();
      const text = textOf(section(anchor));
      for (const said of [method, path, description.split("\n")[0]?.replaceAll("`", "")]) expect(text).toContain(said);
      for (const { name, in: place } of parameters)
        expect(section(anchor)).toContain(`id="${anchor}/${place}/${name}"`);
      expect(text.includes("Request body")).toBe(requestBody !== undefined);
      for (const status of Object.keys(responses)) expect(text).toContain(`Response ${status}`);
      for (const language of ["curl", "TypeScript", "Python", "Go"]) expect(text).toContain(language);
      expect(section(anchor)).toContain(`class="try" data-operation="${operation.operationId}"`);
    },
  );

  test("the reference shows what a delivery looks like when it arrives", () => {
    const text = textOf(section("/webhooks/receivedelivery"));
    expect(text).toContain("POST {address}");
    expect(text).toContain("POST /hooks/orders HTTP/1.1 Host: lantern-books.example Content-Type:");
  });

  test("the reference says in words which values a field may have", () => {
    expect(row("/resources/oauth/client_secret")).toContain("string · secret");
    expect(row("/webhooks/createwebhook/body/webhook/address")).toContain("string · URL required");
    expect(row("/webhooks/createwebhook/body/webhook/format")).toContain("json or xml, default json");
    expect(row("/webhooks/listwebhooks/query/limit")).toContain(`Default ${LIMIT.usual}, at most ${LIMIT.most}`);
    expect(row("/webhooks/listwebhooks/query/sort_by")).toContain("For example created_at or title");
    expect(row("/webhooks/getwebhook/path/id")).toContain("integer or string");
    expect(row("/resources/pagination/total")).toContain("integer always present");
    expect(row("/webhooks/listwebhooks/200/webhooks")).toContain("array of Webhook");
  });

  test("the reference shows what a changed contract says of a field: a bound, a default, and that it is deprecated", () => {
    const document = readContract();
    const total = "/components/schemas/Pagination/properties/total";
    all(set(`${total}/minimum`, 1), set(`${total}/default`, 5), set(`${total}/deprecated`, true))(document);
    expect(textOf(referenceOf(document))).toContain("Deprecated, default 5, at least 1");
  });

  test("the reference says in one quiet line per place what is not specified, each point a link to its row", () => {
    const page = read("index.html");
    const lines = [...page.matchAll(/<p class="open">(.*?)<\/p>/g)].map(([, line = ""]) => line);
    expect(lines.length).toBeGreaterThan(15);
    for (const line of lines) expect(textOf(line)).toMatch(/^Not specified: [^.]+\.$/);
    expect(page).not.toMatch(/<p class="open">[^\n]*<\/p>\s*<p class="open">/);
    expect(section("/webhooks/listwebhooks")).toContain(
      '<a href="#/open/what-a-page-after-the-last-one-holds">what a page after the last one holds</a>',
    );
  });

  test("the reference says what is not specified in at most four lines for an operation, two for a delivery, and none in the opening", () => {
    const countIn = (html: string) => html.split('class="open"').length - 1;
    const anchors = operations.map(({ tags, operationId }) => `/${tags[0]}/${operationId}`.toLowerCase());
    for (const anchor of anchors) expect(countIn(section(anchor)), anchor).toBeLessThanOrEqual(4);
    expect(countIn(section("/webhooks/receivedelivery"))).toBeLessThanOrEqual(2);
    const [, opening = ""] = read("index.html").split(/(?=<section )/);
    expect(countIn(opening)).toBe(0);
  });

  test("the reference has a row for each open question", () => {
    const rows = [...read("index.html").matchAll(/<tr id="\/open\/([^"]+)">/g)].map(([, id]) => id);
    expect(rows).toEqual(Object.keys(questions));
  });

  test("the reference goes on from its chapters to guides, by names that the contract has", () => {
    const ids = [...operations, ...operationsIn(contract.webhooks ?? {})].map(({ operationId }) => operationId);
    const titles = [...contract.info.description.matchAll(/^# (.+)$/gm)].map(([, title]) => title);
    expect([...ids, ...titles]).toEqual(expect.arrayContaining(Object.keys(GUIDES_BY_CHAPTER)));
  });

  test("the reference shows HTML in a text of the contract, and runs none of it", () => {
    const document = readContract();
    set("/tags/0/description", "<script>alert(1)</script> <img src=x onerror=alert(2)>")(document);
    set("/components/schemas/Webhook/properties/id/description", "<script>alert(1)</script>")(document);
    const page = referenceOf(document);
    expect(page).not.toMatch(/<(script|img)/);
    expect(page).toContain("&lt;script&gt;");
  });
});

describe("pages", () => {
  test.each(PAGES)("%s has a title, a description, an icon, and each anchor once", (name) => {
    const ids = valuesOf(read(name), "id");
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(read(name)).toMatch(/<title>[^<]*Service API<\/title>/);
    expect(read(name)).toMatch(/name="description" content="[A-Zn][^[`]{20,}\."/);
    expect(read(name)).toContain('<link rel="icon" href="data:image/svg');
  });

  test.each(PAGES)(
    "%s allows only its own style and scripts, by their hashes, and sends nothing to any host",
    (name) => {
      const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(read(name)) ?? [];
      const hashes = expect.stringMatching(/^('sha256-[\w+/=]+' ?)+('strict-dynamic')?$/);
      expect(Object.fromEntries(policy.split("; ").map((directive) => directive.split(/ (.*)/)))).toEqual({
        "default-src": "'none'",
        "script-src": hashes,
        "style-src": hashes,
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
      });
    },
  );

  test.each(PAGES)("%s links to all other pages and to Redoc's, and marks itself", (name) => {
    const pathOf = (link: string) => join(dirname(name), link);
    const links = valuesOf(read(name), "href").map(pathOf);
    expect(links).toEqual(expect.arrayContaining([...PAGES, "redoc.html", "openapi.yaml"]));
    const [, header = ""] = /<header>(.*?)<\/header>/s.exec(read(name)) ?? [];
    expect(valuesOf(header, "href").map(pathOf)).toEqual(expect.arrayContaining(["index.html", "redoc.html"]));
    const marked = [...read(name).matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, link = ""]) => pathOf(link));
    expect(marked).toEqual([name]);
  });
});

test.each([
  ["index.html", 20],
  ["search.js", 54],
  ["try-it.js", 22],
])("%s has at most %i kB, gzipped", (file, most) => {
  expect(gzipSync(read(file), { level: 9 }).length).toBeLessThanOrEqual(most * 1000);
});

describe("other files of the site", () => {
  test("the site has the contract in two formats, the guides as Markdown, Redoc's page and llms.txt, and no more", () => {
    const markdown = GUIDE_PAGES.map((page) => page.replace(".html", ".md"));
    const others = ["openapi.json", "openapi.yaml", "llms.txt", "redoc.html", "search.js", "try-it.js"];
    expect([...files.keys()].sort()).toEqual([...PAGES, ...markdown, ...others].sort());
    expect(read("openapi.yaml")).toBe(readFileSync(join(projectFolder, "openapi.yaml"), "utf8"));
  });

  test("the site has the contract as JSON, with samples of each operation in four languages", () => {
    const { paths } = JSON.parse(read("openapi.json"));
    for (const { path, method } of operations) {
      const samples: { label: string }[] = paths[path][method.toLowerCase()]["x-codeSamples"];
      expect(samples.map(({ label }) => label)).toEqual(["curl", "TypeScript", "Python", "Go"]);
    }
  });

  test("the site has what redocly build-docs makes, with a way back, and without the logo from Redocly's hosts", () => {
    expect(read("redoc.html")).toContain("<title>Service API");
    expect(valuesOf(read("redoc.html"), "href")).toContain("index.html");
    expect(read("redoc.html")).not.toContain("cdn.redoc.ly");
  });

  test("the site has an llms.txt that names every operation, the contract and each guide", () => {
    for (const { method, path } of operations) expect(read("llms.txt")).toContain(`\`${method} ${path}\``);
    for (const name of ["openapi.yaml", ...GUIDES.map((guide) => `guides/${guide}.md`)])
      expect(read("llms.txt")).toContain(`](${name})`);
  });
});

describe("links", () => {
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
      if (/^(https?|mailto|data):/.test(link)) return false;
      const [file = "", ...anchor] = link.split("#");
      const path = file ? join(dirname(from), file) : from;
      const text = textAt(path);
      // On GitHub, a chapter of openapi.yaml has no anchor. On the site, its chapters are on the page of the reference.
      if (text === undefined || anchor.length === 0 || path === "openapi.yaml") return text === undefined;
      return !(path.endsWith(".html") ? valuesOf(text, "id") : headingsOf(text)).includes(anchor.join("#"));
    });
  }

  const guides = GUIDES.map((name) => `guides/${name}.md`);

  test.each(["README.md", "CONTRIBUTING.md", "DECISIONS.md", "CHANGELOG.md", ...guides])(
    "every link resolves in %s",
    (document) => {
      const textAt = (path: string) => {
        const file = join(projectFolder, path);
        return statSync(file, { throwIfNoEntry: false }) && (path.endsWith(".md") ? readFileSync(file, "utf8") : "");
      };
      expect(brokenIn(document, linksOf(textAt(document) ?? ""), textAt)).toEqual([]);
    },
  );

  const markdown = ["llms.txt", ...GUIDE_PAGES.map((page) => page.replace(".html", ".md"))];

  test.each([...markdown, ...PAGES])("every link resolves in site/%s", (file) => {
    const links = file.endsWith(".html") ? valuesOf(read(file), "href") : linksOf(read(file));
    expect(brokenIn(file, links, (path) => files.get(path))).toEqual([]);
  });
});
