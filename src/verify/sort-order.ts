import { momentOf } from "./moment.js";

// The order of texts is not specified: an order that one of these accepts is right.
const collators = [
  new Intl.Collator("en"),
  new Intl.Collator("en", { numeric: true }),
  new Intl.Collator("en", { ignorePunctuation: true }),
  new Intl.Collator("en", { caseFirst: "upper" }),
];

/** Whether two values of one field are in the wrong order: as numbers, as times, or as texts in every collation. */
export function areOutOfOrder(first: unknown, second: unknown, order: "asc" | "desc"): boolean {
  const [low, high] = order === "asc" ? [first, second] : [second, first];
  const difference = momentOf(low) - momentOf(high);
  if (!Number.isNaN(difference)) return difference > 0;
  if (typeof low === "number" && typeof high === "number") return low > high;
  return typeof low === "string" && typeof high === "string" && isAfter(low, high);
}

/** Whether a text certainly comes after another. */
function isAfter(text: string, other: string): boolean {
  // Between the two cases lie other characters, such as the underscore.
  const forms = [(each: string) => each, (each: string) => each.toLowerCase(), (each: string) => each.toUpperCase()];
  return forms.every((form) => form(text) > form(other)) && collators.every(({ compare }) => compare(text, other) > 0);
}
