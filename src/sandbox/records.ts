/** The latest entries of a list that grows without end: at most 1000, and only as many as fit. */
export interface Records<Entry> {
  /** A copy of the list, oldest first. */
  readonly all: readonly Entry[];
  /** How much they hold, in characters. */
  size(): number;
  add(entry: Entry, size: number): void;
  clear(): void;
}

/** How many entries are kept. */
export const MOST_RECORDS = 1000;

/** How much they may hold, in characters. */
const LARGEST = 4_000_000;

/** Creates an empty list. */
export function createRecords<Entry>(): Records<Entry> {
  const kept: { readonly entry: Entry; readonly size: number }[] = [];
  let size = 0;
  return {
    get all() {
      return kept.map(({ entry }) => entry);
    },
    size: () => size,
    add(entry, entrySize) {
      kept.push({ entry, size: entrySize });
      size += entrySize;
      while (kept.length > MOST_RECORDS || (size > LARGEST && kept.length > 1)) size -= kept.shift()?.size ?? 0;
    },
    clear() {
      kept.length = 0;
      size = 0;
    },
  };
}
