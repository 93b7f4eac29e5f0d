const PLACEHOLDER = "<SECRET>";

// A shorter one is no secret, and would be found by chance within other words.
const SHORTEST_SECRET = 4;

/** Takes secrets out of what a service sent back, in case it repeats what it was sent. */
export function createRedaction(secrets: readonly string[]) {
  // The longest first: it may hold another.
  const known = secrets.filter(({ length }) => length >= SHORTEST_SECRET).sort((a, b) => b.length - a.length);
  const redact = (text: string) => known.reduce((rest, secret) => rest.replaceAll(secret, PLACEHOLDER), text);
  return {
    headers: (headers: Headers) =>
      new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)])),
    /** A copy of a JSON value without the secrets, in its keys as in its values. */
    json: function json(value: unknown): unknown {
      if (typeof value === "string") return redact(value);
      if (Array.isArray(value)) return value.map(json);
      if (typeof value !== "object" || !value) return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [redact(key), json(inner)]));
    },
  };
}

/** Every string in a JSON value: where the contract does not say which field is a secret, each may be one. */
export function stringsOf(value: unknown): string[] {
  return typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(stringsOf);
}
