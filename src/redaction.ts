const PLACEHOLDER = "<SECRET>";

// A shorter text is no secret, and would be found by chance within other words.
const SHORTEST_SECRET = 4;

/** Words joined by punctuation, in lower case or capitalized: `invalid_grant`, `urn:ietf:params:oauth:grant-type`. */
const WORDS = /^[A-Z]?[a-z]*([-_.:/ ]+[A-Z]?[a-z]*)*$/;

/** Characters as HTML, URLs and JSON escape them. In a URL, bytes that are no characters may be next to others. */
const KINDS = [
  /&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi,
  /(?:%[0-7][\da-f])+|(?:%[89a-f][\da-f])+/gi,
  /(?:\\(?:u[\da-f]{4}|["\\/bfnrt]))+/gi,
];

/** Removes secrets from an answer, in case it repeats what was sent. */
export interface Redaction {
  text(text: string): string;
  headers(headers: Iterable<[string, string]>): Headers;
  /** Returns a copy of a JSON value without secrets in its keys and values. */
  json(value: unknown): unknown;
}

/**
 * @param secrets - Texts that were sent and must not be shown, escaped or not.
 * @param hides - Returns whether a field of an answer holds a secret.
 * @param names - Names of secret fields. A text that assigns a value to one, such as a query, is not shown.
 */
export function createRedaction(
  secrets: readonly string[],
  hides: (field: string, value: unknown) => boolean = () => false,
  names: readonly string[] = [],
): Redaction {
  // A secret may itself look escaped, and forms write a space as a plus sign.
  const known = secrets
    .flatMap((secret) => [...readings(secret), secret.replaceAll(" ", "+")])
    .filter(({ length }) => length >= SHORTEST_SECRET)
    // Longest first, because a longer secret may contain a shorter one.
    .sort((a, b) => b.length - a.length);
  const assigned = new RegExp(assignmentTo(names), "i");
  const holdsSecret = (reading: string) => known.some((secret) => reading.includes(secret));
  const text = (whole: string) => {
    const all = readings(whole);
    // By the longest secret: of one that is escaped, a part may be a shorter one.
    const longest = known.find((secret) => all.some((reading) => reading.includes(secret))) ?? "";
    const read = longest && all.find((reading) => reading.includes(longest));
    const shown = known.reduce((rest, secret) => rest.replaceAll(secret, PLACEHOLDER), read || whole);
    const left = read ? readings(shown) : all;
    return left.some((reading) => holdsSecret(reading) || assigned.test(reading)) ? PLACEHOLDER : shown;
  };
  const json = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    // A secret of digits may come back as a number.
    if (typeof value === "number") return text(`${value}`) === `${value}` ? value : PLACEHOLDER;
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== "object" || !value) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      let shown = text(key);
      // Two keys that hold secrets stay two keys.
      while (Object.hasOwn(copy, shown)) shown += "_";
      Object.defineProperty(copy, shown, { value: hides(key, inner) ? PLACEHOLDER : json(inner), enumerable: true });
    }
    return copy;
  };
  return {
    text,
    json,
    headers: (headers) => new Headers([...headers].map(([name, value]): [string, string] => [name, text(value)])),
  };
}

/** Returns the source of a pattern that finds one of some names, and the sign between it and its value. */
export function assignmentTo(names: readonly string[]): string {
  const escaped = names.map((name) => name.replace(/\W/g, "\\$&"));
  return `\\b(${escaped.join("|") || "(?!)"})\\b\\W{0,9}[=:>]`;
}

/** Returns a text, and what it says to those who undo one kind of escapes, or each in turn. */
function readings(text: string): string[] {
  const undone = (read: string, kind: RegExp) => read.replace(kind, charactersOf);
  return [text, ...KINDS.map((kind) => undone(text, kind)), KINDS.reduce(undone, text)];
}

/** Returns the characters that escapes stand for, or the escapes themselves if they stand for none. */
function charactersOf(escapes: string, hex?: unknown, decimal?: unknown, name?: unknown): string {
  try {
    if (escapes.startsWith("%")) return decodeURIComponent(escapes);
    if (escapes.startsWith("\\")) return JSON.parse(`"${escapes}"`);
    if (name) return { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }[`${name}`.toLowerCase()] ?? escapes;
    return String.fromCodePoint(Number(hex ? `0x${hex}` : decimal));
  } catch {
    return escapes;
  }
}

/** Returns whether a value consists only of words, which a secret does not. */
export function isWords(value: unknown): boolean {
  return typeof value !== "string" || WORDS.test(value);
}

/** Returns the texts and numbers in a JSON value that are secrets: also those that are deep in a secret field. */
export function secretsIn(
  value: unknown,
  isSecret: (field: string, value: string | number) => boolean,
  fields: readonly string[] = [""],
): string[] {
  if (typeof value === "string" || typeof value === "number")
    return fields.some((field) => isSecret(field, value)) ? [String(value)] : [];
  return Object.entries(Object(value)).flatMap(([key, inner]) => secretsIn(inner, isSecret, [...fields, key]));
}
