/** An object of a JSON text. */
export type JsonObject = Readonly<Record<string, unknown>>;

const TOKENS = /"(?:[^"\\]+|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * Parses a JSON text without rounding: an integer beyond 2^53 becomes its text, so that different ids stay different.
 *
 * @returns `undefined` when it is not JSON.
 */
export function parseExactly(text: string): unknown {
  const isRounded = (token: string) => LONG_INTEGER.test(token) && !Number.isSafeInteger(Number(token));
  try {
    const value: unknown = JSON.parse(text);
    if (!/\d{16}/.test(text)) return value;
    return JSON.parse(text.replace(TOKENS, (token) => (isRounded(token) ? `"${token}"` : token)));
  } catch {
    return undefined;
  }
}

/** A value as a JSON object; `undefined` for other values. */
export function objectOf(value: unknown): JsonObject | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object(value) : undefined;
}

/** The value of a key in an object; `undefined` if there is no such object or key. Without a key, the value itself. */
export function fieldOf(value: unknown, key: string | undefined): unknown {
  return key === undefined ? value : objectOf(value)?.[key];
}

/** What some keys lead to in a value; `undefined` if they lead to nothing. Without keys, the value itself. */
export function valueIn(value: unknown, keys: readonly string[] = []): unknown {
  return keys.reduce(fieldOf, value);
}

/** The fields of an object that have one of the names. */
export function pick<Value>(object: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}
