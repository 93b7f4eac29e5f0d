import { Html, html } from "./html.js";

/** A part of a page under its own heading. */
export interface Section {
  /** Level of its heading: 1 for the title. */
  level: number;
  title: string;
  /** Target of the links to it. */
  anchor: string;
  /** Heading of the group of the menu that begins with it. */
  group?: string;
  /** Of an operation, or of the request that the service sends: its HTTP method. */
  method?: string;
  /** Of an operation: its id. */
  operation?: string;
  text: Html;
  /** What is shown next to the text. */
  aside?: Html;
  /** What follows the title in a box. */
  badges?: readonly string[];
}

/** Sections as HTML: those with samples have them next to their text. */
export function renderSections(sections: readonly Section[]): Html {
  return html`${sections.map(({ level, title, anchor, badges = [], text, aside }) => {
    const name = level === 1 ? title : html`<a href="#${anchor}">${title}</a>`;
    const marks = badges.map((mark) => html` <small class="badge">${mark}</small>`);
    const [start, end] = [new Html(`<h${level} id=`), new Html(`</h${level}>`)];
    const content = html`${start}"${anchor}">${name}${marks}${end}\n${text}`;
    const pair = html`<div>${content}</div>\n<div class="aside">${aside}</div>`;
    return html`<section class="${aside ? "pair " : ""}level-${level}">${aside ? pair : content}</section>\n`;
  })}`;
}
