import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import GithubSlugger from "github-slugger";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { title as api } from "../../generated/contract.js";
import { type Contract, contractOf, readContract as readModel } from "../../tools/contract/model.js";
import { buildSite } from "../../tools/docs/build.js";
import { renderMarkdown } from "../../tools/docs/markdown.js";
import { chaptersOf } from "../../tools/docs/reference.js";
import { at, keysAt, operationsOf, readContract } from "../contract/contract.js";
import { projectFolder } from "../servers/command.js";
import { FIELD_LINKS, GUIDE_PAGES, GUIDES } from "./pages.js";

const PAGES = ["index.html", "reference.html", ...GUIDE_PAGES];

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

test.each(PAGES)("the policy of %s allows no other host, no connection, and only its own scripts", (name) => {
  const [, policy = ""] = read(name).match(/http-equiv="Content-Security-Policy"\s+content="([^"]+)"/) ?? [];
  const directives = policy.split(";").map((directive) => directive.trim());
  expect(directives).toContain("default-src 'none'");
  expect(directives).toContain("connect-src 'none'");
  const sources = directives.flatMap((directive) => directive.split(" ").slice(1));
  expect(sources.filter((source) => !/^'.*'$|^data:$|^blob:$/.test(source))).toEqual([]);
  const [scripts = ""] = directives.filter((directive) => directive.startsWith("script-src"));
  expect(scripts).toMatch(/^script-src( 'sha256-[\w+/=]+')+( blob:)?$/);
});

test.each(["reference.html", ...GUIDE_PAGES])("each anchor of %s occurs once", (name) => {
  const ids = idsOf(read(name));
  expect(ids.length).toBeGreaterThan(name === "reference.html" ? 50 : 3);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test.each(PAGES)("%s links to all other pages, and a static one marks itself in the menu", (name) => {
  const pathOf = (link: string) => join(dirname(name), link);
  const others = PAGES.filter((other) => other !== name);
  expect(hrefsOf(read(name)).map(pathOf)).toEqual(expect.arrayContaining(others));
  const marked = [...read(name).matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, link = ""]) => pathOf(link));
  expect(marked).toEqual(name === "index.html" ? [] : [name]);
});

test.each(FIELD_LINKS)("the static page has a field at %s", (link) => {
  expect(idsOf(read("reference.html")).map(unescaped)).toContain(link);
});

test.each(PAGES)("%s has a title, a description and an icon", (name) => {
  const found = (pattern: RegExp) => read(name).match(pattern)?.[1] ?? "";
  const title = found(/<title>(.*?)<\/title>/);
  const description = found(/name="description" content="(.*?)"/);
  const heading = found(/<h1 id=[^>]*>(.*?)<\/h1>/);
  const isGuide = GUIDE_PAGES.includes(name);
  expect(title).toContain(isGuide ? heading : api);
  expect(description).toMatch(isGuide ? /^[A-Zn][^[`]{20,}\.$/ : String(at(readContract(), "/info/summary")));
  expect(read(name)).toContain('<link rel="icon" href="data:image/svg');
});

test("the guides have only one script, of their search, menu and buttons", () => {
  const scripts = GUIDE_PAGES.map((name) => read(name).match(/<script type="module">(.*?)<\/script>/s)?.[1] ?? "");
  expect(new Set(scripts).size).toBe(1);
  expect(scripts[0]).toContain("aria-current");
  expect(gzipSync(scripts[0] ?? "").length).toBeLessThan(2_000);
});

test("a page is all that its reader loads: gzipped, the static one is at most 6 kB and four times its Markdown", () => {
  const sizeOf = (name: string) => gzipSync(read(name), { level: 9 }).length;
  expect(sizeOf("reference.html")).toBeLessThanOrEqual(6_000 + 4 * sizeOf("reference.md"));
  expect(sizeOf("index.html")).toBeLessThanOrEqual(750_000);
});

describe("next to the pages, the site has", () => {
  test("the contract in two formats, the reference and each guide as Markdown, and llms.txt", () => {
    const markdown = ["reference.md", ...GUIDE_PAGES.map((page) => page.replace(".html", ".md"))];
    const others = ["openapi.json", "openapi.yaml", "llms.txt"];
    expect([...files.keys()].sort()).toEqual([...PAGES, ...markdown, ...others].sort());
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

  const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...GUIDES.map((name) => `guides/${name}.md`)];

  test.each(documents)("in %s", (document) => {
    const textAt = (path: string) => {
      const file = join(projectFolder, path);
      return statSync(file, { throwIfNoEntry: false }) && (path.endsWith(".md") ? readFileSync(file, "utf8") : "");
    };
    expect(brokenIn(document, linksOf(textAt(document) ?? "").filter(isInside), textAt)).toEqual([]);
    known.clear();
  });

  const markdown = ["llms.txt", "reference.md", ...GUIDE_PAGES.map((page) => page.replace(".html", ".md"))];

  test.each([...markdown, "reference.html", ...GUIDE_PAGES])("in site/%s", (file) => {
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

  test("in the page by Redocly, to a place that the static page also has", () => {
    const places = idsOf(read("reference.html")).map((id) => `#${id}`);
    const links = hrefsOf(read("index.html")).filter((link) => !places.includes(link));
    expect(links.length).toBeGreaterThan(5);
    const others = links.filter((link) => link !== "#api-content" && isInside(link));
    expect(brokenIn("index.html", others, (path) => files.get(path))).toEqual([]);
  });
});
