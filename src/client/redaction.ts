const PLACEHOLDER = "<SECRET>";

// A shorter text is no secret, and would be found by chance within other words.
const SHORTEST_SECRET = 4;

/** Words joined by punctuation, in lower case or capitalized: `invalid_grant`, `urn:ietf:params:oauth:grant-type`. */
const WORDS = /^[A-Z]?[a-z]*([-_.:/ ]+[A-Z]?[a-z]*)*$/;

/** Removes secrets from an answer, in case it repeats what was sent. */
export interface Redaction {
  text(text: string): string;
  headers(headers: Headers): Headers;
  /** Returns a copy of a JSON value without secrets in its keys and values. */
  json(value: unknown): unknown;
}

/**
 * @param secrets - Texts that were sent and must not be shown.
 * @param hides - Returns whether a field of an answer holds a secret.
 */
export function createRedaction(
  secrets: readonly string[],
  hides: (field: string, value: unknown) => boolean = () => false,
): Redaction {
  // Longest first, because a longer secret may contain a shorter one.
  const known = secrets.filter(({ length }) => length >= SHORTEST_SECRET).sort((a, b) => b.length - a.length);
  const text = (whole: string) => known.reduce((rest, secret) => rest.replaceAll(secret, PLACEHOLDER), whole);
  const json = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
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

/** Returns whether a value consists only of words, which a secret does not. */
export function isWords(value: unknown): boolean {
  return typeof value !== "string" || WORDS.test(value);
}

/** Returns the strings in a JSON value that are secrets. */
export function secretsIn(value: unknown, isSecret: (field: string, text: string) => boolean, field = ""): string[] {
  if (typeof value === "string") return isSecret(field, value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((inner) => secretsIn(inner, isSecret, field));
  return Object.entries(Object(value)).flatMap(([key, inner]) => secretsIn(inner, isSecret, key));
}
