import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import GithubSlugger from "github-slugger";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { title as api } from "../../generated/contract.js";
import { type Contract, contractOf, readContract as readModel } from "../../tools/contract/model.js";
import { buildSite } from "../../tools/docs/build.js";
import { chaptersOf } from "../../tools/docs/reference.js";
import { renderMarkdown } from "../../tools/docs/reference-markdown.js";
import { at, keysAt, operationsOf, readContract } from "../contract/contract.js";
import { projectFolder } from "../servers/command.js";
import { FIELD_LINKS, GUIDE_PAGES, GUIDES, PAGES } from "./pages.js";

const folder = mkdtempSync(join(tmpdir(), "site-"));
/** The files of the site, by path. Each is read once. */
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

/** Anchors of the headings of a Markdown text, as GitHub has them. */
function headingsOf(markdown: string): string[] {
  const slugger = new GithubSlugger();
  const prose = markdown.replace(/^```.*?^```$/gms, "");
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slugger.slug(heading));
}

/** Links of a Markdown text. */
const linksOf = (markdown: string) =>
  [...markdown.replace(/^```.*?^```$|`[^`\n]*`/gms, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);

const idsOf = (page: string) => [...markupOf(page).matchAll(/\bid="([^"]+)"/g)].map(([, id = ""]) => id);
const unescaped = (text: string) => text.replaceAll("&amp;", "&");
const hrefsOf = (page: string) =>
  [...markupOf(page).matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = ""]) => href);

test.each([...PAGES, "reference.html"])(
  "the policy of %s allows only its own scripts and styles, and nothing else",
  (name) => {
    const [, policy = ""] = read(name).match(/http-equiv="Content-Security-Policy"\s+content="([^"]+)"/) ?? [];
    const directives = Object.fromEntries(policy.split("; ").map((each) => each.split(/ (.*)/)));
    const hashes = /^('sha256-[\w+/=]+' ?)*$/;
    expect(directives).toEqual({
      "default-src": "'none'",
      "script-src": expect.stringMatching(hashes),
      "style-src": name === "reference.html" ? undefined : expect.stringMatching(hashes),
      "img-src": "data:",
      "base-uri": "'none'",
      "form-action": "'none'",
    });
  },
);

test.each(PAGES)("each anchor of %s occurs once", (name) => {
  const ids = idsOf(read(name));
  expect(ids.length).toBeGreaterThan(name === "index.html" ? 50 : 3);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test.each(PAGES)("%s links to all other pages and to Redoc's, and marks itself in the menu", (name) => {
  const pathOf = (link: string) => join(dirname(name), link);
  const others = [...PAGES.filter((other) => other !== name), "redoc.html"];
  expect(hrefsOf(read(name)).map(pathOf)).toEqual(expect.arrayContaining(others));
  const marked = [...read(name).matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, link = ""]) => pathOf(link));
  expect(marked).toEqual([name]);
});

test.each(FIELD_LINKS)("the reference has a field at %s", (link) => {
  expect(idsOf(read("index.html")).map(unescaped)).toContain(link);
});

test.each(PAGES)("%s has a title, a description and an icon", (name) => {
  const found = (pattern: RegExp) => read(name).match(pattern)?.[1] ?? "";
  const title = found(/<title>(.*?)<\/title>/);
  const description = found(/name="description" content="(.*?)"/);
  const heading = found(/<h1 id=[^>]*>(.*?)(?: <small>.*)?<\/h1>/);
  const isGuide = GUIDE_PAGES.includes(name);
  expect(title).toContain(isGuide ? heading : api);
  expect(description).toMatch(isGuide ? /^[A-Zn][^[`]{20,}\.$/ : String(at(readContract(), "/info/summary")));
  expect(read(name)).toContain('<link rel="icon" href="data:image/svg');
});

test("the scripts of a page start after its text: the guides have only one, of their search, menu and buttons", () => {
  const waiting = (name: string) => [...read(name).matchAll(/<script type="text\/plain">(.*?)<\/script>/gs)];
  expect(waiting("index.html")).toHaveLength(2);
  const scripts = GUIDE_PAGES.flatMap((name) => waiting(name).map(([, code]) => code));
  expect(scripts).toEqual(GUIDE_PAGES.map(() => scripts[0]));
  expect(scripts[0]).toContain("aria-current");
});

test("the reference is all that its reader loads: at most 52 kB gzipped with seven operations, 2 kB more for each other", () => {
  const limit = 52_000 + 2_000 * (operationsOf(readContract()).length - 7);
  expect(gzipSync(read("index.html"), { level: 9 }).length).toBeLessThanOrEqual(limit);
});

