import { isObject } from "../../src/json.js";

/** The key that a step of a JSON pointer stands for. References may also percent-encode it. */
export function keyOf(step: string): string {
  return decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The value at a JSON pointer; `undefined` if there is none. */
export function at(document: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1).filter(Boolean);
  const valueIn = (value: unknown, key: string) =>
    isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return steps.map(keyOf).reduce(valueIn, document);
}

/** An object or a list within a value. */
interface Inner {
  /** Keys that lead to it. */
  readonly keys: readonly string[];
  readonly value: Readonly<Record<string, unknown>>;
}

/** Every object and list in a value, each before what is in it. */
export function* objectsIn(value: unknown, keys: readonly string[] = []): Generator<Inner> {
  if (!isObject(value)) return;
  yield { keys, value };
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, [...keys, key]);
}
