import { badge, type Html, html } from "./html.js";
import type { Section } from "./sections.js";

/** A page in the menu. */
export interface MenuPage {
  file: string;
  name: string;
  isCurrent: boolean;
}

/** The menu of a page: all pages, and its sections in groups. */
export function renderMenu([, ...sections]: readonly Section[], pages: readonly MenuPage[]): Html {
  const links = pages.map(({ file, name, isCurrent }) => {
    return html`<li><a href="${file}"${isCurrent && html` aria-current="page"`}>${name}</a></li>`;
  });
  const starts = sections.flatMap(({ group }, index) => (group === undefined ? [] : [index]));
  const groups = starts.map((start, index) => {
    const own = sections.slice(start, starts[index + 1]);
    const title = own[0]?.group ?? "";
    return group(title, own.filter((section) => section.title !== title).map(entry));
  });
  const contents = html`<div class="contents">${group("On this page", sections.map(entry))}</div>`;
  return html`${group("Pages", links)}${starts.length > 0 ? groups : contents}`;
}

function group(title: string, entries: readonly Html[]): Html {
  return html`<p>${title}</p>\n<ul>${entries}</ul>\n`;
}

function entry({ level, title, anchor, method }: Section): Html {
  return html`<li class="level-${level}"><a href="#${anchor}"><span>${title}</span> ${badge(method)}</a></li>\n`;
}
