import { Marked } from "marked";
import type { Block, Chapter } from "./chapters.js";
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
      const cells = (row: typeof header, tag: string) =>
        row
          .map(({ tokens, align }) => {
            const side = align ? ` style="text-align: ${align}"` : "";
            return `<${tag}${side}>${this.parser.parseInline(tokens)}</${tag}>`;
          })
          .join("");
      const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
      const isNumbers = header.some(({ align }) => align);
      return table(`<tr>${cells(header, "th")}</tr>`, body, isNumbers ? "" : "texts");
    },
    code({ text, lang = "" }) {
      const [, method, path] = (lang === "http" && text.match(/^([A-Z]+) (\S+)$/)) || [];
      if (method && path) return `<p class="route">${badge(method)}<code>${breakable(escaped(path))}</code></p>\n`;
      return `<pre><code>${highlighted(text, lang)}</code></pre>\n`;
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
      return `<h${level} id="${escaped(anchor)}">${level === 1 ? escaped(title) : link}</h${level}>\n${blocks.map(render).join("")}`;
    })
    .join("");
}

/** Links to the chapters below the title. */
export function renderContents(chapters: readonly Chapter[]): string {
  const entries = chapters.slice(1).map(({ level, title, anchor, method }) => {
    return `<li class="level-${level}"><a href="#${escaped(anchor)}">${badge(method)}${escaped(title)}</a></li>`;
  });
  return `<ul>\n${entries.join("\n")}\n</ul>`;
}

/** The length of the longest name that stays on one line of a table. */
const LONG = 34;

function render(block: Block): string {
  switch (block.kind) {
    case "text":
      return String(marked.parse(block.markdown));
    case "table": {
      const head = block.head.map((title) => `<th>${title}</th>`).join("");
      const rows = block.rows.map(({ anchor, cells: [name = "", ...others] }) => {
        const data = others
          .map((text, index) => `<td data-title="${block.head[index + 1]}">${inline(text)}</td>`)
          .join("");
        const long = name.length > LONG ? ' class="long"' : "";
        return `<tr id="${escaped(anchor)}"><th scope="row"${long}>${inline(name)}</th>${data}</tr>`;
      });
      return table(`<tr>${head}</tr>`, rows.join("\n"), "fields");
    }
    case "try-it":
      return `<try-it operation="${escaped(block.operation)}"></try-it>\n`;
  }
}

/** The method of an operation, in its colour. */
function badge(method: string | undefined): string {
  return method === undefined ? "" : `<b class="method ${method.toLowerCase()}">${method}</b> `;
}

function table(head: string, body: string, kind: string): string {
  return `<table class="${kind}"><thead>${head}</thead>\n<tbody>${body}</tbody></table>\n`;
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

/** A line of Markdown as HTML. */
function inline(markdown: string): string {
  return String(marked.parseInline(markdown.replace(/\s*\n\s*/g, " ").trim()));
}
