import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { operation as operationOf } from "../../generated/contract.js";
import { urlOf } from "../url.js";
import type { JsonObject } from "./json.js";
import type { Listing, Reader } from "./list-reader.js";
import { shown, type Words, words } from "./message.js";
import { sendable } from "./request-body.js";

type Rows = ReadonlyMap<string, JsonObject>;

/** How many items are read one by one where a list does not hold all. */
const MOST_READ = 20;

/** What the names and addresses have that a walk makes: see `Values`. */
const OF_A_WALK = /\bverification[-=][\da-f]{12}-[a-z]\d/;

/** How long to wait for what a service or others still do, before it is told, in ms. */
export const PATIENCE = 2_000;

/** What may become of an item. */
type Deed = "deleted" | "changed";

/** The items of one collection that do not belong to the walk: those that were there before its first write. */
export class Others {
  readonly before: Rows;
  /** Part of the values that the walk's own items have, and none of these. */
  readonly marker = randomUUID().slice(-12);
  /** Whether these are all. */
  readonly isWhole: boolean;
  /** The fields that a request can change. */
  readonly written: readonly string[];
  /** Why it is uncertain what has become of them. */
  doubts: readonly Words[] = [];
  readonly #reader: Reader;
  /** Sentences about those that differed when they were last compared, and about those that no list shows. */
  #differed: readonly Words[] = [];
  readonly #unlisted: Words[] = [];
  /** The fields that nobody changes unknowingly: all but the time of the last change. */
  readonly #lasting: readonly string[];
  readonly #isOwn: (id: string) => boolean;
  /** What others were seen to do with their items before the first write. */
  readonly #deeds: ReadonlySet<Deed>;

  /**
   * @param earlier - What existed a while ago.
   * @param listing - What exists before the first write.
   * @param isOwn - Returns whether the walk has made an item with an id.
   */
  constructor(reader: Reader, earlier: Listing, { byId, isWhole }: Listing, isOwn: (id: string) => boolean) {
    const { create, update, replace, patch, fields, times } = reader.collection;
    const bodies = [create, update, replace, patch].map((id) => (id ? operationOf(id).body : undefined));
    const written = Object.keys(Object.assign({}, ...bodies.map((body) => sendable(body?.fields))));
    this.written = written.filter((name) => name in fields);
    this.#lasting = Object.keys(fields).filter((name) => times[name]?.moment !== "updated");
    this.before = byId;
    this.isWhole = isWhole;
    this.#reader = reader;
    this.#isOwn = isOwn;
    const seen = earlier.isWhole && isWhole ? this.#differing(earlier.byId, byId) : [];
    this.#deeds = new Set(seen.map((id) => deedOn(byId.get(id))));
  }

  /** Sentences about those that are missing or changed. */
  get harmed(): readonly Words[] {
    return [...this.#differed, ...this.#unlisted];
  }

  /** Records that one which no list shows was changed. */
  addUnlisted(id: string): void {
    this.#unlisted.push(words`${this.#reader.noun} ${shown(id)} of others, which no list shows, is changed`);
  }

  /** Whether any of them may have a value, in whatever form. Where they are not all known, only a marked one is free. */
  mayHave(field: string, value: unknown, known: Iterable<JsonObject> = this.before.values()): boolean {
    const asked = plain(value);
    for (const item of known) if (plain(item[field]) === asked) return true;
    return !this.isWhole && !String(value).includes(this.marker);
  }

  /** Whether an item is theirs, as far as is known. */
  has(id: string): boolean {
    return this.before.has(id) || !this.#isOwn(id);
  }

  /** Finds which of them are missing or changed. Where any is, no more is written. */
  async compare(listing?: Listing): Promise<void> {
    const reader = this.#reader;
    const now = listing ?? (await reader.readAll());
    const known = words`only ${this.before.size} of them could be listed, and compared`;
    const doubt = now.isList ? known : ["the list could not be read again"];
    // Where there were none, there is nothing to compare: a list may be gone with its parent.
    const isKnown = this.isWhole && (now.isList || this.before.size === 0);
    this.doubts = isKnown ? [] : [doubt];
    if (!now.isList) return;
    const differing: [id: string, item: JsonObject | undefined][] = [];
    for (const [index, id] of this.#differing(this.before, now.byId).entries()) {
      const isUnsure = !now.isWhole && index < MOST_READ && reader.collection.get;
      const alone = isUnsure ? (await reader.readOne(id)).item : undefined;
      const item = reader.idOf(alone) === id ? alone : now.byId.get(id);
      if (!item || this.#changed(this.before.get(id), item).length > 0) differing.push([id, item]);
    }
    if (differing.length === 0) return;
    // Nobody else sends the marker of this walk.
    const isSure = (item: JsonObject | undefined) => item && JSON.stringify(item).includes(this.marker);
    const harmed = differing.filter(([, item]) => isSure(item) || !this.#deeds.has(deedOn(item)));
    const doubtful = differing.filter((each) => !harmed.includes(each));
    this.#differed = harmed.map((each) => this.#describe(...each));
    this.doubts = [...this.doubts, ...doubtful.map((each) => words`${this.#describe(...each)} others are at it`)];
  }

  /** Whether another walk has made an item: it is not this walk's, and will soon be gone. */
  isOfAnotherWalk(item: JsonObject): boolean {
    const text = JSON.stringify(item);
    return OF_A_WALK.test(text) && !text.includes(this.marker);
  }

  #differing(then: Rows, now: Rows): string[] {
    const isOther = ([id, item]: [string, JsonObject]) => !now.has(id) || this.#changed(item, now.get(id)).length > 0;
    return [...then].flatMap((entry) => (isOther(entry) && !this.isOfAnotherWalk(entry[1]) ? entry[0] : []));
  }

  #changed(before: JsonObject = {}, now: JsonObject = {}): string[] {
    return this.#lasting.filter((name) => !isDeepStrictEqual(before[name], now[name]));
  }

  #describe(id: string, now: JsonObject | undefined): Words {
    const before = this.before.get(id) ?? {};
    const fields = this.#changed(before, now).flatMap((name) => {
      const change = now ? words`was ${shown(before[name])}, is ${shown(now[name])}` : shown(before[name]);
      return words` ${name} ${change};`;
    });
    return words`${this.#reader.noun} ${shown(id)} of others is ${now ? "changed" : "missing"}:${fields}`;
  }
}

function deedOn(item: JsonObject | undefined): Deed {
  return item ? "changed" : "deleted";
}

/** A value without what a service may change when it keeps it, such as the query of a URL. */
export function plain(value: unknown): unknown {
  if (typeof value !== "string") return typeof value === "object" ? JSON.stringify(value) : value;
  const { origin, pathname } = urlOf(value) ?? { origin: "null", pathname: "" };
  const text = origin === "null" ? value : origin + pathname;
  return text
    .replaceAll(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
    .replace(/\/+$/, "");
}
