/** A value that JSON can write, as the XML element of a name: one element for each field, and `item` for each entry of a list. */
export function xmlOf(name: string, value: unknown): string {
  const element = elementNameOf(name);
  return `<${element}>${contentOf(value)}</${element}>`;
}

function contentOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => xmlOf("item", entry)).join("");
  if (typeof value !== "object") return escaped(String(value));
  const fields = Object.entries(value ?? {});
  return fields.map(([name, inner]) => xmlOf(name, inner)).join("");
}

/** A name that every XML parser accepts. */
function elementNameOf(name: string): string {
  const known = name.replaceAll(/[^\w.-]/g, "_");
  return /^[a-z_]/i.test(known) ? known : `_${known}`;
}

/** A text as XML writes it. A character that XML cannot write becomes the replacement character. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
