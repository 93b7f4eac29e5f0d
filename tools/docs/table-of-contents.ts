import { escaped } from "./escape.js";
import { badge } from "./html.js";
import type { Chapter } from "./reference.js";

/** Links to the chapters below the title. */
export function renderContents(chapters: readonly Chapter[]): string {
  const entries = chapters.slice(1).map(({ level, title, anchor, method, deprecated }) => {
    const name = badge(method) + escaped(title) + (deprecated ? " (deprecated)" : "");
    return `<li class="level-${level}"><a href="#${escaped(anchor)}">${name}</a></li>`;
  });
  return `<ul>\n${entries.join("\n")}\n</ul>`;
}