describe("the reference reads", () => {
  const titlesOf = (page: string) =>
    [...page.matchAll(/<h[12] id="[^"]*">(?:<a[^>]*>)?([^<]*)/g)].map(([, title = ""]) => title.trim());

  test("from the start to the operations by tag, the resources, the topics, and the register", () => {
    const titles = titlesOf(read("index.html"));
    const order = ["Authentication", "OAuth", "Webhooks", "Resources", "Errors", "Paging and limits", "Versioning"];
    expect(titles[0]).toBe(api);
    expect(titles.filter((title) => order.includes(title))).toEqual(order);
    expect(titles.at(-1)).toBe("Open questions");
  });

  test("first what every call needs: the base URL in one row, the token in one line, all operations, and a call", () => {
    const [, first = ""] = read("index.html").split(/<section[^>]*>/);
    const rows = [...first.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name, text]) => [name, text]);
    expect(rows).toEqual([
      ["Base URL", expect.stringContaining("http://127.0.0.1:4010")],
      ["Authentication", expect.stringMatching(/^Header <code>X-Service-Access-Token<\/code>: <a [^>]*>.*?<\/a>$/)],
    ]);
    for (const { path } of operationsOf(readContract()))
      expect(first.replaceAll("<wbr>", "")).toContain(`<code>${path}</code>`);
    expect(first).toContain("<b>List webhooks</b>");
    expect(first).toContain("curl --request GET");
    expect(first.indexOf('class="settings"')).toBeLessThan(first.indexOf('class="routes"'));
  });

  test("in a menu of groups with headings, in which each operation has its method", () => {
    const [, menu = ""] = read("index.html").match(/<nav id="menu".*?>(.*?)<\/nav>/s) ?? [];
    const groups = [...menu.matchAll(/<p>(.*?)<\/p>/g)].map(([, title]) => title);
    expect(groups).toEqual(["Start", "Operations", "Resources", "Topics", "Pages"]);
    const methods = [...menu.matchAll(/<b class="method \w+">(\w+)<\/b>/g)].map(([, method]) => method);
    expect(methods.toSorted()).toEqual(
      operationsOf(readContract())
        .map(({ method }) => method)
        .toSorted(),
    );
  });

  test("with the samples of each operation in three languages, for each example of its body", () => {
    for (const { id, pointer } of operationsOf(readContract())) {
      const [, panel = ""] = read("index.html").split(`data-sample="${id}"`).slice(-2);
      const [samples = ""] = panel.split("</div>\n", 1);
      const { content } = Object(Object(at(readContract(), pointer)).requestBody);
      const body = content?.["application/json"]?.examples;
      const names = [...samples.matchAll(/<pre class="(\w+) e\d">/g)].map(([, name]) => name);
      expect(names.length).toBeGreaterThanOrEqual(body ? 6 : 3);
      expect(new Set(names)).toEqual(new Set(["curl", "typescript", "http"]));
    }
  });

  test("with each guide followed by a link to the next page, and preceded by one to the page before", () => {
    for (const name of GUIDE_PAGES) expect(read(name)).toContain('rel="prev"');
    const next = GUIDE_PAGES.filter((name) => read(name).includes('rel="next"'));
    expect(next).toHaveLength(GUIDE_PAGES.length - 1);
    expect(read("guides/quickstart.html")).toMatch(
      /rel="prev" href="\.\.\/index\.html".*rel="next" href="\.\.\/guides\/integration\.html"/,
    );
  });
});

test("the page by Redoc is what redocly build-docs makes, and loads nothing from Redocly's hosts", () => {
  expect(read("redoc.html")).toContain("<title>");
  expect(read("redoc.html")).not.toContain("cdn.redoc.ly");
  expect(read("redoc.html")).not.toContain("data-sample");
});

