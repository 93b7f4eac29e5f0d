import { Marked, type Token, type Tokens } from "marked";
import { questionAnchor } from "./anchors.js";
import { highlighted } from "./highlight.js";
import { escaped, Html, html } from "./template.js";

/** How the contract marks what is open. */
const GAP = /^\*\*Not specified:\*\* ([^\n]+(?:\n[^\n]+)*)/;

/** What the first column of a table is called whose rows have anchors: the marks of what is open lead to them. */
const QUESTION = "Question";

// Nothing scrolls by itself: code and tables break their lines, so that they need no stop of the keyboard.
const marked = new Marked({
  extensions: [
    {
      name: "gap",
      level: "inline",
      start: (source) => source.match(/\*\*Not specified:/)?.index,
      tokenizer(source) {
        const [raw, sentence = ""] = GAP.exec(source) ?? [];
        return raw === undefined ? undefined : { type: "gap", raw, sentence: sentence.replace(/\s+/g, " ") };
      },
      renderer: ({ ["sentence"]: sentence }) => String(openMark(String(sentence))),
    },
  ],
  // In pages, links between documents lead to pages.
  walkTokens(token) {
    if (token.type === "link") token["href"] = pageOf(token["href"]);
  },
  renderer: {
    // Alone in its paragraph, a mark has its sentence next to it.
    paragraph({ tokens }) {
      const isGap = tokens[0]?.type === "gap";
      return `<p${isGap ? ' class="gap"' : ""}>${this.parser.parseInline(tokens)}</p>\n`;
    },
    table({ header, rows }) {
      const cell = ({ tokens }: Tokens.TableCell) => new Html(this.parser.parseInline(tokens));
      const hasAnchors = header[0]?.text === QUESTION;
      const named = rows.map((cells) => {
        return { cells: cells.map(cell), ...(hasAnchors && { anchor: questionAnchor(textOf(cells[0]?.tokens)) }) };
      });
      return String(table(header.map(cell), named));
    },
    code: ({ text, lang = "" }) => String(codeBlock(text, lang)),
    // HTML in a text of the contract is shown, and not run.
    html: ({ text, block }) => (block ? `<p>${escaped(text)}</p>\n` : escaped(text)),
    codespan: ({ text }) => String(html`<code>${breakable(text)}</code>`),
  },
});

/** A text in Markdown as HTML. */
export function markdown(text: string): Html {
  return new Html(String(marked.parse(text)));
}

/** The same where room is dear: what is open is only a mark, at the end of the paragraph before it. */
export function brief(text: string): Html {
  return markdown(text.trim().replace(/\n\n(?=\*\*Not specified:\*\*)/g, " "));
}

/** A text that is part of a line. */
export function inline(text: string): Html {
  return new Html(String(marked.parseInline(text)));
}

/** The mark of a point that the contract leaves open: with its sentence, and a link to what this project does about it. */
function openMark(sentence: string): Html {
  return html`<a class="open" href="#${questionAnchor(sentence)}">Open<span>: ${inline(sentence)}</span></a>`;
}

/** A row of a table; the first cell is its heading. */
interface Row {
  anchor?: string;
  cells: readonly Html[];
}

/** A table. On a phone, each cell is on a line of its own, below the name of its column. */
export function table(header: readonly Html[], rows: readonly Row[], name = ""): Html {
  const names = header.map((cell) => String(cell).replace(/<[^>]*>/g, ""));
  const body = rows.map(({ anchor, cells: [first, ...others] }) => {
    const cells = others.map((cell, index) => html`<td data-title="${names[index + 1]}">${cell}</td>`);
    return html`<tr${anchor !== undefined && html` id="${anchor}"`}><th scope="row">${first}</th>${cells}</tr>\n`;
  });
  return html`<table class="${name}"><thead><tr>${header.map((cell) => html`<th>${cell}</th>`)}</tr></thead>
<tbody>${body}</tbody></table>\n`;
}

/** A block of code. */
function codeBlock(text: string, language: string): Html {
  return html`<pre class="panel"><code>${new Html(highlighted(text, language))}</code></pre>\n`;
}

/** The length of the longest name that stays on one line. */
const LONG = 34;

/** A long name or path, which may break before its words. A short one stays on its line. */
export function breakable(text: string): Html {
  const words = text.length <= LONG ? [text] : text.split(/(?<=\w)(?=[./_[]\w)|(?<=\/)(?=\{)/);
  return html`${words.map((word, index) => html`${index > 0 && html`<wbr>`}${word}`)}`;
}

/** The text between the marks. */
export function textOf(tokens: readonly Token[] = []): string {
  return tokens.map((token) => ("tokens" in token ? textOf(token.tokens) : (Object(token).text ?? ""))).join("");
}

/** The page of a guide that a link in Markdown leads to. */
function pageOf(link: string): string {
  return link.replace(/^((?:guides\/)?[\w-]+)\.md(?=#|$)/, "$1.html");
}
