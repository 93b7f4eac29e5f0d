import { lexer, Marked, type Tokens } from "marked";
import { questionAnchor } from "./anchors.js";
import { codeBlock } from "./highlight.js";
import { copyButton, escaped, Html, html } from "./html.js";

/** A text in Markdown as HTML. */
export function markdown(text: string): Html {
  return new Html(String(marked.parse(text.trim())));
}

/** A part of a line in Markdown as HTML. */
export function inline(text: string): Html {
  return new Html(String(marked.parseInline(text)));
}

/** A text of the contract as HTML. Each point that is not specified links to its row under "Open questions". */
export function contractText(text: string): Html {
  const linked = text.replaceAll(/^\*\*Not specified:\*\* ([\s\S]+?)\.$/gm, (_, sentence: string) => {
    const points = sentence.replaceAll(/\s+/g, " ").split("; ");
    return `Not specified: ${points.map((point) => `[${point}](#${questionAnchor(point)})`).join("; ")}.`;
  });
  return markdown(linked);
}

const marked = new Marked({
  renderer: {
    // Headings with their own sections have been split off before. This is a heading within a text.
    heading({ tokens }) {
      return `<h4>${this.parser.parseInline(tokens)}</h4>\n`;
    },
    paragraph({ text, tokens }) {
      const quiet = text.startsWith("Not specified: [") && html` class="open"`;
      return String(html`<p${quiet}>${new Html(this.parser.parseInline(tokens))}</p>\n`);
    },
    link({ href, tokens }) {
      // On the site, links between documents lead to pages.
      const page = href.replace(/^((?:\.\.\/|guides\/)?[\w-]+)\.md(?=#|$)/, "$1.html");
      return String(html`<a href="${page}">${new Html(this.parser.parseInline(tokens))}</a>`);
    },
    // On a phone, each cell is on a line of its own, after the name of its column.
    table({ header, rows }) {
      const inner = (cell?: Tokens.TableCell) => new Html(this.parser.parseInline(cell?.tokens ?? []));
      const isRegister = header[0]?.text === "Question";
      const body = rows.map(([first, ...others]) => {
        const id = isRegister && html` id="${questionAnchor(first?.text ?? "")}"`;
        const cells = others.map((cell, index) => {
          return html`<td data-title="${header[index + 1]?.text}">${inner(cell)}</td>`;
        });
        return html`<tr${id}><th scope="row">${inner(first)}</th>${cells}</tr>\n`;
      });
      const head = header.map((cell) => html`<th>${inner(cell)}</th>`);
      return String(html`<table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table>\n`);
    },
    code: ({ text, lang = "" }) =>
      String(html`<div class="panel">${copyButton("the code")}${codeBlock(text, lang)}</div>\n`),
    codespan: ({ text }) => String(html`<code>${breakable(text, 34)}</code>`),
    // HTML in a text is shown as text.
    html: ({ text, block }) => (block ? `<p>${escaped(text)}</p>\n` : escaped(text)),
  },
});

/** A name or path, which may break between its words if it is longer than `longest`. */
export function breakable(text: string, longest = 0): Html {
  const words = text.length <= longest ? [text] : text.split(/(?<=\w)(?=[./_[]\w)|(?<=\/)(?=\{)/);
  return html`${words.map((word, index) => html`${index > 0 && html`<wbr>`}${word}`)}`;
}

/** A part of a Markdown text, below its heading. */
export interface Part {
  /** Depth of its heading: 1 for `#`, 0 before the first one. */
  depth: number;
  /** The heading, without marks. */
  title: string;
  text: string;
}

/** A Markdown text, split at its headings. The first part is what comes before all of them. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [{ depth: 0, title: "", text: "" }];
  for (const token of lexer(text)) {
    const last = parts.at(-1);
    if (token.type === "heading")
      parts.push({ depth: token["depth"], title: token["text"].replace(/[`*]/g, ""), text: "" });
    else if (last) last.text += token.raw;
  }
  return parts;
}
