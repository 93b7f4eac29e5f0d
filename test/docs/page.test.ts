import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import GithubSlugger from "github-slugger";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Contract, contractOf, readContract as readModel } from "../../tools/contract/model.js";
import { chaptersOf } from "../../tools/docs/chapters.js";
import { renderMarkdown } from "../../tools/docs/markdown.js";
import { at, keysAt, operationsOf, readContract } from "../contract/contract.js";
import { checkout } from "../servers/checkout.js";
import { projectFolder, run } from "../servers/command.js";
import { GUIDE_PAGES, GUIDES } from "./guides.js";

let clone: Awaited<ReturnType<typeof checkout>>;
/** The pages, by their files. */
let pages: Record<string, string>;

const PAGES = ["index.html", "reference.html", ...GUIDE_PAGES];

const read = (file: string) => readFile(join(clone.folder, file), "utf8");

/** HTML without the code of its scripts. */
const markupOf = (page: string) => page.replace(/(<script\b[^>]*>).*?<\/script>/gs, "$1</script>");

beforeAll(async () => {
  clone = await checkout();
  const { code, output } = await run("npm run docs", clone.folder);
  expect(code, output).toBe(0);
  pages = Object.fromEntries(await Promise.all(PAGES.map(async (name) => [name, await read(`site/${name}`)])));
});

afterAll(() => clone.remove());

