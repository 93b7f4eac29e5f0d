import { isRequired, parameter } from "./body-changes.js";
import type { Changes } from "./changes.js";
import { child, childrenOf, type Pair, type Place, resolve } from "./place.js";
import type { Direction } from "./ratings.js";
import { members } from "./rules.js";

/** A path item in both contracts, with its path in each. */
export interface PathPair extends Pair {
  paths: { base: string; revision: string };
}

/** Compares all parameters of an operation: its own, and those of its path. */
export function parameters(changes: Changes, operation: Pair, item: PathPair, direction: Direction): void {
  const isOld = (place: Place) => place.contract === item.base.contract;
  const kinds = {
    nameOf: (place: Place) => identity(place, isOld(place) ? item.paths.base : item.paths.revision),
    added: (place: Place) => (isRequired(place) ? "Required parameter added" : "Parameter added"),
    removed: "Parameter removed",
  } as const;
  const [before, after] = [parametersOf(operation, item, "base"), parametersOf(operation, item, "revision")];
  members(kinds, parameter)(changes, before, after, direction);
}

/** The parameters of an operation on one side, in the order of the client's arguments. */
export function parametersOf(operation: Pair, item: PathPair, side: keyof Pair): Place[] {
  const own = childrenOf(child(operation[side], "parameters"));
  const name = (place: Place) => identity(resolve(place), item.paths[side]);
  const overridden = new Set(own.map(name));
  const inherited = childrenOf(child(item[side], "parameters"));
  return [...inherited.filter((place) => !overridden.has(name(place))), ...own];
}

/** Identifies a path parameter by its position: under another name, the request is the same. */
export function identity(place: Place, path: string): string {
  const [name, where] = ["name", "in"].map((key) => String(child(place, key).value));
  if (where !== "path") return `${name} (${where})`;
  const position = [...path.matchAll(/\{([^}]*)\}/g)].findIndex(([, inPath]) => inPath === name);
  return position < 0 ? `${name} (path)` : `${position + 1}. of the path`;
}
