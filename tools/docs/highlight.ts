import { escaped } from "./html.js";

// Runs when the site is built, and in the page, where it colours answers and the samples of typed values. A library of
// grammars would double what a reader loads.

const TEXT = String.raw`(?<s>"(?:\\.|[^"\\\n])*"|'[^'\n]*'|${"`[^`]*`"})`;
const NUMBER = String.raw`(?<n>\b\d[\d_.]*\b|\b(?:true|false|null)\b)`;
const KEY = String.raw`"(?:\\.|[^"\\])*"(?=\s*:)`;
const SCRIPT = [
  String.raw`(?<c>(?<!:)\/\/.*|\/\*[^]*?\*\/)`,
  TEXT,
  String.raw`(?<a>[\w$]+(?=\??:\s))`,
  String.raw`(?<k>\b(?:import|export|from|const|let|await|async|function|new|return|if|else|for|of|in|while|try|catch|finally|throw|class|extends|type|interface|typeof|instanceof|as)\b)`,
  NUMBER,
].join("|");
const PYTHON = String.raw`(?<c>#.*)|(?<a>\b\w+(?==[^=])|${KEY})|${TEXT}|(?<k>\b(?:import|from|def|return|if|else|for|in|with|as)\b)|(?<n>\b\d[\d_.]*\b|\b(?:True|False|None)\b)`;
const GO = String.raw`(?<c>\/\/.*)|${TEXT}|(?<k>\b(?:package|import|func|if|else|for|return|defer|var|type|range)\b)|(?<n>\b\d[\d_.]*\b|\bnil\b)`;
const SHELL = String.raw`(?<c>(?<![^\s])#.*)|(?<s>"(?:\\.|[^"\\])*"|'[^']*')|(?<k>\b(?:while|do|done|if|then|fi|for)\b)`;

/** What has a colour in each language: comments, keys and headers, strings, keywords and methods, numbers and literals. */
const GRAMMARS: Readonly<Record<string, RegExp>> = {
  json: RegExp(`(?<a>${KEY})|${TEXT}|${NUMBER}`, "g"),
  ts: RegExp(SCRIPT, "g"),
  js: RegExp(SCRIPT, "g"),
  py: RegExp(PYTHON, "g"),
  go: RegExp(GO, "g"),
  sh: RegExp(SHELL, "g"),
  http: RegExp(String.raw`(?<k>^[A-Z]+(?= \/))|(?<a>^[\w-]+(?=: )|${KEY})|${TEXT}|${NUMBER}`, "gm"),
};

/** Code as HTML, with its words in elements whose class is the letter of their kind. */
export function highlighted(code: string, language: string): string {
  const grammar = GRAMMARS[language];
  if (!grammar) return escaped(code);
  let html = "";
  let end = 0;
  for (const { 0: word, index, groups = {} } of code.matchAll(grammar)) {
    const [kind] = Object.entries(groups).find(([, found]) => found !== undefined) ?? [];
    html += `${escaped(code.slice(end, index))}<i class="${kind}">${escaped(word)}</i>`;
    end = index + word.length;
  }
  return html + escaped(code.slice(end));
}
