import { childPair, type Pair, type Place } from "./place.js";

/** A key that an operation takes over from its path or from the contract, on each side. */
export interface Effective extends Pair {
  /** Where a change of it is reported: the nearest level that has it on either side. */
  where: string;
}

/**
 * What counts for an operation.
 *
 * @param levels - What may have the key, the nearest first.
 */
export function effective(key: string, levels: readonly Pair[]): Effective {
  const all = levels.map((level) => childPair(level, key));
  const nearest = all.find(({ base, revision }) => base.value !== undefined || revision.value !== undefined);
  const at = (side: "base" | "revision") => all.find((pair) => pair[side].value !== undefined)?.[side];
  const root = all.at(-1) ?? { base: NOWHERE, revision: NOWHERE };
  const where = nearest ?? root;
  return {
    base: at("base") ?? root.base,
    revision: at("revision") ?? root.revision,
    where: (where.revision.value === undefined ? where.base : where.revision).pointer,
  };
}

const NOWHERE: Place = { value: undefined, pointer: "#", contract: undefined };

/** The complete contracts that two places are in. */
export function roots({ base, revision }: Pair): Pair {
  return { base: rootOf(base.contract), revision: rootOf(revision.contract) };
}

/** The place of a complete contract. */
export function rootOf(contract: unknown): Place {
  return { value: contract, pointer: "#", contract };
}
