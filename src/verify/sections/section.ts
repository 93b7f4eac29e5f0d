import type { Walk } from "../walk.js";

/** The tests of a section, by what each promises. */
export type Tests = Readonly<Record<string, (walk: Walk) => Promise<void>>>;

/** A section of the document. */
export interface Section {
  readonly title: string;
  readonly tests: Tests;
  /** Whether its tests also run once the walk has ended: they clean up. */
  readonly cleansUp?: boolean;
}

/** The same test for each of some values. */
export function forEach<Value>(
  values: readonly Value[],
  title: (value: Value) => string,
  test: (walk: Walk, value: Value) => Promise<void>,
): Tests {
  return Object.fromEntries(values.map((value) => [title(value), (walk: Walk) => test(walk, value)]));
}
