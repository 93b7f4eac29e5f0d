import { lexer, Marked, type Token, type Tokens } from "marked";
import { isGap, isRegister, type Question } from "../contract/register.js";
import { questionAnchor } from "./anchors.js";
import { codeBlock } from "./highlight.js";
import { copyButton, escaped, Html, html } from "./html.js";
import { NOT_SPECIFIED } from "./not-specified.js";
import { textOf } from "./plain-text.js";

/** How the contract marks what is open: a paragraph that begins with this in bold. */
const GAP = "Not specified:";

/** What texts speak of, and what the site knows of it. */
export interface Context {
  /** The questions of the contract, by their anchors. */
  questions: ReadonlyMap<string, Question>;
  /** Anchors of what a column "Where" names. */
  places: ReadonlyMap<string, string>;
}

export const NO_CONTEXT: Context = { questions: new Map(), places: new Map() };

/** A text in Markdown as HTML. */
export function markdown(text: string, context = NO_CONTEXT): Html {
  return new Html(String(markedFor(context).parse(text.trim())));
}

/** A text that is part of a line. */
export function inline(text: string): Html {
  return new Html(String(markedFor(NO_CONTEXT).parseInline(text)));
}

function markedFor({ questions, places }: Context): Marked {
  return new Marked({
    renderer: {
      // What has a chapter of its own is split off before: this is a heading within the text of an operation or a schema.
      heading({ tokens }) {
        return `<h4>${this.parser.parseInline(tokens)}</h4>\n`;
      },
      link({ href, tokens }) {
        const text = new Html(this.parser.parseInline(tokens));
        // In pages, links between documents lead to pages.
        const page = href.replace(/^((?:\.\.\/|guides\/)?[\w-]+)\.md(?=#|$)/, "$1.html");
        return String(html`<a href="${page}">${text}</a>`);
      },
      paragraph({ tokens }) {
        const text = new Html(this.parser.parseInline(tokens));
        const [mark, ...sentence] = tokens;
        if (mark?.type !== "strong" || textOf([mark]) !== GAP) return `<p>${text}</p>\n`;
        const { answer } = questions.get(questionAnchor(textOf(sentence))) ?? {};
        if (answer === undefined) return `<p class="open">${text}</p>\n`;
        return String(html`<details class="open"><summary>${text}</summary><p>${inline(answer)}</p></details>\n`);
      },
      // On a phone, each cell is on a line of its own, below the name of its column.
      table(table) {
        const { header, rows } = table;
        const inner = ({ tokens }: Tokens.TableCell) => new Html(this.parser.parseInline(tokens));
        const body = rows.map((row) => {
          const [first, ...others] = row;
          const anchor = questionAnchor(textOf(first?.tokens));
          const question = questions.get(anchor);
          const id = isRegister(table) && html` id="${anchor}"`;
          const cells = others.map((cell, index) => {
            const name = header[index + 1]?.text;
            const content = name === "Where" ? linked(cell, places) : inner(cell);
            // Who follows a link to the row does not see what is said above the table.
            const mark = cell === row.at(-1) && question && isGap(question) && NOT_SPECIFIED;
            return html`<td data-title="${name}">${mark}${content}</td>`;
          });
          return html`<tr${id}><th scope="row">${first && inner(first)}</th>${cells}</tr>\n`;
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
}

/** Names, with commas between them, that lead to where they are. The place of a field is below that of its schema. */
function linked({ text }: Tokens.TableCell, places: Context["places"]): Html {
  const names = text.split(", ").map((name) => {
    const [title = "", ...field] = name.replaceAll("`", "").split(".");
    const anchor = places.get(title);
    return inline(anchor === undefined ? name : `[${name}](#${[anchor, ...field].join("/")})`);
  });
  return html`${names.map((name, index) => html`${index > 0 && ", "}${name}`)}`;
}

/** The length of the longest name that stays on one line. */
const LONG = 34;

/** A name or path that may break before its words, if it is longer than a part of a line. */
export function breakable(text: string, longest = LONG): Html {
  const words = text.length <= longest ? [text] : text.split(/(?<=\w)(?=[./_[]\w)|(?<=\/)(?=\{)/);
  return html`${words.map((word, index) => html`${index > 0 && html`<wbr>`}${word}`)}`;
}

/** A part of a Markdown text. */
export interface Part {
  /** Depth of its heading: 1 for `#`. */
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
    if (isHeading(token)) parts.push({ depth: token.depth, title: textOf(token.tokens), text: "" });
    else if (last) last.text += token.raw;
  }
  return parts;
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === "heading";
}
