import { operation as operationOf } from "../../generated/contract.js";
import type { Service } from "./connection.js";
import type { JsonObject } from "./json.js";
import { shown, type Words, words } from "./message.js";
import type { Listing, Reader } from "./reading.js";
import { plain } from "./values.js";

type Rows = ReadonlyMap<string, JsonObject>;

/** How many items are read one by one, since a list may err. */
const MOST_READ = 20;

/** The items of one collection that do not belong to the walk: those that were there before its first write. */
export class Others {
  readonly before: Rows;
  /** Whether these are all. */
  readonly isWhole: boolean;
  /** The fields that a request can change. */
  readonly written: readonly string[];
  /** Sentences about those that are missing or changed. */
  harmed: readonly Words[] = [];
  /** Why it is uncertain what has become of them. */
  doubts: readonly Words[] = [];
  readonly #reader: Reader;
  /** Ids of items that changed or vanished while the walk only read: others are at it. */
  readonly #byThemselves = new Set<string>();
  /** What was listed last, and whether the walk has written since. */
  #last: Rows;
  #hasWritten = false;

  /** @param listing - What exists before the first write. */
  constructor(reader: Reader, { byId, isWhole }: Listing) {
    const { create, update, replace, patch, fields } = reader.collection;
    const bodies = [create, update, replace, patch].map((id) => (id ? operationOf(id).body : undefined));
    const written = new Set(bodies.flatMap((body) => Object.keys(body?.fields ?? {})));
    this.written = [...written].filter((name) => name in fields);
    this.#reader = reader;
    this.before = byId;
    this.#last = byId;
    this.isWhole = isWhole;
  }

  /** Whether any of them has a value, in whatever form; `undefined` if that is unknown. */
  use(field: string, value: unknown): boolean | undefined {
    return hasValue(this.before.values(), field, value) || (this.isWhole ? false : undefined);
  }

  /** Records that the walk writes. */
  wrote(): void {
    this.#hasWritten = true;
  }

  /** Records what a list shows, if it is complete. What changed without a write of the walk, others have changed. */
  observe({ byId, isWhole }: Listing, isOwn: (id: string) => boolean): void {
    if (!isWhole) return;
    const rows = new Map([...byId].filter(([id]) => this.before.has(id) || !isOwn(id)));
    if (!this.#hasWritten) for (const id of this.#differing(this.#last, rows)) this.#byThemselves.add(id);
    this.#last = rows;
    this.#hasWritten = false;
  }

  /** Finds which of them are missing or changed, and not by themselves. */
  async compare(service: Service, now: Listing, isOwn: (id: string) => boolean): Promise<void> {
    this.doubts = now.isList ? [] : [["the list could not be read again"]];
    if (!now.isList) return;
    const reader = this.#reader;
    const harmed: Words[] = [];
    for (const [index, id] of this.#suspects(now.byId).entries()) {
      const isRead = index < MOST_READ && reader.collection.get;
      const alone = isRead ? (await reader.readOne(service, id)).item : undefined;
      const item = reader.idOf(alone) === id ? alone : now.byId.get(id);
      if (!item || this.#isChanged(id, item)) harmed.push(this.#describe(id, item));
    }
    if (harmed.length === 0) return;
    // Others may have done it. If they are at it all the time, a second look shows it.
    this.observe(await reader.readAll(service), isOwn);
    if (this.#byThemselves.size > 0) this.doubts = harmed.map((each) => words`${each} others are at it`);
    else this.harmed = harmed;
  }

  #suspects(now: Rows): string[] {
    return this.#differing(this.before, now).filter((id) => !this.#byThemselves.has(id));
  }

  #differing(then: Rows, now: Rows): string[] {
    return [...then.keys()].filter((id) => !now.has(id) || this.#isChanged(id, now.get(id), then));
  }

  #isChanged(id: string, now: JsonObject = {}, then = this.before): boolean {
    return this.written.some((name) => !isSame(then.get(id)?.[name], now[name]));
  }

  #describe(id: string, now: JsonObject | undefined): Words {
    const before = this.before.get(id) ?? {};
    const fields = this.written
      .filter((name) => !isSame(before[name], now?.[name]))
      .map(
        (name) =>
          words` ${name} ${now ? words`was ${shown(before[name])}, is ${shown(now[name])}` : shown(before[name])};`,
      );
    return words`${this.#reader.noun} ${shown(id)} of others is ${now ? "changed" : "missing"}:${fields.flat()}`;
  }
}

/** Whether an item has a value, in whatever form. */
export function hasValue(items: Iterable<JsonObject>, field: string, value: unknown): boolean {
  const asked = plain(value);
  for (const item of items) if (plain(item[field]) === asked) return true;
  return false;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && plain(one) === plain(other));
}
