// The deep links of Redoc, which the static page has as its ids: a link leads to the same place in both.

/** Anchor of a chapter of the guides. */
export function sectionAnchor(title: string): string {
  return `/section/${slug(title)}`;
}

/** Anchor of a tag. */
export function tagAnchor(tag: string): string {
  return `/${slug(tag)}`;
}

/** Anchor of an operation. */
export function operationAnchor({ tags, operationId }: { tags: readonly string[]; operationId: string }): string {
  return `${tagAnchor(tags[0] ?? "")}/${operationId.toLowerCase()}`;
}

/** Anchor of a schema, under the tag that lists them. */
export function resourceAnchor(name: string): string {
  return `/resources/${name.toLowerCase()}`;
}

/** Where a field or parameter of an operation stands: what Redoc writes behind the operation's anchor. */
export type FieldPlace = `request&in=${string}` | "request" | `response&c=${string}`;

/**
 * Anchor of a field or parameter.
 *
 * @param operation - Anchor of its operation.
 * @param path - The names that lead to it; that of a list ends in `[]`.
 */
export function fieldAnchor(operation: string, place: FieldPlace, path: readonly string[]): string {
  return `${operation}#${operation.slice(1)}/t=${place}&path=${path.join("/")}`;
}

function slug(title: string): string {
  return title.replace(/\W+/g, "-").toLowerCase();
}
