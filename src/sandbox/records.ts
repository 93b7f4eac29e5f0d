/** The latest entries of a list that grows without end: at most 1000, and only as many as fit. */
export interface Records<Entry> {
  /** Oldest first. */
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
  const all: Entry[] = [];
  const sizes: number[] = [];
  let size = 0;
  return {
    all,
    size: () => size,
    add(entry, entrySize) {
      all.push(entry);
      sizes.push(entrySize);
      size += entrySize;
      while (all.length > MOST_RECORDS || (size > LARGEST && all.length > 1)) {
        all.shift();
        size -= sizes.shift() ?? 0;
      }
    },
    clear() {
      all.length = 0;
      sizes.length = 0;
      size = 0;
    },
  };
}
