const REDACTED = "<REDACTED>";

/** Takes secrets out of what a service sent back, in case it repeats what it was sent. */
export function createRedaction(secrets: readonly string[]) {
  const known = secrets.filter(Boolean).sort((a, b) => b.length - a.length);
  const pattern = known.length > 0 ? new RegExp(known.map(matcher).join("|"), "g") : undefined;
  const redact = (text: string) => (pattern ? text.replace(pattern, REDACTED) : text);
  return {
    headers: (headers: Headers) => new Headers([...headers].map(([name, value]) => [name, redact(value)])),
    /** A copy of a JSON value without the secrets, in its keys as in its values. */
    json: function json(value: unknown): unknown {
      if (typeof value === "string") return redact(value);
      if (Array.isArray(value)) return value.map(json);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [redact(key), json(inner)]));
    },
  };
}

/** A short secret is looked for as a word of its own: within other words it would be found by chance. */
function matcher(secret: string): string {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return secret.length < 8 ? `(?<!\\w)${literal}(?!\\w)` : literal;
}

/** Every string in a JSON value: where the contract does not say which field is a secret, each may be one. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