describe("next to the pages, the site has", () => {
  test("the contract in two formats, the reference and each guide as Markdown, and llms.txt", () => {
    const markdown = ["reference.md", ...GUIDE_PAGES.map((page) => page.replace(".html", ".md"))];
    const others = ["openapi.json", "openapi.yaml", "llms.txt"];
    const pages = [...PAGES, "redoc.html", "reference.html"];
    expect([...files.keys()].sort()).toEqual([...pages, ...markdown, ...others].sort());
  });

  test("the contract as YAML, unchanged", () => {
    expect(read("openapi.yaml")).toBe(readFileSync(join(projectFolder, "openapi.yaml"), "utf8"));
  });

  test("the contract as JSON, with samples for each operation", async () => {
    const published = JSON.parse(read("openapi.json"));
    const samples = operationsOf(published).map(({ pointer }) => Object(at(published, pointer))["x-codeSamples"]);
    for (const sample of samples) expect(sample).toMatchObject([{ lang: "curl" }, { label: "TypeScript" }]);
    const written = JSON.stringify(published, (key, value) => (key === "x-codeSamples" ? undefined : value));
    // Apart from what is written out, it is the contract: a reader cannot see a difference.
    const readable = (model: Contract) => renderMarkdown(chaptersOf(model));
    expect(readable(contractOf(JSON.parse(written)))).toEqual(readable(await readModel(projectFolder)));
  });

  test("the contract as JSON, with responses written out, and no reference left in them", () => {
    const published = JSON.parse(read("openapi.json"));
    const responses = operationsOf(published).flatMap(({ pointer }) =>
      Object.values(Object(at(published, `${pointer}/responses`))),
    );
    expect(responses.length).toBeGreaterThanOrEqual(operationsOf(published).length);
    expect(responses.filter((response) => "$ref" in Object(response))).toEqual([]);
  });

  const contract = Object(readContract());
  const shared = keysAt(contract, "/components/schemas").find((name) =>
    JSON.stringify(contract.tags).includes(`"${name}"`),
  );

  test.runIf(shared)("links to a resource that lead to it, though a tag has the same name", () => {
    const reference = read("reference.md");
    for (const heading of [`## ${shared}\n`, `### ${shared}\n`]) expect(reference).toContain(heading);
    expect(reference).toContain(`[\`${shared}\`](#${shared?.toLowerCase()}-1)`);
  });

  test("an llms.txt that follows the convention: a title, a summary, and only lists of links", () => {
    const llms = read("llms.txt");
    expect(llms.startsWith(`# ${api}\n\n> `)).toBe(true);
    const [introduction, ...sections] = llms.split(/^## .+$/m);
    expect(introduction).toContain("```sh\ncurl --request GET");
    expect(llms.match(/^## .+$/gm)?.at(-1)).toBe("## Optional");
    const lines = sections.flatMap((section) => section.trim().split("\n"));
    expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)\s]+\): .+$/.test(line))).toEqual([]);
    for (const { method, path } of operationsOf(readContract())) expect(llms).toContain(`): \`${method} ${path}\``);
  });
});

describe("every link resolves", () => {
  const known = new Map<string, string[]>();

  /** Anchors of a file, which is searched one time. */
  function anchorsIn(path: string, text: string): string[] {
    const anchors = known.get(path) ?? (path.endsWith(".html") ? idsOf(text) : headingsOf(text));
    known.set(path, anchors);
    return anchors;
  }

  /** The links of a file that lead to no file and no place of one. */
  function brokenIn(from: string, links: readonly string[], textAt: (path: string) => string | undefined): string[] {
    return links.filter((link) => {
      const [file = "", ...anchor] = link.split("#");
      const path = file ? join(dirname(from), file) : from;
      const text = textAt(path);
      return text === undefined || (anchor.length > 0 && !anchorsIn(path, text).includes(anchor.join("#")));
    });
  }

  const isInside = (link: string) => !/^(https?|mailto):/.test(link);

  const documents = [
    "README.md",
    "CONTRIBUTING.md",
    "DECISIONS.md",
    "CHANGELOG.md",
    ...GUIDES.map((name) => `guides/${name}.md`),
  ];

  test.each(documents)("in %s", (document) => {
    const textAt = (path: string) => {
      const file = join(projectFolder, path);
      return statSync(file, { throwIfNoEntry: false }) && (path.endsWith(".md") ? readFileSync(file, "utf8") : "");
    };
    expect(brokenIn(document, linksOf(textAt(document) ?? "").filter(isInside), textAt)).toEqual([]);
    known.clear();
  });

  const markdown = ["llms.txt", "reference.md", ...GUIDE_PAGES.map((page) => page.replace(".html", ".md"))];

  test.each([...markdown, ...PAGES, "reference.html"])("in site/%s", (file) => {
    const links = file.endsWith(".html") ? hrefsOf(read(file)) : linksOf(read(file));
    expect(files.has(file)).toBe(true);
    expect(brokenIn(file, links.filter(isInside), (path) => files.get(path))).toEqual([]);
  });

  test("in the pages of the guides, which link to pages and not to Markdown, except to their own source", () => {
    for (const page of GUIDE_PAGES) {
      const links = hrefsOf(read(page)).filter((link) => /\.md(#|$)/.test(link));
      expect(links).toEqual([`../${page.replace(".html", ".md")}`]);
    }
  });

  test("from what Redoc's page links to within itself, to the same place of the reference", () => {
    const places = idsOf(read("index.html")).map(unescaped);
    const links = hrefsOf(read("redoc.html")).filter((link) => /^(#?\/|#)/.test(link));
    expect(links.length).toBeGreaterThan(5);
    const chapters = links.map((link) => unescaped(`/${link.replace(/^#?\//, "")}`));
    expect(chapters.filter((link) => !places.includes(link))).toEqual([]);
  });
});
