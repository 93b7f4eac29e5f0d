import { readFileSync } from "node:fs";
import { CHAPTERS } from "../contract/chapters.js";
import type { Contract } from "../contract/model.js";
import { chapterAnchor } from "./anchors.js";
import { bundled, policyFor } from "./bundles.js";
import type { Call } from "./call-data.js";
import { type Guide, sectionsOfGuide } from "./guides.js";
import { Html, html, icon } from "./html.js";
import type { Context } from "./markdown.js";
import { type MenuLink, renderMenu } from "./menu.js";
import { REASONS } from "./reasons.js";
import { contextOf, referenceSections } from "./reference.js";
import { type Entry, entriesOf, fileEntry } from "./search-entries.js";
import { renderSections } from "./section-markup.js";
import type { Section } from "./sections.js";

/** A page of the site that needs no script to be read. */
interface Page {
  file: string;
  /** Its name in the menu. */
  name: string;
  /** Its name in a tab of the browser. */
  title: string;
  description: string;
  /** The same page as text, for people and programs: path in the site, and what it is called. */
  source: readonly [path: string, name: string];
  sections: readonly Section[];
}

/** All pages, of which the reference is the first, and what is the same in each. */
interface Site {
  contract: Contract;
  reference: Page;
  guides: readonly Page[];
  context: Context;
  /** The style, and the scripts before and after what is shown. */
  style: string;
  first: string;
  last: string;
}

/** What there is besides the pages, by its path in the site. */
const FILES = [
  ["openapi.yaml", "OpenAPI as YAML"],
  ["openapi.json", "OpenAPI as JSON"],
  ["redoc.html", "Reference by Redoc"],
  ["llms.txt", "llms.txt"],
] as const;

/** The reference and the guides, each in one file, and the two scripts that they load later, by their paths in the site. */
export async function renderPages(
  contract: Contract,
  calls: Readonly<Record<string, Call>>,
  texts: readonly Guide[],
): Promise<Record<string, string>> {
  const { info } = contract;
  const reference: Page = {
    ...{ file: "index.html", name: "Reference", title: info.title, description: info.summary },
    source: ["openapi.yaml", "OpenAPI as YAML"],
    sections: referenceSections(contract, calls),
  };
  const guides = texts.map((guide): Page => {
    return {
      ...{ file: `${guide.name}.html`, name: guide.title, title: `${guide.title}, ${info.title}` },
      description: guide.summary.replace(/\[([^\]]*)\]\([^)]*\)|`/g, "$1"),
      source: [`${guide.name}.md`, "This page as Markdown"],
      sections: sectionsOfGuide(guide),
    };
  });
  const entries: Entry[] = [
    ...entriesOf([{ ...reference, guide: "" }, ...guides.map((page) => ({ ...page, guide: page.name }))]),
    ...FILES.map(([path, name]) => fileEntry(path, name)),
  ];
  const [style, first, last, tryIt, search] = await Promise.all([
    bundled("styles/all.css"),
    bundled("page-script/first.ts"),
    bundled("page-script/start.ts"),
    bundled("try-it/try-it.ts", {
      CALLS: JSON.stringify(calls),
      REASONS: JSON.stringify(REASONS),
      ERRORS: JSON.stringify(chapterAnchor(CHAPTERS.errors)),
    }),
    bundled("search/start.ts", { ENTRIES: JSON.stringify(entries) }),
  ]);
  const context = contextOf(contract, reference.sections);
  const site: Site = { contract, reference, guides, context, style, first, last };
  const pages = [reference, ...guides].map((page) => [page.file, renderPage(page, site)]);
  return { ...Object.fromEntries(pages), "search.js": search, "try-it.js": tryIt };
}

function renderPage(page: Page, site: Site): string {
  const { info } = site.contract;
  const { file, title, description, sections } = page;
  const root = rootFrom(file);
  const operation = sections.find((section) => section.operation !== undefined)?.anchor;
  const document = html`<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policyFor([site.first, site.last], site.style)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${description}" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(LOGO)}" />
    <script>${new Html(site.first)}</script>
    <style>${new Html(site.style)}</style>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      ${operation !== undefined && html`<a class="skip" href="#${operation}">Skip to the operations</a>`}
      <button type="button" popovertarget="menu" aria-label="Menu">${icon("menu")}</button>
      <a class="home" href="${root}index.html" aria-label="${info.title} ${info.version}"><span aria-hidden="true">${new Html(LOGO)}</span> <b>${info.title}</b> <small>${info.version}</small></a>
      <nav class="parts" aria-label="Parts">${tabsOf(page, site)}</nav>
      <search data-root="${root}" data-page="${file}">
        <input type="search" placeholder="Search" aria-label="Search all pages" autocomplete="off" />
        <div><p role="status"></p><ul></ul></div>
      </search>
      <button type="button" class="theme">${icon("auto")}${icon("light")}${icon("dark")}</button>
    </header>
    <nav id="menu" aria-label="Contents" popover>${renderMenu(sections, linksOf(page, site), filesOf(page))}</nav>
    <main id="content" tabindex="-1">
      ${renderSections(sections, site.context)}
      <footer>${footerOf(page, site)}</footer>
    </main>
    <p class="notice" role="status"></p>
    <script>${new Html(site.last)}</script>
  </body>
</html>
`;
  return String(document);
}

const LOGO = readFileSync(new URL("favicon.svg", import.meta.url), "utf8").trim();

/** The way from a page to the root of the site. */
function rootFrom(file: string): string {
  return "../".repeat(file.split("/").length - 1);
}

/** The two parts of the site; the one that has the page is marked. */
function tabsOf(page: Page, { reference, guides: [guide] }: Site): Html {
  const isGuide = page !== reference;
  const root = rootFrom(page.file);
  const toReference = html`<a href="${root}${reference.file}"${!isGuide && html` aria-current="page"`}>Reference</a>`;
  const toGuides = guide && html`<a href="${root}${guide.file}"${isGuide && html` aria-current="true"`}>Guides</a>`;
  return html`${toReference} ${toGuides}`;
}

function linksOf(page: Page, { reference, guides }: Site): MenuLink[] {
  return [reference, ...guides].map((other) => {
    return { file: rootFrom(page.file) + other.file, name: other.name, isCurrent: other === page };
  });
}

/** What there is besides the pages; the page itself as text comes first. */
function filesOf({ file, source }: Page): MenuLink[] {
  return Array.from(new Map([source, ...FILES]), ([path, name]) => ({ file: rootFrom(file) + path, name }));
}

/** On the reference, its version and licence; on a guide, the pages before and after it. */
function footerOf(page: Page, { contract: { info }, reference, guides }: Site): Html {
  if (page === reference) return html`Version ${info.version}.${info.license && ` Licence: ${info.license.name}.`}`;
  const place = guides.indexOf(page);
  const link = (other: Page | undefined, said: string) =>
    other && html`<a href="${rootFrom(page.file)}${other.file}"><small>${said}</small> ${other.name}</a>`;
  return html`${link(guides[place - 1] ?? reference, "Previous")}${link(guides[place + 1], "Next")}`;
}
