import { agree } from "./compared-values.js";
import { notChecked } from "./findings.js";
import type { JsonObject } from "./json.js";
import type { List, Listing } from "./list.js";
import { shown, type Words, words } from "./quoted-text.js";

/** What belongs to others in one collection: all that was listed before the first write. */
export class Others {
  readonly byId: ReadonlyMap<string, JsonObject>;
  /** Whether these are all. */
  readonly isWhole: boolean;
  /** Why it is uncertain what has become of them. */
  doubts: readonly Words[] = [];
  readonly #list: List;
  /** What was missing or changed in any list, by id. */
  readonly #harm = new Map<string, Words>();

  /** @param listing - What exists before the first write. */
  constructor(list: List, { byId, isWhole }: Listing) {
    this.#list = list;
    this.byId = byId;
    this.isWhole = isWhole;
  }

  /** What is missing or changed, or was, although a later request has undone it. */
  get harmed(): readonly Words[] {
    return [...this.#harm.values()];
  }

  /** @throws Stop when any is missing or changed: the walk then changes nothing more. */
  checkUnharmed(): void {
    if (this.#harm.size > 0) throw notChecked(["items of others are missing or changed"]);
  }

  /**
   * Finds which of them are missing or changed.
   *
   * @param isAll - Whether the list should show all of them. Else, it tells nothing of those that it lacks.
   */
  compare({ byId, isList, isWhole }: Listing, isAll: boolean): void {
    // Who saw all of them before has to see them again.
    const isMissed = isAll && isList && (this.isWhole || isWhole);
    const compared = [...this.byId].filter(([id]) => isMissed || byId.has(id));
    for (const [id, before] of compared) this.#note(id, before, byId.get(id));
    // Where there were none, there is nothing to compare: a list may be gone with its parent.
    if (!isAll || (this.isWhole && this.byId.size === 0)) return;
    if (!isList) this.doubts = [["the list could not be read again"]];
    else this.doubts = this.isWhole ? [] : [words`only ${compared.length} of them could be listed, and compared`];
  }

  /** Notes an item that is missing or changed. */
  #note(id: string, before: JsonObject, now: JsonObject | undefined): void {
    const lasting = this.#list.lasting.filter((name) => name in before);
    const changed = lasting.filter((name) => !agree(now?.[name], before[name]));
    if (now && changed.length === 0) return;
    const values = changed.flatMap((name) => {
      const change = now ? words`was ${shown(before[name])}, is ${shown(now[name])}` : shown(before[name]);
      return words` ${name} ${change};`;
    });
    this.#harm.set(id, words`${this.#list.noun} ${shown(id)} of others is ${now ? "changed" : "missing"}:${values}`);
  }
}
