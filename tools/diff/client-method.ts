import { envelopeOf, jsonTypeOf } from "../contract/bodies.js";
import type { Contract, Schema } from "../contract/model.js";
import { isSuccess } from "./body-changes.js";
import type { Changes } from "./changes.js";
import { child, childPair, isObject, keysOf, type Pair, type Place, resolve } from "./place.js";
import type { Direction } from "./ratings.js";
import { formOf } from "./schema-form.js";

/**
 * What the client's method takes and returns. `tools/generate` unwraps an envelope, a body whose only key holds an
 * object, so that a second key changes the method.
 */
export function clientMethod(changes: Changes, operation: Pair, direction: Direction): void {
  const body = childPair(operation, "requestBody");
  if (body.base.value !== undefined && body.revision.value !== undefined) {
    unwrapped(changes, jsonOf(body), direction, "The client's method takes another value");
  }
  const all = childPair(operation, "responses");
  const [before, after] = [all.base, all.revision].map(
    (side) =>
      keysOf(side)
        .filter((key) => isSuccess(key) || key === "default")
        .sort()[0],
  );
  if (before === undefined || before !== after) return;
  unwrapped(changes, jsonOf(childPair(all, before)), direction, "The client's method returns another value");
}

type Unwrapping = "The client's method takes another value" | "The client's method returns another value";

function unwrapped(changes: Changes, pair: Pair, direction: Direction, row: Unwrapping): void {
  const [before, after] = [seenOf(pair.base), seenOf(pair.revision)];
  // A renamed key is a renamed field.
  const isRenamed = [before, after].every((seen) => seen.startsWith("its "));
  if (before === after || isRenamed) return;
  changes.add(row, direction, `${row}: ${after}, not ${before}`, pair.revision.pointer);
}

/** What callers see of a JSON body. */
function seenOf(schemaPlace: Place): string {
  const { value: form } = formOf(schemaPlace);
  const key = envelopeKey(Object(schemaPlace.contract), Object(form));
  if (key !== undefined) return `its ${key}`;
  return isObject(form) && isObject(form["properties"]) ? "the complete body" : "any body";
}

function envelopeKey(contract: Contract, body: Schema): string | undefined {
  try {
    return envelopeOf(contract, body)?.key;
  } catch {
    // Older contracts may have forms that nothing can be built from, and so no methods.
    return undefined;
  }
}

/** The schema of the JSON in a body. */
function jsonOf({ base, revision }: Pair): Pair {
  return { base: jsonAt(base), revision: jsonAt(revision) };
}

function jsonAt(body: Place): Place {
  const content = child(resolve(body), "content");
  const json = jsonTypeOf({ content: Object(content.value) });
  return child(child(content, json ?? ""), "schema");
}
