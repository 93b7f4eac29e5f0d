import { type Html, html, methodName } from "./html.js";
import type { Section } from "./sections.js";

/** A page, or another file, in the menu. */
export interface MenuLink {
  file: string;
  name: string;
  isCurrent?: boolean;
}

/** The menu of a page: on the reference its own sections first, in groups; on a guide, the guides and its contents. */
export function renderMenu(sections: readonly Section[], pages: readonly MenuLink[], files: readonly MenuLink[]): Html {
  const links = (list: readonly MenuLink[]) =>
    list.map(({ file, name, isCurrent }) => {
      return html`<li><a href="${file}"${isCurrent && html` aria-current="page"`}>${name}</a></li>`;
    });
  const starts = sections.flatMap(({ group }, index) => (group === undefined ? [] : [index]));
  const isGuide = starts.length === 0;
  const groups = starts.map((start, index) => {
    const own = sections.slice(start, starts[index + 1]);
    const title = own[0]?.group ?? "";
    return group(title, own.filter((section) => section.title !== title).map(entry));
  });
  const contents = html`<div class="contents">${group("On this page", sections.slice(1).map(entry))}</div>`;
  return html`${groups}${group("Guides", links(pages.filter(({ isCurrent }) => isGuide || !isCurrent)))}${group("Files", links(files))}${isGuide && contents}`;
}

function group(title: string, entries: readonly Html[]): Html {
  return html`<p>${title}</p>\n<ul>${entries}</ul>\n`;
}

function entry({ level, title, anchor, method }: Section): Html {
  return html`<li class="level-${level}"><a href="#${anchor}"><span>${level === 1 ? "Introduction" : title}</span> ${methodName(method)}</a></li>\n`;
}
