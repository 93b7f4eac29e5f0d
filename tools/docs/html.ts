import { Marked } from "marked";
import type { Block, Chapter } from "./chapters.js";

// Tables and code scroll by themselves where they are too wide, with the keyboard too.
const marked = new Marked({
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
      const isPairs = header.length === 2 && header.every(({ align }) => !align);
      return scrolling(`<tr>${cells(header, "th")}</tr>`, body, isPairs ? "pairs" : "");
    },
    code({ text, lang }) {
      return codeBlock(lang ?? "", text);
    },
  },
});

/** The reference as HTML. */
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
  const entries = chapters.slice(1).map(({ level, title, anchor }) => {
    return `<li class="level-${level}"><a href="#${escaped(anchor)}">${escaped(title)}</a></li>`;
  });
  return `<ul>\n${entries.join("\n")}\n</ul>`;
}

function render(block: Block): string {
  switch (block.kind) {
    case "text":
      return String(marked.parse(block.markdown));
    case "heading":
      return `<h4>${inline(block.title)}</h4>\n`;
    case "code":
      return codeBlock(block.language, block.code);
    case "table": {
      const head = block.head.map((title) => `<th>${title}</th>`).join("");
      const rows = block.rows.map(({ anchor, cells: [name = "", ...others] }) => {
        const data = others
          .map((text, index) => `<td data-title="${block.head[index + 1]}">${inline(text)}</td>`)
          .join("");
        return `<tr id="${escaped(anchor)}"><th scope="row">${inline(name)}</th>${data}</tr>`;
      });
      return scrolling(`<tr>${head}</tr>`, rows.join("\n"), "fields");
    }
    case "try-it":
      return `<try-it operation="${escaped(block.operation)}"></try-it>\n`;
  }
}

function scrolling(head: string, body: string, kind = ""): string {
  return `<div class="scroll" tabindex="0"><table class="${kind}"><thead>${head}</thead>\n<tbody>${body}</tbody></table></div>\n`;
}

function codeBlock(language: string, text: string): string {
  return `<pre tabindex="0"><code class="language-${escaped(language)}">${escaped(text)}</code></pre>\n`;
}

/** A line of Markdown as HTML. */
export function inline(markdown: string): string {
  return String(marked.parseInline(markdown.replace(/\s*\n\s*/g, " ").trim()));
}

/** Text as HTML, within an attribute too. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
