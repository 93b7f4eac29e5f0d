/** A JSON pointer one step further down. */
export function below(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

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

/** The value at a key; `undefined` if there is none. */
function valueAt(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/** The value at a JSON pointer; `undefined` if there is none. */
export function at(document: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.filter(Boolean).map(keyOf).reduce(valueAt, document);
}

/** An object or a list within a value. */
interface Inner {
  /** JSON pointer to it. */
  readonly pointer: string;
  readonly value: object;
  /** Whether it lies within itself, as only an alias within its own anchor can make it. */
  readonly isCircle: boolean;
}

/** Every object and list in a value, each before what is in it. */
export function* objectsIn(value: unknown, pointer = "#", above: readonly object[] = []): Generator<Inner> {
  if (typeof value !== "object" || value === null) return;
  const isCircle = above.includes(value);
  yield { pointer, value, isCircle };
  if (isCircle) return;
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, below(pointer, key), [...above, value]);
}
