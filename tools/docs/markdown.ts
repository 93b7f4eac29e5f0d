import { slug } from "github-slugger";
import { Marked, type Token, type Tokens } from "marked";
import { highlighted } from "./highlight.js";
import { copyButton, escaped, Html, html } from "./html.js";

/** How the contract marks what is open: a paragraph of its own. */
const GAP = /^\*\*Not specified:\*\* ([^\n]+(?:\n[^\n]+)*)/gm;

/** Anchors of the rows of the table whose first column is called "Question". What is not specified leads to its row. */
const OPEN = "/open/";

// Nothing scrolls by itself: code and tables break their lines, so that they need no stop of the keyboard.
const marked = new Marked({
  renderer: {
    // What has a chapter of its own is split off before: this is a heading within the text of an operation or a schema.
    heading({ tokens }) {
      return `<h4>${this.parser.parseInline(tokens)}</h4>\n`;
    },
    link({ href, tokens }) {
      const text = new Html(this.parser.parseInline(tokens));
      if (href.startsWith(`#${OPEN}`))
        return String(html`<a class="open" href="${href}"><b>Not specified</b> <span>${text}</span></a>`);
      // In pages, links between documents lead to pages.
      return String(html`<a href="${href.replace(/^((?:\.\.\/|guides\/)?[\w-]+)\.md(?=#|$)/, "$1.html")}">${text}</a>`);
    },
    // On a phone, each cell is on a line of its own, below the name of its column.
    table({ header, rows }) {
      const inner = ({ tokens }: Tokens.TableCell) => new Html(this.parser.parseInline(tokens));
      const body = rows.map(([first, ...others]) => {
        const name = textOf(first?.tokens);
        const anchor = header[0]?.text === "Question" && html` id="${OPEN}${slugOf(name)}"`;
        const cells = others.map(
          (cell, index) => html`<td data-title="${header[index + 1]?.text}">${inner(cell)}</td>`,
        );
        return html`<tr${anchor}><th scope="row">${first && inner(first)}</th>${cells}</tr>\n`;
      });
      const head = header.map((cell) => html`<th>${inner(cell)}</th>`);
      return String(html`<table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table>\n`);
    },
    code: ({ text, lang = "" }) =>
      String(html`<div class="panel">${copyButton("the code")}${codeBlock(text, lang)}</div>\n`),
    codespan: ({ text }) => String(html`<code>${breakable(text)}</code>`),
    // HTML in a text of the contract is shown, and not run.
    html: ({ text, block }) => (block ? `<p>${escaped(text)}</p>\n` : escaped(text)),
  },
});

/** A text in Markdown as HTML. */
export function markdown(text: string): Html {
  const withLinks = text.trim().replace(GAP, (_, gap: string) => {
    const sentence = gap.replace(/\s+/g, " ");
    return `[${sentence}](#${OPEN}${slugOf(sentence)})`;
  });
  return new Html(String(marked.parse(withLinks)));
}

/** The same where room is dear: what is not specified is only a mark, at the end of the paragraph before it. */
export function brief(text: string): Html {
  const marks = String(markdown(text)).replaceAll('<a class="open"', '<a class="open brief"');
  return new Html(marks.replaceAll('</p>\n<p><a class="open', ' <a class="open'));
}

/** A text that is part of a line. */
export function inline(text: string): Html {
  return new Html(String(marked.parseInline(text)));
}

/** Code, with its words coloured. */
export function codeBlock(text: string, language: string, name?: string): Html {
  const attribute = name !== undefined && html` class="${name}"`;
  return html`<pre${attribute}><code>${new Html(highlighted(text, language))}</code></pre>`;
}

/** The length of the longest name that stays on one line. */
const LONG = 34;

/** A long name or path, which may break before its words. A short one stays on its line. */
export function breakable(text: string): Html {
  const words = text.length <= LONG ? [text] : text.split(/(?<=\w)(?=[./_[]\w)|(?<=\/)(?=\{)/);
  return html`${words.map((word, index) => html`${index > 0 && html`<wbr>`}${word}`)}`;
}

/** A part of a Markdown text. */
export interface Part {
  /** Depth of its heading: 1 for `#`. */
  depth: number;
  /** The heading, without marks. */
  title: string;
  /** What follows the heading. */
  text: string;
}

/** A Markdown text, split at its headings. The first part is what comes before all of them. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [{ depth: 0, title: "", text: "" }];
  for (const token of marked.lexer(text)) {
    const last = parts.at(-1);
    if (token.type === "heading") parts.push({ depth: token["depth"], title: textOf(token.tokens), text: "" });
    else if (last) last.text += token.raw;
  }
  return parts;
}

/** The text between the marks. */
function textOf(tokens: readonly Token[] = []): string {
  return tokens.map((token) => ("tokens" in token ? textOf(token.tokens) : (Object(token).text ?? ""))).join("");
}

/** A title as part of an anchor. */
export function slugOf(title: string): string {
  return slug(title.replace(/[?.]$/, ""));
}
