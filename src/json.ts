/** Whether a value is an object or a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Whether a value is an object, but not a list. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value);
}

/** Whether a value is a number, 0 or more. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}

/** Parses JSON. Returns the text itself if it is not JSON, and `undefined` if it is empty. */
export function jsonIn(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return text || undefined;
  }
}
