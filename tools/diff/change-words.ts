import type { Node } from "./node.js";
import type { Difference } from "./ratings.js";

/** How long both values of a change may be together to be shown, in characters. */
const LONGEST = 120;

/** The words of a change, with the way that its values go. */
export function withDirection(words: string, { kind, direction }: Node): string {
  if (kind === "Words") return words;
  if (direction === "combined") return `${words}, below a combinator: compare it by hand`;
  if (!/^(Values|Presence)/.test(kind)) return words;
  return `${words}, in what callers ${direction === "sent" ? "send" : "receive"}`;
}

/** The words for a difference in what both say. Long values are left out. */
export function inWords(was: Node, is: Node, difference: Difference): string {
  const [before, after] = [was, is].map(({ place }) => JSON.stringify(place.value));
  const isShort = (before?.length ?? 0) + (after?.length ?? 0) <= LONGEST;
  if (before === undefined) return isShort ? `${is.name} added: ${after}` : `${is.name} added`;
  if (after === undefined) return isShort ? `${is.name} removed: ${before}` : `${is.name} removed`;
  const verb = { wider: "widened", narrower: "narrowed" }[String(difference)] ?? "changed";
  return isShort ? `${is.name} ${verb}: ${before} → ${after}` : `${is.name} ${verb}`;
}