describe.each(PAGES)("%s loads nothing from elsewhere", (name) => {
  test("no element of it loads anything", () => {
    const markup = markupOf(pages[name] ?? "");
    const loading = [...markup.matchAll(/<(script|link|img|iframe|source)\b[^>]*\b(src|href)=["']?(?!#|data:)[^>]*>/g)];
    const elements = loading.map(([element]) => element).filter((element) => !/rel="(alternate|icon)"/.test(element));
    expect(elements).toEqual([]);
  });

  test("its policy allows no other host, no connection, and only its own scripts", () => {
    const [, policy = ""] = pages[name]?.match(/http-equiv="Content-Security-Policy"\s+content="([^"]+)"/) ?? [];
    const directives = policy.split(";").map((directive) => directive.trim());
    expect(directives).toContain("default-src 'none'");
    expect(directives).toContain("connect-src 'none'");
    const sources = directives.flatMap((directive) => directive.split(" ").slice(1));
    expect(sources.filter((source) => !/^'.*'$|^data:$|^blob:$/.test(source))).toEqual([]);
    const [scripts = ""] = directives.filter((directive) => directive.startsWith("script-src"));
    expect(scripts).toMatch(/^script-src( 'none'|( 'sha256-[\w+/=]+')+( blob:)?)$/);
  });
});

test.each(["reference.html", ...GUIDE_PAGES])("each anchor of %s occurs once", (name) => {
  const ids = [...markupOf(pages[name] ?? "").matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(name === "reference.html" ? 50 : 3);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test.each(GUIDE_PAGES)("%s has only the script of its search, menu and buttons", (name) => {
  expect(gzipSync(pages[name]?.match(/<script type="module">(.*?)<\/script>/s)?.[1] ?? "").length).toBeLessThan(2_000);
});

test("search, menu and buttons are in no page but as one script", () => {
  const scripts = GUIDE_PAGES.map((name) => pages[name]?.match(/<script type="module">(.*?)<\/script>/s)?.[1]);
  expect(new Set(scripts).size).toBe(1);
  expect(scripts[0]).toContain("aria-current");
});

test("the static page is under 40 kB gzipped", () => {
  expect(gzipSync(pages["reference.html"] ?? "").length).toBeLessThan(40_000);
});

describe("next to the pages, the site has", () => {
  test("the contract in two formats, the reference as Markdown, and llms.txt", async () => {
    const contract = ["openapi.json", "openapi.yaml"];
    const files = ["guides", "index.html", "llms.txt", ...contract, "reference.html", "reference.md"];
    expect((await readdir(join(clone.folder, "site"))).sort()).toEqual(files);
  });

  test("each guide as a page and as Markdown", async () => {
    const files = [...GUIDES, "changes"].flatMap((name) => [`${name}.html`, `${name}.md`]);
    expect((await readdir(join(clone.folder, "site/guides"))).sort()).toEqual(files.sort());
  });

  test("the contract as YAML, unchanged", async () => {
    expect(await read("site/openapi.yaml")).toBe(await read("openapi.yaml"));
  });

  test("the contract as JSON, with samples for each operation", async () => {
    const published = JSON.parse(await read("site/openapi.json"));
    const samples = operationsOf(published).map(({ pointer }) => Object(at(published, pointer))["x-codeSamples"]);
    for (const sample of samples) expect(sample).toMatchObject([{ lang: "curl" }, { label: "TypeScript" }]);
    const written = JSON.stringify(published, (key, value) => (key === "x-codeSamples" ? undefined : value));
    // Apart from what is written out, it is the contract: a reader cannot see a difference.
    expect(await readable(contractOf(JSON.parse(written)))).toEqual(await readable(await readModel(projectFolder)));
  });

  const readable = async (model: Contract) => renderMarkdown(chaptersOf(model));

  test("the contract as JSON, with responses written out, and no reference left in them", async () => {
    const published = JSON.parse(await read("site/openapi.json"));
    const responses = operationsOf(published).flatMap(({ pointer }) =>
      Object.values(Object(at(published, `${pointer}/responses`))),
    );
    expect(responses.length).toBeGreaterThan(6);
    expect(responses.filter((response) => "$ref" in Object(response))).toEqual([]);
  });

  test("a Markdown reference with every operation, field, example and gap", async () => {
    const reference = await read("site/reference.md");
    for (const { method, path } of operationsOf(readContract())) expect(reference).toContain(`\n${method} ${path}\n`);
    for (const field of ["oauth.client_secret", "webhooks[].created_at", "webhook.app_id", "pagination.total_pages"]) {
      expect(reference).toContain(`| \`${field}\` |`);
    }
    expect(reference).toContain("| `limit` | query | integer, default `20`, at most 10000 | no | `20` |");
    expect(reference).toContain("| `sort_by` | query | string | no | `created_at`, `title` |");
    expect(reference).toContain("Media types: `application/json`, `application/xml`.");
    const gaps = new Set([...JSON.stringify(readContract()).matchAll(/\*\*Not specified:\*\* [^.]+\./g)].map(String));
    for (const gap of gaps) expect(reference).toContain(gap);
  });

  test("a Markdown reference with the four resources of the contract, and no others", async () => {
    const [, resources = ""] = (await read("site/reference.md")).split(/^## Resources$/m);
    const titles = [...resources.matchAll(/^### (.+)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(keysAt(readContract(), "/components/schemas"));
  });

  test("a Markdown reference that names the id of each operation, which simulated failures take", async () => {
    const reference = await read("site/reference.md");
    for (const { id } of operationsOf(readContract())) expect(reference).toContain(`Operation id: \`${id}\`.`);
  });

  test("links to a resource that lead to it, though a tag has the same name", async () => {
    const reference = await read("site/reference.md");
    const headings = [...reference.matchAll(/^#{2,3} OAuth$/gm)].map(([heading]) => heading);
    expect(headings).toEqual(["## OAuth", "### OAuth"]);
    expect(reference).toContain("[`OAuth`](#oauth-1)");
  });

  test("an llms.txt that follows the convention: a title, a summary, and only lists of links", async () => {
    const llms = await read("site/llms.txt");
    expect(llms.startsWith("# Service API\n\n> ")).toBe(true);
    const [introduction, ...sections] = llms.split(/^## .+$/m);
    expect(introduction).toContain("```sh\ncurl --request GET");
    expect(llms.match(/^## .+$/gm)?.at(-1)).toBe("## Optional");
    const lines = sections.flatMap((section) => section.trim().split("\n"));
    expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)\s]+\): .+$/.test(line))).toEqual([]);
    for (const { method, path } of operationsOf(readContract())) expect(llms).toContain(`): \`${method} ${path}\``);
  });
});

describe("every link resolves", () => {
  /** Anchors of the headings of a Markdown text, as GitHub has them. */
  const headingsOf = (markdown: string) => {
    const slugger = new GithubSlugger();
    const prose = markdown.replace(/^```.*?^```$/gms, "");
    return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => `#${slugger.slug(heading)}`);
  };

  /** Links of a Markdown text that lead to a file. */
  const linksOf = (markdown: string) =>
    [...markdown.replace(/^```.*?^```$|`[^`\n]*`/gms, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);

  const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];

  test.each([...documents, ...GUIDES.map((name) => `guides/${name}.md`)])("in %s", async (document) => {
    const links = linksOf(await read(document)).filter((link) => !link.startsWith("http"));
    const missing = await Promise.all(
      links.map(async (link) => {
        const [file = "", heading] = link.split("#");
        const path = file ? join(dirname(document), file) : document;
        const text = await read(path).catch(() => undefined);
        return text !== undefined && (!heading || headingsOf(text).includes(`#${heading}`)) ? [] : [link];
      }),
    );
    expect(missing.flat()).toEqual([]);
  });

  /** Whether a link leads from a file of the site to another one, and to a place that this file has. */
  async function resolves(from: string, link: string): Promise<boolean> {
    const [file = "", ...anchor] = link.split("#");
    const path = file ? join(dirname(from), file) : from;
    const text = await read(`site/${path}`).catch(() => undefined);
    if (text === undefined || anchor.length === 0) return text !== undefined;
    const anchors = path.endsWith(".md") ? headingsOf(text) : idsOf(text);
    return anchors.includes(`#${anchor.join("#")}`);
  }

  const idsOf = (page: string) => [...markupOf(page).matchAll(/\bid="([^"]+)"/g)].map(([, id]) => `#${id}`);
  const hrefsOf = (page: string) =>
    [...markupOf(page).matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = ""]) => href);

  const markdown = ["llms.txt", "reference.md", ...[...GUIDES, "changes"].map((name) => `guides/${name}.md`)];

  test.each([...markdown, "reference.html", ...GUIDE_PAGES])("in site/%s", async (file) => {
    const text = await read(`site/${file}`);
    const links = file.endsWith(".html") ? hrefsOf(text) : linksOf(text);
    const known = await Promise.all(links.map((link) => /^https?:/.test(link) || resolves(file, link)));
    expect(links.filter((_, index) => !known[index])).toEqual([]);
  });

  test("in the pages of the guides, which link to pages and not to Markdown, except to their own source", () => {
    for (const page of GUIDE_PAGES) {
      const links = hrefsOf(pages[page] ?? "").filter((link) => /\.md(#|$)/.test(link));
      expect(links).toEqual([`../${page.replace(".html", ".md")}`]);
    }
  });

  test("in the page by Redocly, to a place that the static page also has", async () => {
    const anchors = idsOf(pages["reference.html"] ?? "");
    const links = hrefsOf(pages["index.html"] ?? "").filter((link) => !anchors.includes(link));
    expect(links.length).toBeGreaterThan(5);
    const others = links.filter((link) => !["#api-content", "https://redocly.com/redoc/"].includes(link));
    const known = await Promise.all(others.map((link) => resolves("index.html", link)));
    expect(others.filter((_, index) => !known[index])).toEqual([]);
  });
});
