import { isDeepStrictEqual } from "node:util";
import type { Pair, Place } from "./place.js";
import { BUMPS, type Bump, type Direction, greatest, rate, type What } from "./ratings.js";

/** One change of the contract. */
export interface Change {
  bump: Bump;
  /** The change in words. */
  what: string;
  /** JSON pointer into the newer contract; for what was removed, into the older. */
  where: string;
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
  readonly renamed: Map<string, string>;
  readonly #changes = new Map<string, Change>();
  readonly #seen: Set<string>;

  constructor(renamed = new Map<string, string>(), seen: Iterable<string> = []) {
    this.renamed = renamed;
    this.#seen = new Set(seen);
  }

  /**
   * Adds a change. Of two that differ in nothing but the bump, the greater stays.
   *
   * @param row - Its row in the table of ratings.
   * @param words - What the reader is told.
   */
  add(row: What, direction: Direction, words: string, where: string): void {
    this.found += 1;
    const key = `${where} ${words}`;
    const bump = rate(row, direction);
    const known = this.#changes.get(key);
    this.#changes.set(key, { bump: (known && greatest([bump, known.bump])) ?? bump, what: words, where });
  }

  /** Counts a difference that another change reports. */
  reportedElsewhere(): void {
    this.found += 1;
  }

  /** Whether a change is at a place or within it. */
  isReported(pointer: string): boolean {
    return [...this.#changes.values()].some(({ where }) => where === pointer || where.startsWith(`${pointer}/`));
  }

  /** Whether this question is new. */
  isNew(question: string): boolean {
    if (this.#seen.has(question)) return false;
    this.#seen.add(question);
    return true;
  }

  /** Remembers that components have been compared where they are used. */
  use(side: keyof Pair, places: readonly Place[]): void {
    for (const { pointer } of places) this.#seen.add(`${side} ${pointer}`);
  }

  /** Whether both sides of a component have been compared where they are used. */
  isUsed({ base, revision }: Pair): boolean {
    return this.#seen.has(`base ${base.pointer}`) && this.#seen.has(`revision ${revision.pointer}`);
  }

  /** What a comparison would find from here, without adding it. */
  tried(comparison: (changes: Changes) => void): Change[] {
    const trial = new Changes(this.renamed, this.#seen);
    comparison(trial);
    return trial.sorted();
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
