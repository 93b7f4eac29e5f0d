import { LARGEST_RECORDS, MOST_RECORDS } from "./limits.js";

/** The latest entries of a list that grows without end: only so many, and only as many as fit. */
export interface Records<Entry> {
  /** A copy of the list, oldest first. */
  readonly all: readonly Entry[];
  add(entry: Entry, size: number): void;
}

/** Creates an empty list. @param onGrowth - Receives how much more it holds, in characters. */
export function createRecords<Entry>(onGrowth: (by: number) => void): Records<Entry> {
  const kept: { readonly entry: Entry; readonly size: number }[] = [];
  let size = 0;
  return {
    get all() {
      return kept.map(({ entry }) => entry);
    },
    add(entry, entrySize) {
      const before = size;
      kept.push({ entry, size: entrySize });
      size += entrySize;
      while (kept.length > MOST_RECORDS || (size > LARGEST_RECORDS && kept.length > 1)) size -= kept.shift()?.size ?? 0;
      onGrowth(size - before);
    },
  };
}
