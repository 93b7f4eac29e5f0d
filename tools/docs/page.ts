import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Contract } from "../contract/model.js";
import { CHAPTERS } from "../contract/register.js";
import { chapterAnchor } from "./anchors.js";
import type { Call } from "./call.js";
import { type Guide, sectionsOfGuide } from "./guides.js";
import { Html, html, methodName } from "./html.js";
import { referenceSections } from "./reference.js";
import { entriesOf } from "./search-entries.js";
import { renderSection, type Section } from "./section.js";

/** A page of the site. It can be read without scripts. */
interface Page {
  file: string;
  /** Its name in the menu. */
  name: string;
  description: string;
  sections: readonly Section[];
  /** The sections as HTML. */
  content: Html;
}

interface Site {
  contract: Contract;
  /** The reference, and then the guides. */
  pages: readonly Page[];
  style: string;
  /** Runs before anything is shown. */
  first: string;
  /** Runs after all that is shown. */
  script: string;
}

/** The page that the Redocly CLI makes of the contract. */
const REDOC = "redoc.html";

/** The other files of the site: path, name in the menu, and description. */
const FILES = [
  [REDOC, "Reference by Redocly", "The same reference, made from the contract by the Redocly CLI."],
  ["openapi.yaml", "OpenAPI as YAML", "Download the contract, which was written by hand."],
  ["openapi.json", "OpenAPI as JSON", "Download the contract for tools such as Swagger UI, Postman and Insomnia."],
  ["llms.txt", "llms.txt", "An overview for language models."],
] as const;

