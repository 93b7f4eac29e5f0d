import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Contract } from "../contract/model.js";
import type { Call } from "./call-data.js";
import { type Guide, sectionsOfGuide } from "./guides.js";
import { Html, html } from "./html.js";
import { renderMenu } from "./menu.js";
import { referenceSections } from "./reference.js";
import { downloadEntry, entriesOf } from "./search-entries.js";
import { renderSections, type Section } from "./sections.js";

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
  sections: readonly Section[];
}

/** The reference and the guides, each in one file, by their paths in the site. */
export async function renderPages(
  contract: Contract,
  calls: Readonly<Record<string, Call>>,
  guides: readonly Guide[],
): Promise<Record<string, string>> {
  const { title, summary } = contract.info;
  const pages: Page[] = [
    {
      ...{ file: "index.html", name: "Reference", title, description: summary },
      source: ["openapi.yaml", "OpenAPI as YAML"],
      sections: referenceSections(contract, calls),
    },
    ...guides.map((guide) => ({
      ...{ file: `${guide.name}.html`, name: guide.title, title: `${guide.title}, ${title}` },
      description: guide.summary.replace(/\[([^\]]*)\]\([^)]*\)|`/g, "$1"),
      source: [`${guide.name}.md`, "This page as Markdown"] as const,
      sections: sectionsOfGuide(guide),
    })),
  ];
  const style = await bundled("styles/all.css");
  const [all, forms] = [await bundled("page-script/start.ts"), await bundled("try-it/try-it.ts")];
  return Object.fromEntries(
    pages.map((page) => {
      const isReference = page.file === "index.html";
      const scripts = isReference ? [all, forms] : [all];
      return [page.file, renderPage(title, pages, page, style, scripts, isReference ? { calls } : {})];
    }),
  );
}

/** Before the page is shown, so that it never changes its colours. */
const THEME = 'try{document.documentElement.className=localStorage.getItem("theme")??""}catch{}';

/** @param data - What its scripts read, by the id of its element. */
function renderPage(
  api: string,
  pages: readonly Page[],
  page: Page,
  style: string,
  scripts: readonly string[],
  data: Readonly<Record<string, unknown>>,
): string {
  const { file, title, description, source, sections } = page;
  const root = "../".repeat(file.split("/").length - 1);
  const icon = readFileSync(new URL("favicon.svg", import.meta.url), "utf8").trim();
  const links = pages.map((other) => ({ ...other, file: root + other.file, isCurrent: other === page }));
  const first = sections.find(({ operation }) => operation !== undefined)?.anchor;
  const downloads = DOWNLOADS.map(([path, name]) => downloadEntry(root + path, name));
  const searched = pages.map((other) => ({ ...other, file: other === page ? "" : root + other.file }));
  const entries = [...entriesOf(searched), ...downloads];
  const values = Object.entries({ entries, ...data }).map(([id, value]) => {
    return html`<script type="application/json" id="${id}">${new Html(JSON.stringify(value).replaceAll("<", "\\u003c"))}</script>`;
  });
  const document = html`<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy([THEME, ...scripts], style)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${description}" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}" />
    <script>${new Html(THEME)}</script>
    <style>${new Html(style)}</style>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      ${first !== undefined && html`<a class="skip" href="#${first}">Skip to the operations</a>`}
      <button type="button" popovertarget="menu" aria-label="Menu">☰</button>
      <a class="home" href="${root}index.html">${new Html(icon)} <span>${api}</span></a>
      <search>
        <input type="search" placeholder="Search" aria-label="Search all pages" autocomplete="off" />
        <div><p role="status"></p><ul class="choices"></ul></div>
      </search>
      ${renderDownloads(root, source)}
      <button type="button" class="theme"></button>
    </header>
    <nav id="menu" aria-label="Contents" popover>${renderMenu(sections, links)}</nav>
    <main id="content" tabindex="-1">
      ${renderSections(sections)}
    </main>
    ${values}
    ${scripts.map((code) => html`<script type="module">${new Html(code)}</script>`)}
  </body>
</html>
`;
  return String(document);
}

/** The content security policy of a page: it has only its own scripts and style, by their hashes, and loads nothing. */
function policy(scripts: readonly string[], style: string): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hash).join(" ")}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** What there is besides the pages, by its path in the site. */
const DOWNLOADS = [
  ["openapi.yaml", "OpenAPI as YAML"],
  ["openapi.json", "OpenAPI as JSON"],
  ["redoc.html", "Reference by Redoc"],
  ["llms.txt", "llms.txt"],
] as const;

/** The downloads, and the page as text, in a menu of the head. */
function renderDownloads(root: string, source: Page["source"]): Html {
  const links = [...new Map([source, ...DOWNLOADS])].map(
    ([path, name]) => html`<li><a href="${root}${path}">${name}</a></li>`,
  );
  return html`<button type="button" popovertarget="download" aria-label="Download">↓ <span>Download</span></button>
      <ul id="download" class="choices" popover>${links}</ul>`;
}

/** A script or a style of this folder with all that it imports, as it stands in a page. */
async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    ...{ bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8", write: false },
  });
  // An end tag within the code would end it.
  return outputFiles.map(({ text }) => text.trim().replaceAll("</script", "<\\/script")).join("");
}
