import { MOST_RECORDS } from "./records.js";
import { Problem } from "./reply.js";

/** How much is kept of what requests send, in characters, for all tokens. */
const MOST_KEPT = 64_000_000;

/** An entry of a list of the latest ones. */
interface Latest {
  readonly list: object[];
  readonly size: number;
}

/**
 * The room for all that requests leave behind. Subscriptions and simulations are kept. Of the latest requests and
 * deliveries, the oldest ones are forgotten when there is no room for something new.
 */
export class Room {
  #taken = 0;
  /** The sizes of what is kept. */
  readonly #kept = new Map<object, number>();
  /** From the oldest to the newest one: each is the first of its list when those before it are forgotten. */
  readonly #latest = new Map<object, Latest>();

  /** Keeps an entry, in place of an earlier one if there is one. @throws Problem when there is no room for it. */
  keep(entry: object, before?: object): void {
    const size = sizeOf(entry);
    const more = size - ((before && this.#kept.get(before)) ?? 0);
    this.#forgetFor(more);
    if (this.#taken + more > MOST_KEPT) throw new Problem(413, "The sandbox is full: reset it for all tokens.");
    if (before) this.free(before);
    this.#kept.set(entry, size);
    this.#taken += size;
  }

  /** Keeps all entries, or none. @throws Problem when there is no room for them. */
  keepAll(entries: readonly object[]): void {
    try {
      for (const entry of entries) this.keep(entry);
    } catch (error) {
      for (const entry of entries) this.free(entry);
      throw error;
    }
  }

  /** Adds an entry to a list of the latest ones. */
  add<Entry extends object>(list: Entry[], entry: Entry, size = sizeOf(entry)): void {
    this.#forgetFor(size);
    list.push(entry);
    this.#latest.set(entry, { list, size });
    this.#taken += size;
    const oldest = list.length > MOST_RECORDS && list.shift();
    if (oldest) this.free(oldest);
  }

  /** Frees the room of an entry that is kept no longer. */
  free(entry: object): void {
    this.#taken -= this.#kept.get(entry) ?? this.#latest.get(entry)?.size ?? 0;
    this.#kept.delete(entry);
    this.#latest.delete(entry);
  }

  /** Forgets the latest entries, the oldest one first, until there is room for something of a size, or none is left. */
  #forgetFor(size: number): void {
    for (const [entry, { list }] of this.#latest) {
      if (this.#taken + size <= MOST_KEPT) return;
      list.shift();
      this.free(entry);
    }
  }
}

function sizeOf(entry: object): number {
  return JSON.stringify(entry).length;
}
