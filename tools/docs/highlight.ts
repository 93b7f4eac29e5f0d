import hljs from "highlight.js/lib/common";
import { escaped } from "./escape.js";

hljs.configure({ classPrefix: "" });

/** The kinds of words with a colour in static-page.css, each with its class: a short one, since there are hundreds. */
const CLASSES: Readonly<Record<string, string>> = {
  ...{ attr: "a", variable: "a", comment: "c", keyword: "k", literal: "n", number: "n", string: "s" },
};

/** Code as HTML, with its words in classes by their meaning. A page with elements for all words would be slow. */
export function highlighted(code: string, language: string): string {
  if (!hljs.getLanguage(language)) return escaped(code);
  const open: boolean[] = [];
  return hljs.highlight(code, { language }).value.replace(/<span class="(\w*)[^"]*">|<\/span>/g, (_, kind?: string) => {
    if (kind === undefined) return open.pop() ? "</i>" : "";
    const short = CLASSES[kind];
    open.push(short !== undefined);
    return short === undefined ? "" : `<i class="${short}">`;
  });
}
