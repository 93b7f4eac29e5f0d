import { momentOf } from "./moment.js";

/** Whether the second value certainly comes before the first in ascending order. */
type Comparison = (first: unknown, second: unknown) => boolean;

const number: Comparison = (first, second) => typeof first === "number" && typeof second === "number" && first > second;

// The order of texts is not specified: an order that one of these accepts is right.
const collators = [
  new Intl.Collator("en"),
  new Intl.Collator("en", { numeric: true }),
  new Intl.Collator("en", { ignorePunctuation: true }),
  new Intl.Collator("en", { caseFirst: "upper" }),
];

const text: Comparison = (first, second) =>
  typeof first === "string" &&
  typeof second === "string" &&
  first > second &&
  // Between the two cases lie other characters, such as the underscore.
  first.toLowerCase() > second.toLowerCase() &&
  first.toUpperCase() > second.toUpperCase() &&
  collators.every((collator) => collator.compare(first, second) > 0);

/** Whether two values of one field are in the wrong order: as numbers, as times, or as texts in every collation. */
export function areOutOfOrder(first: unknown, second: unknown, order: "asc" | "desc"): boolean {
  const [low, high] = order === "asc" ? [first, second] : [second, first];
  const [earlier, later] = [momentOf(low), momentOf(high)];
  if (earlier !== undefined && later !== undefined) return earlier > later;
  return number(low, high) || text(low, high);
}
