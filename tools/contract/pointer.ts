import { isObject } from "../../src/json.js";

/** The key that a step of a JSON pointer stands for. */
export function keyOf(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The value at a JSON pointer; `undefined` if there is none. */
export function at(document: unknown, pointer: string): unknown {
  const keys = pointer.split("/").slice(1).filter(Boolean).map(keyOf);
  return keys.reduce((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), document);
}

/** An object or a list within a value, and the keys that lead to it. */
interface Inner {
  readonly keys: readonly string[];
  readonly value: Readonly<Record<string, unknown>>;
}

/** Every object and list in a value, the outer ones first. */
export function* objectsIn(value: unknown, keys: readonly string[] = []): Generator<Inner> {
  if (!isObject(value)) return;
  yield { keys, value };
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, [...keys, key]);
}
