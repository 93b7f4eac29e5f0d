// Chapters have the deep links of Redoc, so that a link leads to the same place in both pages.

import slugify from "slugify";
import type { PathItemOperation } from "../contract/model.js";

/**
 * Anchor of a chapter of the description.
 *
 * @param above - The title of the first level that it is below, if any.
 */
export function sectionAnchor(title: string, above?: string): string {
  return `/section/${above === undefined ? "" : `${slug(above)}/`}${slug(title)}`;
}

/** Anchor of a tag. */
export function tagAnchor(tag: string): string {
  return `/${slug(tag)}`;
}

/** Anchor of an operation. One without an id has its summary instead. */
export function operationAnchor({ tags, operationId, summary }: PathItemOperation): string {
  return `${tagAnchor(tags[0] ?? "")}/${operationId ? operationId.toLowerCase() : slug(summary)}`;
}

/** Anchor of a schema, under the tag that lists them. */
export function resourceAnchor(name: string): string {
  return `/resources/${name.toLowerCase()}`;
}

/** Anchor of the row about an open question. */
export function questionAnchor(question: string): string {
  return `/open/${slug(question.replace(/[`.?]/g, ""))}`;
}

/** A title as Redoc writes it in links, by the library that Redoc contains. */
function slug(title: string): string {
  return (slugify(title) || title.replace(/\s+/g, "-")).toLowerCase();
}
