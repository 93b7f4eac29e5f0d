import type { Bump } from "../comparison/changes.js";

/**
 * Which way values go, as callers see it: a request body is sent, a response received. At a callback, callers receive
 * the request.
 */
export type Direction = "sent" | "received";

/** The same in words. */
export const DIRECTIONS = { sent: "in what callers send", received: "in what callers receive" };

/** How a schema is used. */
export interface Use {
  direction: Direction;
  /** Whether the value may be left out. */
  isOptional: boolean;
}

/** Effect of a change on the allowed values. */
export type Effect = "narrowed" | "widened" | "changed";

/**
 * The rule of CONTRIBUTING.md, for values.
 *
 * Sent: fewer values break the code that sends the others, and more values are an addition. Received: more values break
 * the code that does not know them, and fewer are an added promise; but where the types show it, code that handles a
 * removed value does not compile any more (TS2367).
 *
 * @param isTyped - Whether the TypeScript type changes with it.
 */
export function rateValues(direction: Direction, effect: Effect, isTyped: boolean): Bump {
  if (effect === "changed") return "major";
  if (direction === "sent") return effect === "widened" ? "minor" : "major";
  return effect === "narrowed" && !isTyped ? "minor" : "major";
}

/** The effect of another set of values; `undefined` where it is the same. */
export function effectOf<T>(before: ReadonlySet<T>, after: ReadonlySet<T>): Effect | undefined {
  const isWider = [...after].some((value) => !before.has(value));
  const isNarrower = [...before].some((value) => !after.has(value));
  if (isWider) return isNarrower ? "changed" : "widened";
  return isNarrower ? "narrowed" : undefined;
}
