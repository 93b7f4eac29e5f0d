import { escaped, Html, html } from "./html.js";

// Runs when the site is built, and in the page, where it colours answers and the samples of typed values. A library of
// grammars would double what a reader loads.

const DOUBLE_QUOTED = String.raw`"(?:\\.|[^"\\\n])*"`;
const SINGLE_QUOTED = String.raw`'[^'\n]*'`;
const NUMBER = String.raw`(?<n>\b\d[\d_.]*\b|\b(?:true|false|null|True|False|None|nil)\b)`;
/** A key of JSON has no colour, and neither does anything in it. */
const KEY = String.raw`(?<key>${DOUBLE_QUOTED}(?=\s*:))`;
const SCRIPT = String.raw`(?<c>(?<!:)\/\/.*|\/\*[^]*?\*\/)|${KEY}|(?<s>${DOUBLE_QUOTED}|${SINGLE_QUOTED}|${"`[^`]*`"})|${NUMBER}`;

/** What has a colour in each language: comments, strings, and numbers and literals. */
const GRAMMARS: Readonly<Record<string, RegExp>> = {
  json: RegExp(`${KEY}|(?<s>${DOUBLE_QUOTED})|${NUMBER}`, "g"),
  ts: RegExp(SCRIPT, "g"),
  js: RegExp(SCRIPT, "g"),
  go: RegExp(SCRIPT, "g"),
  py: RegExp(`(?<c>#.*)|${KEY}|(?<s>${DOUBLE_QUOTED})|${NUMBER}`, "g"),
  // A string in the shell may have several lines.
  sh: /(?<c>(?<!\S)#.*)|(?<s>"(?:\\.|[^"\\])*"|'[^']*')/g,
};

/** Code as HTML. Each coloured word is in an element whose class is the letter of its kind. */
export function highlighted(code: string, language: string): string {
  const grammar = GRAMMARS[language];
  if (!grammar) return escaped(code);
  let marked = "";
  let end = 0;
  for (const { 0: word, index, groups = {} } of code.matchAll(grammar)) {
    const kind = ["c", "s", "n"].find((each) => groups[each] !== undefined);
    const before = escaped(code.slice(end, index));
    marked += kind === undefined ? before + escaped(word) : `${before}<i class="${kind}">${escaped(word)}</i>`;
    end = index + word.length;
  }
  return marked + escaped(code.slice(end));
}

/** A block of coloured code. If it is too wide, it scrolls sideways, also with the keyboard. */
export function codeBlock(text: string, language: string, name?: string): Html {
  const attribute = name !== undefined && html` class="${name}"`;
  return html`<pre${attribute} tabindex="0"><code>${new Html(highlighted(text, language))}</code></pre>`;
}
