import type { Contract } from "../contract/model.js";
import type { Chapter } from "./chapters.js";
import { renderGuideLinks } from "./guide-page.js";
import type { Guide } from "./guides.js";
import { escaped, renderContents, renderHtml } from "./html.js";
import { withPolicy } from "./policy.js";
import { fill, head, readPart, script, style } from "./template.js";

/**
 * The complete reference as one static page, in one file.
 *
 * @param tryIt - Script that makes the forms.
 */
export function renderReferencePage(
  { info }: Contract,
  chapters: readonly Chapter[],
  guides: readonly Guide[],
  tryIt: string,
): string {
  const page = fill(readPart("reference.html"), {
    HEAD: head(`${escaped(info.title)} reference`, escaped(info.summary)),
    STYLE: style("palette.css", "reference.css"),
    GUIDES: renderGuideLinks(guides, "guides/"),
    CONTENTS: renderContents(chapters),
    REFERENCE: renderHtml(chapters),
    TRY_IT: script(tryIt),
  });
  return withPolicy(page);
}
