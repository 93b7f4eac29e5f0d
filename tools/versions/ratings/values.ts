import type { Bump } from "../comparison/changes.js";

/**
 * Which way values go, as callers see it: a request body is sent, an answer received. A callback is the other way round:
 * callers receive its request.
 */
export type Direction = "sent" | "received";

/** The same in words. */
export const DIRECTIONS = { sent: "in what callers send", received: "in what callers receive" };

/** Where a schema stands. */
export interface Use {
  direction: Direction;
  /** Whether the value may be left out. */
  isOptional: boolean;
}

/** What a change does to the values that are allowed. */
export type Effect = "narrowed" | "widened" | "changed";

/**
 * The rule of CONTRIBUTING.md, for values.
 *
 * Sent: fewer values break the code that sends the others, and more values are an addition. Received: more values break
 * the code that does not know them, and fewer are a promise added; yet where the types show it, code that handles what
 * never comes does not compile any more (TS2367).
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
