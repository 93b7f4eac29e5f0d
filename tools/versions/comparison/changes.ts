import { isDeepStrictEqual } from "node:util";
import type { Pair } from "./place.js";

/** The semver bumps, from the greatest to the least. */
export const BUMPS = ["major", "minor", "patch"] as const;
export type Bump = (typeof BUMPS)[number];

/** One change of the contract. */
export interface Change {
  bump: Bump;
  /** The change in words. */
  what: string;
  /** JSON pointer into the newer contract; for what was removed, into the older. */
  where: string;
}

/** The greatest of some bumps; `undefined` where there is none. */
export function greatest(bumps: Iterable<Bump>): Bump | undefined {
  const known = new Set(bumps);
  return BUMPS.find((bump) => known.has(bump));
}

/** The greatest bump that any of the changes needs; `undefined` where nothing has changed. */
export function neededBump(changes: readonly Change[]): Bump | undefined {
  return greatest(changes.map(({ bump }) => bump));
}

/** What a comparison has found so far. */
export class Changes {
  /** Number of findings, with the repeated ones. */
  found = 0;
  /** Renamed components: the old reference of each, and the new one. */
  readonly renamed = new Map<string, string>();
  readonly #changes = new Map<string, Change>();
  readonly #seen = new Set<string>();

  /** Adds a change. Of two that differ in nothing but the bump, the greater stays. */
  add(bump: Bump, what: string, where: string): void {
    this.found += 1;
    const key = `${where} ${what}`;
    const known = this.#changes.get(key);
    this.#changes.set(key, { bump: (known && greatest([bump, known.bump])) ?? bump, what, where });
  }

  /** Counts a difference that another change reports. */
  reportedElsewhere(): void {
    this.found += 1;
  }

  /** Whether this question is new. */
  isNew(question: string): boolean {
    if (this.#seen.has(question)) return false;
    this.#seen.add(question);
    return true;
  }

  /** All of them, the greatest bump first. */
  sorted(): Change[] {
    return [...this.#changes.values()].sort((a, b) => BUMPS.indexOf(a.bump) - BUMPS.indexOf(b.bump));
  }
}

/** Whether a place is the same in both contracts. The order of keys does not count. */
export function isSame({ base, revision }: Pair): boolean {
  return isDeepStrictEqual(base.value, revision.value);
}
