const PLACEHOLDER = "<SECRET>";

// A shorter text is no secret, and would be found by chance within other words.
const SHORTEST_SECRET = 4;

/** Words joined by punctuation, in lower case or capitalized: `invalid_grant`, `urn:ietf:params:oauth:grant-type`. */
const WORDS = /^[A-Z]?[a-z]*([-_.:/ ]+[A-Z]?[a-z]*)*$/;

/** Characters as URLs, JSON and HTML escape them. */
const KINDS = [/(?:%[\da-f]{2})+/gi, /\\(?:u[\da-f]{4}|["\\/bfnrt])/gi, /&#x?[\da-f]+;|&(?:amp|lt|gt|quot|apos);/gi];

// An echo may be escaped more than once, such as JSON in a string in a URL.
const MOST_READINGS = 50;

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
    const read = [...readings(whole)].find(holdsSecret) ?? whole;
    const shown = known.reduce((rest, secret) => rest.replaceAll(secret, PLACEHOLDER), read);
    return [...readings(shown)].some((reading) => holdsSecret(reading) || assigned.test(reading)) ? PLACEHOLDER : shown;
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

/** Returns what a text says to those who undo its kinds of escapes one after the other: a secret may look escaped itself. */
function readings(text: string): ReadonlySet<string> {
  const found = new Set([text]);
  // The loop also reaches what it adds.
  for (const each of found) {
    if (found.size > MOST_READINGS) break;
    for (const kind of KINDS) found.add(each.replace(kind, characterOf));
  }
  return found;
}

/** Returns the character that an escape stands for, or the escape itself if it stands for none. */
function characterOf(text: string): string {
  try {
    if (text.startsWith("%")) return decodeURIComponent(text);
    if (text.startsWith("\\")) return JSON.parse(`"${text}"`);
    const [, name = ""] = /^&#?(.*);$/.exec(text) ?? [];
    const code = text.startsWith("&#") ? name : { amp: 38, lt: 60, gt: 62, quot: 34, apos: 39 }[name.toLowerCase()];
    return String.fromCodePoint(Number(String(code).replace(/^x/i, "0x")));
  } catch {
    return text;
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
