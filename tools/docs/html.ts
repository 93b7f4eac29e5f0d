import { Marked, type Tokens } from "marked";
import { escaped } from "./escape.js";
import { belowHeading } from "./headings.js";
import { highlighted } from "./highlight.js";
import type { Block, Chapter, Table } from "./reference.js";

// Nothing scrolls by itself: code and tables break their lines, so that they need no stop of the keyboard.
const marked = new Marked({
  // In pages, links between documents lead to pages.
  walkTokens(token) {
    if (token.type === "link") token["href"] = pageOf(token["href"]);
  },
  renderer: {
    table({ header, rows }) {
      const cellOf = ({ tokens, text, align }: Tokens.TableCell) => ({
        html: this.parser.parseInline(tokens),
        text,
        align: align ?? "",
      });
      return renderTable(
        header.map(cellOf),
        rows.map((row) => row.map(cellOf)),
      );
    },
    // The policy of the pages loads no image of another host.
    image({ href, text }) {
      return href.startsWith("data:") ? false : `<a href="${escaped(href)}">${escaped(text || href)}</a>`;
    },
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    code({ text, lang = "" }) {
      const [, method, path] = (lang === "http" && text.match(/^([A-Z]+) (\S+)$/)) || [];
      if (method && path) return `<p class="route">${badge(method)}<code>${breakable(escaped(path))}</code></p>\n`;
      return `<pre><code>${highlighted(text, lang)}</code></pre>\n`;
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
    .map(({ level, title, anchor, blocks }) => {
      const link = `<a href="#${escaped(anchor)}">${escaped(title)}</a>`;
      const heading = `<h${level} id="${escaped(anchor)}">${level === 1 ? escaped(title) : link}</h${level}>`;
      return `<section>${heading}\n${blocks.map(render).join("")}</section>\n`;
    })
    .join("");
}

/** The length of the longest name that stays on one line of a table. */
const LONG = 34;

function render(block: Block): string {
  if (typeof block === "string") return String(marked.parse(block));
  if ("rows" in block) return renderFields(block);
  return `<try-it operation="${escaped(block.operation)}"></try-it>\n`;
}

function renderFields({ head, rows }: Table): string {
  const cellOf = (text: string) => ({ html: inCell(text), text, align: "" });
  const ids = rows.map(({ anchor }) => ` id="${escaped(anchor)}"`);
  return renderTable(
    head.map(cellOf),
    rows.map(({ cells }) => cells.map(cellOf)),
    ids,
  );
}

/** A text in a cell. A single paragraph needs no element of its own. */
function inCell(markdown: string): string {
  const html = String(marked.parse(belowHeading(4, markdown))).trim();
  return html.lastIndexOf("<p>") === 0 && html.endsWith("</p>") ? html.slice(3, -4) : html;
}

/** A cell of a table, with its text and its alignment: `right`, `center` or none. */
interface Cell {
  html: string;
  text: string;
  align: string;
}

function renderTable(header: readonly Cell[], rows: readonly (readonly Cell[])[], ids: readonly string[] = []): string {
  const classes = (...names: string[]) => (names.some(Boolean) ? ` class="${names.filter(Boolean).join(" ")}"` : "");
  const head = header.map(({ html, align }) => `<th${classes(align)}>${html}</th>`).join("");
  const body = rows.map((cells, place) => {
    const inner = cells.map(({ html, text, align }, index) => {
      if (index > 0) return `<td data-title="${escaped(header[index]?.text ?? "")}"${classes(align)}>${html}</td>`;
      return `<th scope="row"${classes(text.length > LONG ? "long" : "", align)}>${html}</th>`;
    });
    return `<tr${ids[place] ?? ""}>${inner.join("")}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead>\n<tbody>${body.join("\n")}</tbody></table>\n`;
}

/** The method of an operation, in its colour. */
export function badge(method: string | undefined): string {
  return method === undefined ? "" : `<b class="method ${method.toLowerCase()}">${method}</b> `;
}

/** A long name or path, which may break before its words. A short one stays on its line. */
function breakable(html: string): string {
  if (html.length <= LONG) return html;
  return html.replace(/(?<=\w)(?=[./_[]\w)|(?<=\/)(?=\{)/g, "<wbr>");
}

/** The page of a guide that a link in Markdown leads to. */
function pageOf(link: string): string {
  return link.replace(/^((?:guides\/)?[\w-]+)\.md(?=#|$)/, "$1.html");
}
