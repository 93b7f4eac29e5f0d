import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationsOf, readContract } from "../contract/contract.js";
import { checkout } from "../servers/checkout.js";
import { projectFolder, run, start } from "../servers/command.js";

let clone: Awaited<ReturnType<typeof checkout>>;
let page: string;

const read = (file: string) => readFile(join(clone.folder, file), "utf8");

beforeAll(async () => {
  clone = await checkout();
  const { code, output } = await run("npm run docs", clone.folder);
  expect(code, output).toBe(0);
  page = await read("site/index.html");
});

afterAll(() => clone.remove());

describe("the docs are one page that needs nothing else", () => {
  test("no element of it loads anything", () => {
    const markup = page.replace(/<script\b[^>]*>.*?<\/script>/gs, (script) => script.slice(0, script.indexOf(">") + 1));
    const loading = [...markup.matchAll(/<(script|link|img|iframe|source)\b[^>]*\b(src|href)=["']?(?!#|data:)[^>]*>/g)];
    const elements = loading.map(([element]) => element).filter((element) => !/rel="(alternate|icon)"/.test(element));
    expect(elements).toEqual([]);
  });

  test("and its policy lets nothing be loaded from another host", () => {
    const [, policy = ""] = page.match(/http-equiv="Content-Security-Policy"\s+content="([^"]+)"/) ?? [];
    const directives = policy.split(";").map((directive) => directive.trim());
    expect(directives).toContain("default-src 'none'");
    const sources = directives.flatMap((directive) => directive.split(" ").slice(1));
    expect(sources.filter((source) => !/^'.*'$|^data:$|^blob:$/.test(source))).toEqual([]);
  });
});

describe("beside the page", () => {
  test("are the contract in two forms, the reference as Markdown, and llms.txt", async () => {
    const files = ["index.html", "llms.txt", "openapi.json", "openapi.yaml", "reference.md"];
    expect((await readdir(join(clone.folder, "site"))).sort()).toEqual(files);
  });

  test("the contract is the one that it was made from", async () => {
    expect(await read("site/openapi.yaml")).toBe(await read("openapi.yaml"));
    expect(JSON.parse(await read("site/openapi.json"))).toEqual(readContract());
  });

  test("the Markdown tells of every operation, field and gap", async () => {
    const reference = await read("site/reference.md");
    for (const { method, path } of operationsOf(readContract())) expect(reference).toContain(`\n${method} ${path}\n`);
    for (const field of ["oauth.client_secret", "webhooks[].created_at", "webhook.app_id", "pagination.total_pages"]) {
      expect(reference).toContain(`| \`${field}\` |`);
    }
    expect(reference).toContain("| `limit` | query | integer, default `20`, at most 10000 | no |");
    const gaps = new Set([...JSON.stringify(readContract()).matchAll(/\*\*Not specified:\*\* [^.]+\./g)].map(String));
    for (const gap of gaps) expect(reference).toContain(gap);
  });

  test("llms.txt names every operation and where the rest is", async () => {
    const llms = await read("site/llms.txt");
    for (const { method, path } of operationsOf(readContract())) expect(llms).toContain(`\`${method} ${path}\``);
    expect(llms.startsWith("# Service API\n\n> ")).toBe(true);
  });
});

describe("every link resolves", () => {
  /** Links of a Markdown text that lead to a file. */
  const linksOf = (markdown: string) =>
    [...markdown.replace(/^```.*?^```$|`[^`\n]*`/gms, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);

  test.each(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])("in %s", async (document) => {
    const files = linksOf(await read(document)).filter((link) => !/^(http|#)/.test(link));
    const missing = await Promise.all(
      files.map(async (file) =>
        read(file).then(
          () => [],
          () => [file],
        ),
      ),
    );
    expect(missing.flat()).toEqual([]);
  });

  test("in the Markdown and in llms.txt", async () => {
    const headings = [...(await read("site/reference.md")).matchAll(/^#+ (.+)$/gm)].map(
      ([, heading = ""]) => `#/section/${heading.replace(/\W+/g, "-").toLowerCase()}`,
    );
    const links = [...linksOf(await read("site/reference.md")), ...linksOf(await read("site/llms.txt"))];
    const files = await readdir(join(clone.folder, "site"));
    expect(links.filter((link) => ![...headings, ...files].includes(link))).toEqual([]);
  });

  test("in the page, before and after Redoc takes over", () => {
    const markup = page.slice(0, page.indexOf('<script type="module">', page.indexOf('<div id="redoc">')));
    const hrefs = [...markup.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = ""]) => href);
    const anchors = new Set([...markup.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => `#${id}`));
    const others = ["reference.md", "openapi.yaml", "openapi.json", "llms.txt", "https://redocly.com/redoc/", "#/"];
    const tags = ["#/oauth", "#/webhooks"];
    expect(hrefs.length).toBeGreaterThan(10);
    expect(hrefs.filter((href) => ![...anchors, ...others, ...tags].includes(href))).toEqual([]);
  });
});

describe("npm run docs", () => {
  test("serves the page on a free port, says where, and builds it anew when the contract changes", async () => {
    const server = start("npm run docs -- --serve", clone.folder);
    try {
      await server.printed("Docs are served at http://127.0.0.1:");
      const [url = ""] = server.output().match(/http:\/\/127\.0\.0\.1:\d+\//) ?? [];
      expect(await (await fetch(url)).text()).toContain("<title>Service API</title>");
      expect((await fetch(`${url}nothing`)).status).toBe(404);
      const { code } = await run("sed -i 's/title: Service API/title: Lamp API/' openapi.yaml", clone.folder);
      expect(code).toBe(0);
      await server.printed("Built anew.");
      expect(await (await fetch(url)).text()).toContain("<title>Lamp API</title>");
    } finally {
      await server.close();
    }
  });

  test.each([
    ["--port many", "--port takes a number"],
    ["--nothing", "Unknown option '--nothing'"],
  ])("refuses %s", async (flags, message) => {
    const { code, output } = await run(`node tools/docs/cli.mjs ${flags}`, projectFolder);
    expect(output).toContain(message);
    expect(code).toBe(1);
  });
});
