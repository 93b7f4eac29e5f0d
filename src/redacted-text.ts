const PLACEHOLDER = "<SECRET>";

// A shorter text is no secret, and would be found by chance within other words.
const SHORTEST_SECRET = 4;

/** A longer secret is found by its beginning, so that one that was cut is found, too. */
const LONGEST_BEGINNING = 32;

/** Words joined by punctuation: `invalid_grant`, `INVALID_GRANT`, `urn:ietf:params:oauth:grant-type`. */
const WORDS = /^[A-Z]?[a-z]*([-_.:/ ]+([A-Z][a-z]*|[a-z]+))*[-_.:/ ]*$|^[A-Z]+(_[A-Z]+)+$/;

/** A character that is no letter and no digit, as JSON, URLs and HTML escape it. No two of these begin alike. */
const ESCAPED = String.raw`\\u(?:d[89ab]..\\u|(?!d[89ab]))[\da-f]{4}|\\[^u]|%[0-7c-f][\da-f](?:%[89ab][\da-f])*|&#?\w+;`;

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
 * @param names - Names of secret fields. The value that a text assigns to one, as a query does, is not shown.
 */
export function createRedaction(
  secrets: readonly string[],
  hides: (field: string, value: unknown) => boolean = () => false,
  names: readonly string[] = [],
): Redaction {
  const known = secrets
    .map((secret) => secret.trim())
    .filter(({ length }) => length >= SHORTEST_SECRET)
    // Longest first, because a longer secret may contain a shorter one.
    .sort((a, b) => b.length - a.length)
    .map(patternOf);
  const assigned = new RegExp(
    `(${assignmentTo(names)}(?:\\W|${ESCAPED}){0,9}?)[^\\s.,;]{${SHORTEST_SECRET}}\\S*`,
    "gi",
  );
  const text = (whole: string) =>
    known.reduce((rest, secret) => rest.replace(secret, PLACEHOLDER), whole).replace(assigned, `$1${PLACEHOLDER}`);
  const json = (value: unknown): unknown => {
    if (Object(value) !== value) {
      const shown = text(String(value));
      // A secret of digits may come back as a number.
      return shown === String(value) ? value : shown;
    }
    if (Array.isArray(value)) return value.map(json);
    const shown = ([key, inner]: [string, unknown]) => [text(key), hides(key, inner) ? PLACEHOLDER : json(inner)];
    return Object.fromEntries(Object.entries(Object(value)).map(shown));
  };
  return {
    text,
    json,
    headers: (headers) => new Headers([...headers].map(([name, value]): [string, string] => [name, text(value)])),
  };
}

/** Returns the pattern that finds a secret, as it is or escaped. Forms write a space as a plus sign. */
function patternOf(secret: string): RegExp {
  const escapedOr = (char: string) => `(?:\\${char}|${char === " " ? "\\+|" : ""}${ESCAPED})`;
  const beginning = secret.slice(0, LONGEST_BEGINNING).replace(/\W/gu, escapedOr);
  const rest = secret.length > LONGEST_BEGINNING ? (/\s/.test(secret) ? "[^]*" : "\\S*") : "";
  return new RegExp(beginning + rest, "gi");
}

/** Returns the source of a pattern that finds one of some names, and the sign between it and its value. */
export function assignmentTo(names: readonly string[]): string {
  const escaped = names.map((name) => name.replace(/\W/g, "\\$&"));
  return `(?:\\b|%..)(${escaped.join("|") || "(?!)"})\\b(?:\\W|${ESCAPED}){0,9}?(?:[=:>]|%3[ade]|&gt;)`;
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
