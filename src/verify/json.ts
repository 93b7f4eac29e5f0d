/** An object of a JSON text. */
export type JsonObject = Readonly<Record<string, unknown>>;

const TOKENS = /"(?:[^"\\]+|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_INTEGER = /^-?\d{16,}$/;
const MARK = "\u0000integer:";

/** No answer is nested more deeply, and what goes through one would run out of stack. */
const DEEPEST = 100;

/**
 * Parses a JSON text without rounding: an integer beyond 2^53 becomes a `bigint`, so that different ids stay different.
 *
 * @throws SyntaxError when it is not JSON, or nested too deeply.
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, DEEPEST)) throw new SyntaxError("This JSON is nested too deeply");
  if (!/\d{16}/.test(text)) return value;
  const marked = text.replace(TOKENS, (token) => {
    const rounded = LONG_INTEGER.test(token) && !Number.isSafeInteger(Number(token));
    return rounded ? JSON.stringify(MARK + token) : token;
  });
  return JSON.parse(marked, (_, inner: unknown) =>
    typeof inner === "string" && inner.startsWith(MARK) ? BigInt(inner.slice(MARK.length)) : inner,
  );
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** A value as a JSON object; `undefined` for other values. */
export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a key in an object; `undefined` if there is no such object or key. Without a key, the value itself. */
export function fieldOf(value: unknown, key: string | undefined): unknown {
  return key === undefined ? value : objectOf(value)?.[key];
}

/** A value as JSON, with integers of any size; `undefined` for what JSON does not have. */
export function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner));
}
