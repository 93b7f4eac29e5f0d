import type { Operation } from "../../src/contract-types.js";

/** The item or the list in an answer. */
export function inAnswer({ answer: { keys = [] } }: Operation, body: unknown): unknown {
  return keys.reduce((value, key) => Object(value)[key], body);
}
