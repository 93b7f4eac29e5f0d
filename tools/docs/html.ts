import { Marked } from "marked";
import { type Block, type Chapter, rowsOf } from "./chapters.js";
import { escaped } from "./escape.js";
import { highlighted } from "./highlight.js";
import { renderBlock } from "./markdown.js";

// Nothing scrolls by itself: code and tables break their lines, so that they need no stop of the keyboard.
const marked = new Marked({
  // In pages, links between documents lead to pages.
  walkTokens(token) {
    if (token.type === "link") token["href"] = pageOf(token["href"]);
  },
  renderer: {
    table({ header, rows }) {
      const [head = "", ...body] = [header, ...rows].map((row) => {
        const cells = row.map(({ tokens, text, align, header: isHead }, index) => {
          const name = isHead
            ? "th"
            : index === 0
              ? 'th scope="row"'
              : `td data-title="${escaped(header[index]?.text ?? "")}"`;
          const long = !isHead && index === 0 && text.length > LONG ? ' class="long"' : "";
          const side = align ? ` style="text-align: ${align}"` : "";
          return `<${name}${long}${side}>${this.parser.parseInline(tokens)}</${name.slice(0, 2)}>`;
        });
        return `<tr>${cells.join("")}</tr>`;
      });
      // On a phone, each row is a paragraph, but numbers stay below each other.
      const kind = header.some(({ align }) => align) ? "" : ' class="rows"';
      return `<table${kind}><thead>${head}</thead>\n<tbody>${body.join("\n")}</tbody></table>\n`;
    },
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
  if (typeof block === "object" && "operation" in block) {
    return `<try-it operation="${escaped(block.operation)}"></try-it>\n`;
  }
  const anchors = rowsOf(block).map(({ anchor }) => ` id="${escaped(anchor)}"`);
  return String(marked.parse(renderBlock(block))).replace(/<tr(?=><th scope)/g, (row) => row + (anchors.shift() ?? ""));
}

/** The method of an operation, in its colour. */
function badge(method: string | undefined): string {
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
