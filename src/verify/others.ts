import type { Census } from "./census.js";
import type { JsonObject } from "./json.js";
import { shown, type Words, words } from "./message.js";
import { plain } from "./values.js";

type Rows = ReadonlyMap<string, JsonObject>;

/** The items of one collection that do not belong to the walk: those that were there before its first write. */
export class Others {
  readonly isWhole: boolean;
  /** The fields that a request can change. */
  readonly written: readonly string[];
  readonly before: Rows;
  /** Ids of items that changed or vanished while the walk only read: others are at it. */
  readonly #byThemselves = new Set<string>();
  /** What was listed last, and after how many writes. */
  #last: { items: Rows; writes: number };
  #writes = 0;

  constructor({ items, isWhole }: Pick<Census, "items" | "isWhole">, written: readonly string[]) {
    this.before = items;
    this.isWhole = isWhole;
    this.written = written;
    this.#last = { items, writes: 0 };
  }

  /** Any item of others. */
  get first(): string | undefined {
    return this.before.keys().next().value;
  }

  /** Whether any of them has a value, in whatever form; `undefined` if that is unknown. */
  use(field: string, value: unknown, items: Iterable<JsonObject> = this.before.values()): boolean | undefined {
    for (const item of items) if (plain(item[field]) === plain(value)) return true;
    return this.isWhole ? false : undefined;
  }

  /** Records that the walk is about to write, or has written. */
  wrote(): void {
    this.#writes++;
  }

  /** Records what a complete list shows, without the walk's own items. What changed without a write, others have changed. */
  observe(items: Rows): void {
    const { items: earlier, writes } = this.#last;
    if (writes === this.#writes) for (const id of this.#differing(earlier, items)) this.#byThemselves.add(id);
    this.#last = { items, writes: this.#writes };
  }

  /** Whether others certainly delete or change items during the walk. */
  get areActive(): boolean {
    return this.#byThemselves.size > 0;
  }

  /** Ids of items that are missing or changed since the first write, and not by themselves. */
  suspects(items: Rows): string[] {
    return this.#differing(this.before, items).filter((id) => !this.#byThemselves.has(id));
  }

  /** What has become of an item. */
  describe(noun: string, id: string, now: JsonObject | undefined): Words {
    const before = this.before.get(id) ?? {};
    const differs = this.written.filter((name) => !isSame(before[name], now?.[name]));
    const fields = differs.flatMap((name) =>
      now
        ? words` ${name} was ${shown(before[name])}, is ${shown(now[name])};`
        : words` ${name} ${shown(before[name])};`,
    );
    return words`${noun} ${shown(id)} of others is ${now ? "changed" : "missing"}:${fields}`;
  }

  #differing(before: Rows, after: Rows): string[] {
    const isOther = (then: JsonObject, now: JsonObject) => this.written.some((name) => !isSame(then[name], now[name]));
    return [...before].flatMap(([id, then]) => (isOther(then, after.get(id) ?? {}) || !after.has(id) ? [id] : []));
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && plain(one) === plain(other));
}
