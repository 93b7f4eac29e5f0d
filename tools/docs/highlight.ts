import hljs from "highlight.js";
import { escaped } from "./escape.js";

hljs.configure({ classPrefix: "" });

/** Code as HTML, with its words in classes by their meaning, some of which have a colour in page.css. */
export function highlighted(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escaped(code);
}
