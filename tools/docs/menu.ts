import type { Chapter } from "./chapter.js";
import { badge } from "./render.js";
import { type Html, html } from "./template.js";

/** A page in the menu. */
export interface MenuPage {
  file: string;
  name: string;
  isCurrent: boolean;
}

/** The menu of a page: its chapters in groups, and all pages. In a guide, the pages are first. */
export function renderMenu(chapters: readonly Chapter[], pages: readonly MenuPage[]): Html {
  const [, ...entries] = chapters;
  const isReference = entries.some(({ group }) => group !== undefined);
  const groups: { title: string; chapters: Chapter[] }[] = [];
  for (const chapter of entries) {
    if (chapter.group !== undefined) groups.push({ title: chapter.group, chapters: [] });
    groups.at(-1)?.chapters.push(chapter);
  }
  const own = groups.map(({ title, chapters: all }) => {
    return group(title, all.filter((each) => each.title !== title).map(entry));
  });
  const links = pages.map(({ file, name, isCurrent }) => {
    return html`<li><a href="${file}"${isCurrent && html` aria-current="page"`}>${name}</a></li>`;
  });
  const all = group("Pages", links);
  return isReference ? html`${own}${all}` : html`${all}<div class="here">${renderContents(chapters)}</div>`;
}

/** The chapters of a guide. */
export function renderContents([, ...chapters]: readonly Chapter[]): Html {
  return group("On this page", chapters.map(entry));
}

function group(title: string, entries: readonly Html[]): Html {
  return html`<p>${title}</p>\n<ul>${entries}</ul>\n`;
}

function entry({ level, title, anchor, method, deprecated }: Chapter): Html {
  const name = html`<span>${title}${deprecated && " (deprecated)"}</span>`;
  return html`<li class="level-${level}"><a href="#${anchor}">${name} ${badge(method)}</a></li>\n`;
}
