// The deep links of Redoc. The static page uses them as ids, so that a link leads to the same place in both.

import slugify from "slugify";
import type { PathItemOperation } from "../contract/model.js";

/**
 * Anchor of a chapter of the introduction.
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

/** The place of a field or parameter in an operation, as Redoc appends it to the operation's anchor. */
export type FieldPlace = `request&in=${string}` | "request" | `response&c=${string}`;

/**
 * Anchor of a field or parameter.
 *
 * @param operation - Anchor of its operation.
 * @param path - The names that lead to it; the name of a list ends in `[]`.
 */
export function fieldAnchor(operation: string, place: FieldPlace, path: readonly string[]): string {
  return `${operation}#${operation.slice(1)}/t=${place}&path=${path.join("/")}`;
}

/** A title as Redoc writes it in links, by the library that Redoc contains. */
function slug(title: string): string {
  return (slugify(title) || title.replace(/\s+/g, "-")).toLowerCase();
}
