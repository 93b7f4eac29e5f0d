import { readFileSync } from "node:fs";
import { transformSync } from "esbuild";
import type { Contract } from "../contract/model.js";
import type { Chapter } from "./chapter.js";
import { withPolicy } from "./content-security-policy.js";
import { chaptersOfGuide, type Guide } from "./guides.js";
import { type MenuPage, renderContents, renderMenu } from "./menu.js";
import { renderChapters } from "./render.js";
import type { Scripts } from "./script.js";
import { entriesOf } from "./search-entries.js";
import { Html, html } from "./template.js";

/** A page of the site that needs no script to be read. */
interface Page {
  /** Path in the site. */
  file: string;
  /** Its name in the menu. */
  name: string;
  title: string;
  description: string;
  /** The same page as text, for people and programs: path in the site, and what it is called. */
  source: readonly [path: string, name: string];
  /** Its code. */
  scripts: readonly string[];
  chapters: readonly Chapter[];
}

/** The reference and the guides, each in one file, by their paths in the site. */
export function renderPages(
  { info }: Contract,
  chapters: readonly Chapter[],
  guides: readonly Guide[],
  scripts: Scripts,
): Record<string, string> {
  const pages: Page[] = [
    {
      file: "index.html",
      name: "Reference",
      title: info.title,
      description: info.summary,
      source: ["openapi.yaml", "OpenAPI as YAML"],
      scripts: [scripts.page, scripts.forms],
      chapters,
    },
    ...guides.map((guide) => ({
      file: `guides/${guide.name}.html`,
      name: guide.title,
      title: `${guide.title}, ${info.title}`,
      description: guide.summary.replace(/\[([^\]]*)\]\([^)]*\)|`/g, "$1"),
      source: [`guides/${guide.name}.md`, "This page as Markdown"] as const,
      scripts: [scripts.page],
      chapters: chaptersOfGuide(guide),
    })),
  ];
  return Object.fromEntries(pages.map((page) => [page.file, renderPage(info.title, pages, page, scripts.theme)]));
}

function renderPage(api: string, pages: readonly Page[], page: Page, theme: string): string {
  const { file, title, description, source, chapters } = page;
  const root = "../".repeat(file.split("/").length - 1);
  const icon = readPart("favicon.svg").trim();
  const links = pages.map((other) => ({ ...other, file: root + other.file, isCurrent: other === page }));
  const isGuide = chapters.every(({ group }) => group === undefined);
  const operations = chapters.find(({ method }) => method !== undefined)?.anchor;
  const entries = entriesOf(pages.map((other) => ({ ...other, file: other === page ? "" : root + other.file })));
  const body = html`
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      ${operations !== undefined && html`<a class="skip" href="#${operations}">Skip to the operations</a>`}
      <button type="button" popovertarget="menu" aria-label="Menu">☰</button>
      <a class="home" href="${root}index.html">${new Html(icon)} <span>${api}</span></a>
      <search hidden>
        <input type="search" placeholder="Search" aria-label="Search all pages" autocomplete="off" />
        <div><p role="status"></p><ul class="choices"></ul></div>
      </search>
      ${renderDownloads(root, source)}
      <button type="button" class="theme" hidden></button>
    </header>
    <nav id="menu" class="links" aria-label="Contents" popover>
      ${renderMenu(chapters, links)}
    </nav>
    <main id="content" tabindex="-1">
      ${renderChapters(chapters)}${renderNeighbours(links)}
    </main>
    ${isGuide && html`<nav class="links contents" aria-label="On this page">${renderContents(chapters)}</nav>`}
    ${dataScript("search-entries", entries)}
    ${page.scripts.map((code) => script(code, html` type="module"`))}`;
  const document = html`<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="@@POLICY@@" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${description}" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}" />
    ${script(theme)}
    <style>${new Html(styles())}</style>
  </head>
  <body class="${isGuide ? "guide" : "reference"}">${body}
  </body>
</html>
`;
  return withPolicy(String(document));
}

/** What there is besides the pages, in a menu of the head. */
function renderDownloads(root: string, source: Page["source"]): Html {
  const files = new Map([
    source,
    ["openapi.yaml", "OpenAPI as YAML"],
    ["openapi.json", "OpenAPI as JSON"],
    ["redoc.html", "Reference by Redoc"],
    ["llms.txt", "llms.txt"],
  ]);
  const links = [...files].map(([path, name]) => html`<li><a href="${root}${path}">${name}</a></li>`);
  return html`<button type="button" popovertarget="download" aria-label="Download">↓ <span>Download</span></button>
      <ul id="download" class="choices" popover>${links}</ul>`;
}

/** Links to the pages before and after this one. */
function renderNeighbours(links: readonly MenuPage[]): Html {
  const place = links.findIndex(({ isCurrent }) => isCurrent);
  const link = (page: MenuPage | undefined, rel: string, label: string) =>
    page && html`<a rel="${rel}" href="${page.file}"><small>${label}</small> ${page.name}</a>`;
  const [before, after] = [link(links[place - 1], "prev", "Previous"), link(links[place + 1], "next", "Next")];
  return html`<nav class="neighbours" aria-label="Next to this page">${before}${after}</nav>`;
}

/** The style of all pages. */
function styles(): string {
  const files = ["palette.css", "controls.css", "frame.css", "text.css", "code-panels.css", "print.css"].map(readPart);
  return transformSync(files.join("\n"), { loader: "css", minify: true }).code.trim();
}

/** Reads a file of this folder: a style or an icon. */
function readPart(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** Code as an element. A `</script` within the code does not end it. */
function script(code: string, attributes = html``): Html {
  return html`<script${attributes}>${new Html(code.replaceAll("</script", "<\\/script"))}</script>`;
}

/** Values for a script, as an element with this id. */
function dataScript(id: string, values: unknown): Html {
  return html`<script type="application/json" id="${id}">${new Html(JSON.stringify(values).replaceAll("<", "\\u003c"))}</script>`;
}
