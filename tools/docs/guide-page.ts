import type { Contract } from "../contract/model.js";
import { chaptersOfGuide, type Guide } from "./guides.js";
import { escaped, inline, renderContents, renderHtml } from "./html.js";
import { withPolicy } from "./policy.js";
import { fill, head, readPart, style } from "./template.js";

/** A guide as a static page, in one file without scripts. */
export function renderGuidePage({ info }: Contract, guide: Guide, guides: readonly Guide[]): string {
  const chapters = chaptersOfGuide(guide);
  const page = fill(readPart("guide.html"), {
    HEAD: head(`${escaped(guide.title)}, ${escaped(info.title)}`, inline(guide.summary).replaceAll(/<[^>]*>/g, "")),
    NAME: guide.name,
    STYLE: style("palette.css", "reference.css"),
    GUIDES: renderGuideLinks(guides, "", guide.name),
    CONTENTS: renderContents(chapters),
    GUIDE: renderHtml(chapters),
  });
  return withPolicy(page);
}

/**
 * Links to the pages of the guides.
 *
 * @param folder - Path of their folder from the page that has the links.
 * @param current - Name of the guide that this page shows.
 */
export function renderGuideLinks(guides: readonly Guide[], folder: string, current?: string): string {
  const entries = guides.map(({ name, title }) => {
    const mark = name === current ? ' aria-current="page"' : "";
    return `<li><a href="${folder}${name}.html"${mark}>${escaped(title)}</a></li>`;
  });
  return `<ul>\n${entries.join("\n")}\n</ul>`;
}
