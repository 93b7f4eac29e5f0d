import { isDeepStrictEqual } from "node:util";
import { child, keysOf, type Pair, type Place } from "./place.js";

/** The names of one entry in both contracts. */
export interface Match {
  base: string | undefined;
  revision: string | undefined;
}

/** Pairs the entries of two objects: by name, then by trait, then by content. The rest are on one side only. */
export function matched(pair: Pair, sameAs: ((entry: Place) => string | undefined)[] = []): Match[] {
  const names = keysOf(pair.revision);
  const shared = names.filter((name) => keysOf(pair.base).includes(name));
  const removed = new Set(keysOf(pair.base).filter((name) => !shared.includes(name)));
  const added = new Set(names.filter((name) => !shared.includes(name)));
  const found: Match[] = shared.map((name) => ({ base: name, revision: name }));
  for (const isSame of [...sameAs.map(byTrait), byContent]) {
    for (const base of removed) {
      const others = [...added].filter((revision) => isSame(child(pair.base, base), child(pair.revision, revision)));
      const [revision] = others;
      // With several candidates, nobody can say which one it has become.
      if (revision === undefined || others.length > 1) continue;
      found.push({ base, revision });
      removed.delete(base);
      added.delete(revision);
    }
  }
  return [
    ...found,
    ...[...removed].map((base) => ({ base, revision: undefined })),
    ...[...added].map((revision) => ({ base: undefined, revision })),
  ];
}

function byTrait(trait: (entry: Place) => string | undefined) {
  return (base: Place, revision: Place) => {
    const name = trait(base);
    return name !== undefined && name === trait(revision);
  };
}

function byContent(base: Place, revision: Place): boolean {
  return isDeepStrictEqual(base.value, revision.value);
}
