import { slug } from "github-slugger";
import type { Operation } from "../contract/model.js";
import { questionId } from "../contract/register.js";

/** The row of an open question. */
export function questionAnchor(question: string): string {
  return `/open/${questionId(question)}`;
}

/** A chapter of the contract's description. */
export function chapterAnchor(title: string): string {
  return `/section/${slug(title)}`;
}

/** A tag, which groups operations. */
export function tagAnchor(tag = ""): string {
  return `/${slug(tag)}`;
}

/** An operation. Redoc's page has the same anchors. */
export function operationAnchor({ tags, operationId }: Operation): string {
  return `${tagAnchor(tags[0])}/${operationId.toLowerCase()}`;
}

/** A schema with a name. */
export function schemaAnchor(name: string): string {
  return `/resources/${name.toLowerCase()}`;
}
