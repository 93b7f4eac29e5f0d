import { isDeepStrictEqual } from "node:util";
import { shown, type Words, words } from "./findings.js";
import type { JsonObject } from "./json.js";
import type { List, Listing } from "./list.js";

/** What belongs to others in one collection: all that was listed before the first write. */
export class Others {
  readonly byId: ReadonlyMap<string, JsonObject>;
  /** Whether these are all. */
  readonly isWhole: boolean;
  /** What is missing or changed. */
  harmed: readonly Words[] = [];
  /** Why it is uncertain what has become of them. */
  doubts: readonly Words[] = [];
  readonly #list: List;

  /** @param listing - What exists before the first write. */
  constructor(list: List, { byId, isWhole }: Listing) {
    this.#list = list;
    this.byId = byId;
    this.isWhole = isWhole;
  }

  /** Finds which of them are missing or changed. */
  compare({ byId, isList, isWhole }: Listing): void {
    // Where there were none, there is nothing to compare: a list may be gone with its parent.
    if (this.isWhole && this.byId.size === 0) return;
    if (!isList) {
      this.doubts = [["the list could not be read again"]];
      return;
    }
    // Who saw all of them before has to see them again.
    const compared = [...this.byId].filter(([id]) => this.isWhole || isWhole || byId.has(id));
    this.harmed = compared.flatMap(([id, before]) => this.#harmTo(id, before, byId.get(id)));
    this.doubts = this.isWhole ? [] : [words`only ${compared.length} of them could be listed, and compared`];
  }

  /** A sentence if somebody has changed an item. */
  #harmTo(id: string, before: JsonObject, now: JsonObject | undefined): Words[] {
    const lasting = this.#list.lasting.filter((name) => name in before);
    const changed = lasting.filter((name) => !isDeepStrictEqual(before[name], now?.[name]));
    if (now && changed.length === 0) return [];
    const values = changed.flatMap((name) => {
      const change = now ? words`was ${shown(before[name])}, is ${shown(now[name])}` : shown(before[name]);
      return words` ${name} ${change};`;
    });
    return [words`${this.#list.noun} ${shown(id)} of others is ${now ? "changed" : "missing"}:${values}`];
  }
}
