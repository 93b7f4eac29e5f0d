import type { Chapter } from "./chapter.js";
import { escaped } from "./escape.js";
import { badge } from "./html.js";

/** A page in the menu. */
export interface MenuPage {
  file: string;
  name: string;
  isCurrent: boolean;
}

/** The menu of a page: its chapters in groups, and all pages. In a guide, the pages are first. */
export function renderMenu(chapters: readonly Chapter[], pages: readonly MenuPage[], redoc: string): string {
  const [, ...entries] = chapters;
  const isReference = entries.some(({ group }) => group !== undefined);
  const groups: { title: string; chapters: Chapter[] }[] = isReference ? [] : [{ title: "On this page", chapters: [] }];
  for (const chapter of entries) {
    if (chapter.group !== undefined) groups.push({ title: chapter.group, chapters: [] });
    groups.at(-1)?.chapters.push(chapter);
  }
  const own = groups.map(({ title, chapters: all }) =>
    group(title, all.filter((each) => each.title !== title).map(entry)),
  );
  const links = pages.map(({ file, name, isCurrent }) => {
    return `<li><a href="${file}"${isCurrent ? ' aria-current="page"' : ""}>${escaped(name)}</a></li>`;
  });
  const all = group("Pages", [...links, `<li><a href="${redoc}">Reference by Redoc</a></li>`]);
  return (isReference ? [...own, all] : [all, ...own]).join("\n");
}

function group(title: string, entries: readonly string[]): string {
  return `<p>${escaped(title)}</p>\n<ul>${entries.join("\n")}</ul>`;
}

function entry({ level, title, anchor, method, deprecated }: Chapter): string {
  const name = `<span>${escaped(title)}${deprecated ? " (deprecated)" : ""}</span>`;
  return `<li class="level-${level}"><a href="#${escaped(anchor)}">${name} ${badge(method)}</a></li>`;
}
