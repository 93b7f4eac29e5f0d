import { type Html, html } from "./html.js";

/** A part of a page under its own heading. */
export interface Section {
  /** Level of its heading: 1 for the title of the page. */
  level: number;
  title: string;
  anchor: string;
  /** Title of the group of the menu that begins with it. */
  group?: string;
  /** The HTTP method of an operation. */
  method?: string;
  /** Links to the guides that continue from here. */
  guide?: Html | undefined;
  content: Html;
  /** Samples, next to the text; on a narrow screen, between the text and the fields. */
  aside?: Html;
  /** The fields of an operation. */
  fields?: Html;
}

export function renderSection({ level, title, anchor, guide, content, aside, fields }: Section): Html {
  const name = level === 1 ? title : html`<a href="#${anchor}">${title}</a>`;
  const heading = html`<h${level} id="${anchor}">${name}</h${level}>`;
  const text = html`${guide ? html`<div class="title">${heading}${guide}</div>` : heading}\n${content}`;
  if (!aside) return html`<section class="level-${level}">${text}</section>\n`;
  return html`<section class="pair level-${level}"><div>${text}</div>
<div class="aside">${aside}</div>
${fields && html`<div>${fields}</div>`}</section>\n`;
}
