import { isDeepStrictEqual } from "node:util";
import { shown, type Words, words } from "./findings.js";
import type { JsonObject } from "./json.js";
import type { List, Listing } from "./list.js";
import { plain } from "./values.js";

/** How many items are read one by one where a list does not hold all. */
const MOST_READ = 20;

/** What belongs to others in one collection: all that was listed before the first write. */
export class Others {
  readonly byId: ReadonlyMap<string, JsonObject>;
  /** Whether these are all. */
  readonly isWhole: boolean;
  /** Why it is uncertain what has become of them. */
  doubts: readonly Words[] = [];
  readonly #list: List;
  /** Sentences about those that differed when they were last compared, and about those that no list shows. */
  #differed: readonly Words[] = [];
  readonly #unlisted: Words[] = [];

  /** @param listing - What exists before the first write. */
  constructor(list: List, { byId, isWhole }: Listing) {
    this.#list = list;
    this.byId = byId;
    this.isWhole = isWhole;
  }

  /** What is missing or changed. */
  get harmed(): readonly Words[] {
    return [...this.#differed, ...this.#unlisted];
  }

  /** Whether one of them has a value, in whatever form. */
  have(field: string, value: unknown, since: readonly JsonObject[] = []): boolean {
    const asked = plain(value);
    for (const row of this.byId.values()) if (plain(row[field]) === asked) return true;
    return since.some((row) => plain(row[field]) === asked);
  }

  /** Finds which of them are missing or changed. */
  async compare(listing: Listing): Promise<void> {
    // Where there were none, there is nothing to compare: a list may be gone with its parent.
    const isKnown = this.isWhole && (listing.isList || this.byId.size === 0);
    const doubt = words`only ${this.byId.size} of them could be listed, and compared`;
    this.doubts = isKnown ? [] : [listing.isList ? doubt : ["the list could not be read again"]];
    if (!listing.isList) return;
    const differed: Words[] = [];
    let reads = 0;
    for (const [id, before] of this.byId) {
      let now = listing.byId.get(id);
      if (!now && !listing.isWhole && this.#list.collection.get) {
        // What a part of the list does not show may still be there.
        if (++reads > MOST_READ) continue;
        const { item } = await this.#list.readOne(id);
        if (this.#list.idOf(item) === id) now = item;
      }
      differed.push(...this.#harmTo(id, before, now));
    }
    this.#differed = differed;
  }

  /** A sentence if somebody has changed an item: a service may change the time of the last change itself. */
  #harmTo(id: string, before: JsonObject, now: JsonObject | undefined): Words[] {
    const { fields, times } = this.#list.collection;
    const lasting = Object.keys(fields).filter((name) => name in before && times[name]?.moment !== "updated");
    const changed = lasting.filter((name) => !isDeepStrictEqual(before[name], now?.[name]));
    if (now && changed.length === 0) return [];
    const values = changed.flatMap((name) => {
      const change = now ? words`was ${shown(before[name])}, is ${shown(now[name])}` : shown(before[name]);
      return words` ${name} ${change};`;
    });
    return [words`${this.#list.noun} ${shown(id)} of others is ${now ? "changed" : "missing"}:${values}`];
  }

  /** Records that a change was about an item which the walk has not made. What no list shows belongs to others, too. */
  async suspect(id: string): Promise<void> {
    const { byId } = await this.#list.readNewest();
    const harm = words`${this.#list.noun} ${shown(id)} of others, which no list shows, is changed`;
    if (!this.byId.has(id) && !byId.has(id)) this.#unlisted.push(harm);
  }
}