/** The reference and the guides, each in one file, and the two scripts that they load on demand. */
export async function renderPages(
  contract: Contract,
  calls: Readonly<Record<string, Call>>,
  guides: readonly Guide[],
): Promise<Record<string, string>> {
  const { info } = contract;
  const pageOf = (file: string, name: string, description: string, sections: readonly Section[]): Page => {
    return { file, name, description, sections, content: html`${sections.map(renderSection)}` };
  };
  const pages = [
    pageOf("index.html", "Reference", info.summary, referenceSections(contract, calls)),
    ...guides.map((guide) => {
      const description = guide.summary.replace(/\[([^\]]*)\]\([^)]*\)|`/g, "$1");
      return pageOf(`${guide.name}.html`, guide.title, description, sectionsOfGuide(guide));
    }),
  ];
  const entries = [
    ...pages.flatMap(({ file, name, content }, index) => entriesOf(file, index === 0 ? "" : name, String(content))),
    ...FILES.map(([link, title, text]) => ({ title, link, page: "File", text })),
  ];
  const [style, first, script, tryIt, search] = await Promise.all([
    bundled("styles/all.css"),
    bundled("in-page/first.ts"),
    bundled("in-page/page.ts"),
    bundled("in-page/try-it.ts", { CALLS: calls, STATUS_CODES, ERRORS: chapterAnchor(CHAPTERS.errors) }),
    bundled("in-page/search.ts", { ENTRIES: entries }),
  ]);
  const site: Site = { contract, pages, style, first, script };
  return {
    ...Object.fromEntries(pages.map((page) => [page.file, renderPage(page, site)])),
    "search.js": search,
    "try-it.js": tryIt,
  };
}

/** A script or a style of this folder with everything that it imports. `values` replaces some names in it. */
async function bundled(entry: string, values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    write: false,
    define: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])),
  });
  return outputFiles[0]?.text.trim() ?? "";
}

/**
 * The content security policy of a page. It allows only the page's own style and scripts, and what these scripts load. They
 * are named by hash, since a page on disk has no origin. Nothing may be sent to any host.
 */
function policyOf({ style, first, script }: Site): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(first)} ${hash(script)} 'strict-dynamic'`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

const LOGO = readFileSync(new URL("favicon.svg", import.meta.url), "utf8").trim();

function renderPage(page: Page, site: Site): string {
  const { info } = site.contract;
  const { file, name, description, content } = page;
  const isReference = page === site.pages[0];
  const root = rootFrom(file);
  const operation = page.sections.find(({ method }) => method !== undefined);
  const document = html`<!DOCTYPE html>
<html lang="en" data-root="${root}" data-page="${file}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policyOf(site)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${isReference ? info.title : `${name}, ${info.title}`}</title>
    <meta name="description" content="${description}" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(LOGO)}" />
    <link rel="expect" href="#end" blocking="render" />
    <script>${new Html(site.first)}</script>
    <style>${new Html(site.style)}</style>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      ${operation && html`<a class="skip" href="#${operation.anchor}">Skip to the operations</a>`}
      <button type="button" popovertarget="menu" aria-label="Menu">☰</button>
      <a class="home" href="${root}index.html" aria-label="${info.title} ${info.version}"><span aria-hidden="true">${new Html(LOGO)}</span> <b>${info.title}</b> <small>${info.version}</small></a>
      <nav class="parts" aria-label="Parts">${tabsOf(page, site)}</nav>
      <search>
        <input type="search" placeholder="Search" aria-label="Search all pages" autocomplete="off" />
        <div><p role="status"></p><ul></ul></div>
      </search>
      <button type="button" class="theme">◐</button>
    </header>
    <nav id="menu" aria-label="Contents" popover>${menuOf(page, site)}</nav>
    <main id="content" tabindex="-1">
      ${content}
      <footer>${footerOf(page, site)}</footer>
    </main>
    <script id="end">${new Html(site.script)}</script>
  </body>
</html>
`;
  return String(document);
}

/** The relative path from a page to the root of the site. */
function rootFrom(file: string): string {
  return "../".repeat(file.split("/").length - 1);
}

/** The parts of the site. The one that contains the page is marked. */
function tabsOf(page: Page, { pages: [reference, guide] }: Site): Html {
  const root = rootFrom(page.file);
  const isReference = page === reference;
  return html`<a href="${root}index.html"${isReference && html` aria-current="page"`}>Reference</a>
<a href="${root}${guide?.file}"${!isReference && html` aria-current="true"`}>Guides</a>
<a href="${root}${REDOC}">Redocly</a>`;
}

/** The menu. On the reference, its own sections come first, in groups. On a guide, the guides come first, its sections last. */
function menuOf(page: Page, { pages }: Site): Html {
  const root = rootFrom(page.file);
  const isReference = page === pages[0];
  const link = (file: string, name: string, isCurrent = false) =>
    html`<li><a href="${root}${file}"${isCurrent && html` aria-current="page"`}>${name}</a></li>`;
  const listed = pages.filter((other) => !isReference || other !== page);
  const others = html`${group(
    "Guides",
    listed.map((other) => link(other.file, other.name, other === page)),
  )}
${group(
  "Files",
  FILES.map(([file, name]) => link(file, name)),
)}`;
  if (!isReference) {
    return html`${others}<div class="contents">${group("On this page", page.sections.slice(1).map(entryOf))}</div>`;
  }
  const starts = page.sections.flatMap((section, index) => (section.group === undefined ? [] : [index]));
  const groups = starts.map((start, index) => {
    const sections = page.sections.slice(start, starts[index + 1]);
    const title = sections[0]?.group ?? "";
    return group(title, sections.filter((section) => section.title !== title).map(entryOf));
  });
  return html`${groups}${others}`;
}

function group(title: string, entries: readonly Html[]): Html {
  return html`<p>${title}</p>\n<ul>${entries}</ul>\n`;
}

function entryOf({ level, title, anchor, method }: Section): Html {
  const name = level === 1 ? "Introduction" : title;
  return html`<li class="level-${level}"><a href="#${anchor}"><span>${name}</span> ${method && methodName(method)}</a></li>\n`;
}

/** On the reference, its version and licence; on a guide, the pages before and after it. */
function footerOf(page: Page, { contract: { info }, pages }: Site): Html {
  const place = pages.indexOf(page);
  if (place === 0) return html`Version ${info.version}.${info.license && ` Licence: ${info.license.name}.`}`;
  const link = (other: Page | undefined, label: string) =>
    other && html`<a href="${rootFrom(page.file)}${other.file}"><small>${label}</small> ${other.name}</a>`;
  return html`${link(pages[place - 1], "Previous")}${link(pages[place + 1], "Next")}`;
}
