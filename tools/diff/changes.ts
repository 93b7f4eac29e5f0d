import { BUMPS, type Bump, greatest } from "../history/bump.js";

/** One change of the contract. */
export interface Change {
  bump: Bump;
  /** The change in words. */
  what: string;
  /** JSON pointer into the newer contract; for what was removed, into the older. */
  where: string;
}

/** A comparison, with its outcome. */
export interface Comparison {
  /** Git ref that the working tree is compared with. */
  base: string;
  changes: readonly Change[];
  /** Where the package does not match the changes. */
  problems: readonly string[];
}

/** The greatest bump that any of the changes needs; `undefined` where nothing has changed. */
export function neededBump(changes: readonly Change[]): Bump | undefined {
  return greatest(changes.map(({ bump }) => bump));
}

/** What a comparison has found so far. */
export class Changes {
  readonly #changes = new Map<string, Change>();
  readonly #reported = new Set<string>();
  readonly #asked = new Set<string>();

  /**
   * Adds a change. Of two that differ in nothing but the bump, the greater stays.
   *
   * @param what - What the reader is told.
   * @param where - Where that is, and other places that it says everything about.
   */
  add(bump: Bump, what: string, where: string, ...others: string[]): void {
    const key = `${where} ${what}`;
    const known = this.#changes.get(key);
    this.#changes.set(key, { bump: greatest([bump, known?.bump ?? bump]) ?? bump, what, where });
    for (const pointer of [where, ...others]) this.#reported.add(pointer);
  }

  /** Whether a change is at a place, within it, or at what it is in. */
  isReported(pointer: string): boolean {
    return [...this.#reported].some(
      (known) => known === pointer || known.startsWith(`${pointer}/`) || pointer.startsWith(`${known}/`),
    );
  }

  /** Whether a question has not been asked before. Schemas may refer to themselves. */
  isNew(question: string): boolean {
    return this.#asked.size < this.#asked.add(question).size;
  }

  /** All of them, the greatest bump first. */
  sorted(): Change[] {
    return [...this.#changes.values()].sort((a, b) => BUMPS.indexOf(a.bump) - BUMPS.indexOf(b.bump));
  }
}
