import { readFileSync } from "node:fs";
import { transformSync } from "esbuild";
import type { Contract } from "../contract/model.js";
import type { Chapter } from "./chapter.js";
import { withPolicy } from "./content-security-policy.js";
import { escaped } from "./escape.js";
import { chaptersOfGuide, type Guide } from "./guides.js";
import { renderHtml } from "./html.js";
import { renderMenu } from "./menu.js";
import type { Scripts } from "./script.js";
import { entriesOf } from "./search-entries.js";

/** A page of the site that needs no script to be read. */
interface Page {
  /** Path in the site. */
  file: string;
  /** Its name in the menu. */
  name: string;
  title: string;
  description: string;
  /** The file of the site that has it as Markdown. */
  markdown: string;
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
      markdown: "reference.md",
      scripts: [scripts.page, scripts.forms],
      chapters,
    },
    ...guides.map((guide) => ({
      file: `guides/${guide.name}.html`,
      name: guide.title,
      title: `${guide.title}, ${info.title}`,
      description: guide.summary.replace(/\[([^\]]*)\]\([^)]*\)|`/g, "$1"),
      markdown: `guides/${guide.name}.md`,
      scripts: [scripts.page],
      chapters: chaptersOfGuide(guide),
    })),
  ];
  const rendered = pages.map((page) => [page.file, renderPage(info.title, pages, page, scripts)]);
  return { ...Object.fromEntries(rendered), "reference.html": renderForwarder(info.title) };
}

function renderPage(api: string, pages: readonly Page[], page: Page, { beforeText, afterText }: Scripts): string {
  const { file, title, description, markdown, chapters } = page;
  const root = "../".repeat(file.split("/").length - 1);
  const entries = entriesOf(pages.map((other) => ({ ...other, file: other === page ? "" : root + other.file })));
  const operations = chapters.find(({ method }) => method !== undefined)?.anchor;
  const links = pages.map((other) => ({ ...other, file: root + other.file, isCurrent: other === page }));
  const forms = [
    [markdown, "This page as Markdown"],
    ["openapi.yaml", "OpenAPI as YAML"],
    ["openapi.json", "OpenAPI as JSON"],
    ["llms.txt", "llms.txt"],
  ];
  const downloads = forms.map(([path = "", name = ""]) => `<li><a href="${root}${path}">${name}</a></li>`);
  const body = `    <a class="skip" href="#content">Skip to the content</a>
    <header>
      ${operations ? `<a class="skip" href="#${escaped(operations)}">Skip to the operations</a>` : ""}
      <button type="button" popovertarget="menu" aria-label="Menu">☰</button>
      <a class="home" href="${root}index.html">${readPart("favicon.svg").trim()} <span>${escaped(api)}</span></a>
      <search hidden>
        <input type="search" placeholder="Search (press /)" aria-label="Search all pages" autocomplete="off" />
        <div><p role="status"></p><ul class="choices"></ul></div>
      </search>
      <button type="button" popovertarget="download" aria-label="Download">↓ <span>Download</span></button>
      <ul id="download" class="choices" popover>${downloads.join("")}</ul>
      <button type="button" class="theme" hidden></button>
    </header>
    <nav id="menu" aria-label="Contents" popover>
${renderMenu(chapters, links, `${root}redoc.html`)}
    </nav>
    <main id="content" tabindex="-1">
${renderHtml(chapters)}${renderNeighbours(links)}
    ${script(afterText)}
    </main>
    ${dataScript("search-entries", entries)}
    ${page.scripts.map((code) => script(code, ' type="text/plain"')).join("\n    ")}`;
  const styles = ["palette.css", "controls.css", "frame.css", "text.css", "code-panels.css"].map(readPart).join("\n");
  const style = `<style>${transformSync(styles, { loader: "css", minify: true }).code.trim()}</style>`;
  return withPolicy(htmlOf(title, description, script(beforeText) + style, body));
}

/** Links to the pages before and after this one. */
function renderNeighbours(links: readonly { file: string; name: string; isCurrent: boolean }[]): string {
  const place = links.findIndex(({ isCurrent }) => isCurrent);
  const [before, after] = [links[place - 1], links[place + 1]];
  const link = (page: typeof before, rel: string, label: string) =>
    page ? `<a rel="${rel}" href="${page.file}"><small>${label}</small> ${escaped(page.name)}</a>` : "";
  return `<nav class="neighbours" aria-label="Next to this page">${link(before, "prev", "Previous")}${link(after, "next", "Next")}</nav>`;
}

/** The page that the reference had before: its links lead to the same places of the reference. */
function renderForwarder(api: string): string {
  const forward = script('location.replace("index.html" + location.hash)');
  const body = `    <p><a href="index.html">The reference</a> is the first page now.</p>`;
  const more = `${forward}<noscript><meta http-equiv="refresh" content="0; url=index.html" /></noscript>`;
  return withPolicy(htmlOf(api, "The reference is the first page now.", more, body));
}

/**
 * A complete page. Where its policy belongs, it has `@@POLICY@@`.
 *
 * @param more - Further elements of its head.
 */
function htmlOf(title: string, description: string, more: string, body: string): string {
  const icon = `data:image/svg+xml,${encodeURIComponent(readPart("favicon.svg").trim())}`;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="@@POLICY@@" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
    <meta name="description" content="${escaped(description)}" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${icon}" />
    ${more}
  </head>
  <body>
${body}
  </body>
</html>
`;
}

/** Reads a file of this folder: a style or an icon. */
function readPart(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** Code as an element, which runs immediately if it has no type. A `</script` within the code does not end it. */
function script(code: string, attributes = ""): string {
  return `<script${attributes}>${code.replaceAll("</script", "<\\/script")}</script>`;
}

/** Values for a script, as an element with this id. */
function dataScript(id: string, values: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(values).replaceAll("<", "\\u003c")}</script>`;
}
