import { slug } from "github-slugger";
import type { Operation } from "../contract/model.js";

/** Anchor of the row of a question. */
export function questionAnchor(question: string): string {
  return `/open/${slugOf(question.trim().replace(/\s+/g, " "))}`;
}

/** Anchor of a chapter of the description. */
export function chapterAnchor(title: string): string {
  return `/section/${slugOf(title)}`;
}

/** Anchor of a tag. */
export function tagAnchor(tag: string): string {
  return `/${slugOf(tag)}`;
}

/** Anchor of an operation, as in Redoc's page. One without an id has its summary instead. */
export function operationAnchor({ tags, operationId, summary }: Operation): string {
  return `${tagAnchor(tags[0] ?? "")}/${operationId ? operationId.toLowerCase() : slugOf(summary)}`;
}

function slugOf(title: string): string {
  return slug(title.replace(/[?.]$/, ""));
}
