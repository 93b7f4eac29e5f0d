import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import http from "highlight.js/lib/languages/http";
import json from "highlight.js/lib/languages/json";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";
import { escaped } from "./escape.js";

/** The languages of the docs' code, by the names that Markdown has for them. */
const LANGUAGES = { bash, http, json, typescript, yaml };
const NAMES: Readonly<Record<string, string>> = { sh: "bash", ts: "typescript", js: "typescript", cjs: "typescript" };

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
hljs.configure({ classPrefix: "" });

/** The kinds of words with a colour in page.css, each with its class: a short one, since it occurs hundreds of times. */
const CLASSES: Readonly<Record<string, string>> = {
  ...{ attr: "a", variable: "a", comment: "c", keyword: "k", literal: "n", number: "n", string: "s" },
};

/** Code as HTML, with its words in classes by their meaning. */
export function highlighted(code: string, language: string): string {
  const name = NAMES[language] ?? language;
  if (!hljs.getLanguage(name)) return escaped(code);
  const open: boolean[] = [];
  const { value } = hljs.highlight(code, { language: name });
  return value.replace(/<span class="(\w*)[^"]*">|<\/span>/g, (_, kind?: string) => {
    if (kind === undefined) return open.pop() ? "</i>" : "";
    const short = CLASSES[kind];
    open.push(short !== undefined);
    return short === undefined ? "" : `<i class="${short}">`;
  });
}
