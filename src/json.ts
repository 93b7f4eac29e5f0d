/** Whether a value has fields to look at. A list has, too. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Whether a value is an object, and no list. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value);
}

/** Whether a value is a number from 0 up. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}

/** The value of a text in JSON, or the text itself; `undefined` if it is empty. */
export function jsonIn(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return text || undefined;
  }
}
