import { code } from "../contract/bounds.js";

/** An object of the contract as a list in Markdown: an item for each key, with its text, or with what is below it. */
export function asList(value: object | undefined, indent = ""): string {
  const items = Object.entries(value ?? {}).filter(([, inner]) => inner !== undefined);
  return items
    .map(([key, inner]) => {
      if (Object(inner) !== inner) return `${indent}- ${code(key)}: ${String(inner)}`;
      return [`${indent}- ${code(key)}`, asList(inner, `${indent}  `)].filter(Boolean).join("\n");
    })
    .join("\n");
}
