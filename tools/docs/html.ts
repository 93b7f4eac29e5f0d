import { Marked } from "marked";
import type { Block, Chapter, FieldRow } from "./chapter.js";
import { renderPanel } from "./code-panels.js";
import { escaped } from "./escape.js";
import { highlighted } from "./highlight.js";

// Nothing scrolls by itself: code and tables break their lines, so that they need no stop of the keyboard.
const marked = new Marked({
  // In pages, links between documents lead to pages.
  walkTokens(token) {
    if (token.type === "link") token["href"] = pageOf(token["href"]);
  },
  renderer: {
    table({ header, rows }) {
      const inline = (cells: typeof header) => cells.map(({ tokens }) => this.parser.parseInline(tokens));
      return renderTable(inline(header), rows.map(inline));
    },
    code({ text, lang = "" }) {
      const [, method, path] = (lang === "http" && text.match(/^([A-Z]+) (\S+)$/)) || [];
      if (method && path) return `<p class="route">${badge(method)}<code>${breakable(escaped(path))}</code></p>\n`;
      return `<pre class="panel"><code>${highlighted(text, lang)}</code></pre>\n`;
    },
    // HTML in a text of the contract is shown, and not run.
    html({ text, block }) {
      return block ? `<p>${escaped(text)}</p>\n` : escaped(text);
    },
    codespan({ text }) {
      return `<code>${breakable(escaped(text))}</code>`;
    },
  },
});

/** The reference, or a guide, as HTML. */
export function renderHtml(chapters: readonly Chapter[]): string {
  return chapters
    .map((chapter) => {
      const { blocks, aside = [] } = chapter;
      const text = `${headingOf(chapter)}\n${blocks.map(render).join("")}`;
      if (aside.length === 0) return `<section>${text}</section>\n`;
      const panels = aside.map((panel) => renderPanel(panel, chapter.anchor)).join("");
      return `<section class="pair"><div>${text}</div>\n<div class="aside">${panels}</div></section>\n`;
    })
    .join("");
}

function headingOf({ level, title, anchor, version }: Chapter): string {
  const id = `id="${escaped(anchor)}"`;
  if (level > 1) return `<h${level} ${id}><a href="#${escaped(anchor)}">${escaped(title)}</a></h${level}>`;
  return `<h1 ${id}>${escaped(title)}${version === undefined ? "" : ` <small>${escaped(version)}</small>`}</h1>`;
}

function render(block: Block): string {
  if (typeof block === "string") return String(marked.parse(block));
  if ("fields" in block) return `<dl class="fields">${block.fields.map(renderField).join("\n")}</dl>\n`;
  if ("settings" in block) {
    const rows = block.settings.map(({ name, text }) => `<dt>${escaped(name)}</dt><dd>${inline(text)}</dd>`);
    return `<dl class="settings">${rows.join("")}</dl>\n`;
  }
  if ("routes" in block) {
    const rows = block.routes.map(({ method, path, title, anchor }) => [
      badge(method),
      `<code>${breakable(escaped(path))}</code>`,
      `<a href="#${escaped(anchor)}">${escaped(title)}</a>`,
    ]);
    return renderTable(["Method", "Path", "Operation"], rows, "routes");
  }
  return `<details class="try" data-operation="${escaped(block.form)}"><summary>Try it</summary></details>\n`;
}

/** A field: name, type and whether it is required on a line, then what is said about it. */
function renderField({ anchor, steps, place, type, required, description, bounds }: FieldRow): string {
  const above = steps.slice(0, -1).map((step) => `${escaped(step)}.`);
  const name = `<code>${breakable(above.join(""))}<b>${breakable(escaped(steps.at(-1) ?? ""))}</b></code>`;
  const marks = [
    place && `<span>${place}</span>`,
    type && `<span>${inline(type)}</span>`,
    required && "<strong>required</strong>",
  ];
  const said = [
    description && String(marked.parse(description)),
    bounds && `<p class="bounds">${inline(bounds[0]?.toUpperCase() + bounds.slice(1))}</p>`,
  ];
  const depth = above.length > 0 ? ` class="in-${Math.min(above.length, 3)}"` : "";
  const text = said.filter(Boolean).join("");
  return `<div id="${escaped(anchor)}"${depth}><dt>${[name, ...marks].filter(Boolean).join(" ")}</dt>${text && `<dd>${text}</dd>`}</div>`;
}

function inline(markdown: string): string {
  return String(marked.parseInline(markdown));
}

/** A table. On a phone, each cell is on a line of its own, below the name of its column. */
function renderTable(header: readonly string[], rows: readonly (readonly string[])[], name = ""): string {
  const head = header.map((cell) => `<th>${cell}</th>`).join("");
  const body = rows.map((cells) => {
    const inner = cells.map((cell, index) => {
      if (index === 0) return `<th scope="row">${cell}</th>`;
      return `<td data-title="${(header[index] ?? "").replace(/<[^>]*>/g, "")}">${cell}</td>`;
    });
    return `<tr>${inner.join("")}</tr>`;
  });
  return `<table${name && ` class="${name}"`}><thead><tr>${head}</tr></thead>\n<tbody>${body.join("\n")}</tbody></table>\n`;
}

/** The method of an operation, in its colour. */
export function badge(method: string | undefined): string {
  return method === undefined ? "" : `<b class="method ${method.toLowerCase()}">${method}</b> `;
}

/** The length of the longest name that stays on one line. */
const LONG = 34;

/** A long name or path, which may break before its words. A short one stays on its line. */
function breakable(html: string): string {
  if (html.length <= LONG) return html;
  return html.replace(/(?<=\w)(?=[./_[]\w)|(?<=\/)(?=\{)/g, "<wbr>");
}

/** The page of a guide that a link in Markdown leads to. */
function pageOf(link: string): string {
  return link.replace(/^((?:guides\/)?[\w-]+)\.md(?=#|$)/, "$1.html");
}
