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
  const sizes = new Map<Entry, number>();
  let size = 0;
  return {
    get all() {
      return [...sizes.keys()];
    },
    size: () => size,
    add(entry, entrySize) {
      sizes.set(entry, entrySize);
      size += entrySize;
      for (const [oldest, itsSize] of sizes) {
        if (sizes.size <= MOST_RECORDS && (size <= LARGEST || sizes.size === 1)) return;
        sizes.delete(oldest);
        size -= itsSize;
      }
    },
    clear() {
      sizes.clear();
      size = 0;
    },
  };
}
