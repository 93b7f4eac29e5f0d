import type { Changes } from "../comparison/changes.js";
import { members } from "../comparison/lists.js";
import { child, childrenOf, type Pair, type Place, resolve } from "../comparison/place.js";
import { anyChange, deprecation, object, type Rule, referable } from "../comparison/rules.js";
import { content, isRequired, required } from "./bodies.js";
import type { Direction } from "./values.js";

/** A path item in both contracts, with its path in each. */
export interface PathPair extends Pair {
  paths: { base: string; revision: string };
}

/** All parameters of an operation: its own, and those of its path. */
export function parameters(changes: Changes, direction: Direction, item: PathPair, operation: Pair): void {
  const all = (side: "base" | "revision") => {
    const own = childrenOf(child(operation[side], "parameters"));
    const inherited = childrenOf(child(item[side], "parameters"));
    const name = (place: Place) => nameOf(resolve(place), item.paths[side]);
    const overridden = new Set(own.map(name));
    return [...own, ...inherited.filter((place) => !overridden.has(name(place)))];
  };
  members(
    changes,
    {
      noun: "Parameter",
      nameOf: (place) => nameOf(place, place.contract === item.base.contract ? item.paths.base : item.paths.revision),
      added: (place) => (direction === "sent" && isRequired(place) ? "major" : "minor"),
      removed: "major",
    },
    parameter(direction),
    all("base"),
    all("revision"),
  );
}

/** Identifies a path parameter by its position: under another name, the request is the same. */
function nameOf(place: Place, path: string): string {
  const [name, where] = ["name", "in"].map((key) => String(child(place, key).value));
  if (where !== "path") return `${name} (${where})`;
  const position = [...path.matchAll(/\{([^}]*)\}/g)].findIndex(([, inPath]) => inPath === name);
  return position < 0 ? `${name} (path)` : `${position + 1}. of the path`;
}

export function parameter(direction: Direction): Rule {
  const asOptional = object(keysOf(direction, true));
  const asRequired = object(keysOf(direction, false));
  return referable(`parameter ${direction}`, (changes, pair) => {
    const isAlwaysThere = isRequired(pair.base) && isRequired(pair.revision);
    (isAlwaysThere ? asRequired : asOptional)(changes, pair);
  });
}

function keysOf(direction: Direction, isOptional: boolean) {
  const keys = { ...content(direction, isOptional), required: required(direction), deprecated: deprecation };
  // Types use its name, and so do callers.
  return { ...keys, name: anyChange("major"), in: anyChange("major") };
}
