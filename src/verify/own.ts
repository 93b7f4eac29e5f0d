import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { details, operation as operationOf, requestExamples } from "../../generated/contract.js";
import type { Collection, Fields, Operation } from "../contract.js";
import { flagFor, formOf, isClientError, isRefused, isSuccess, itemIn, reasonOf } from "./answer-form.js";
import { notChecked, shown, type Words, words } from "./findings.js";
import { fieldOf, type JsonObject, pick } from "./json.js";
import type { List, Listing } from "./list.js";
import { type Answer, Interruption, type Request } from "./service.js";
import { defaultsOf, differences, enveloped, plain, requiredOf, sendable, Values } from "./values.js";
import type { Walk } from "./walk.js";

/** The ways to change an item: without its id, completely, and in part. */
export const CHANGES = ["update", "replace", "patch"] as const;
/** One of them. */
export type Change = (typeof CHANGES)[number];

/** The fields that a request has sent, and its answer. */
export interface Sent {
  sent: JsonObject;
  answer: Answer;
}

/** An item that the walk has asked the service to create, and all that is known of it. */
export interface Made extends Sent {
  /** The item in the answer, if there is one, and its id as text. */
  record?: JsonObject;
  id?: string;
  /** What the service says: `open` until it refuses the item, or says that it is deleted. Until then, it may exist. */
  state: "open" | "refused" | "deleted";
  /** Whether nobody knows if it is deleted. */
  isDoubtful?: boolean;
  /** Why it may be left. */
  reason?: Words;
}

/** An item that the walk has created and not deleted. */
export type Held = Made & Required<Pick<Made, "id" | "record">>;

/** Something in a list that is not as the writes of the walk should have left it. */
export interface Wrong {
  id: string;
  message: Words;
}

/** How many items of others are read one by one where a list does not hold all. */
const MOST_READ = 20;

/** What the names and addresses have that a walk makes: see `Values`. */
const OF_A_WALK = /\bverification[-=][\da-f]{12}-[a-z]\d/;

const UNKNOWN: Words = ["it is not known what belongs to others"];

/** Why nothing more is created where it would be left. */
export const UNDELETABLE: Words = ["what the walk creates cannot be deleted"];

/**
 * The items of one collection in a walk: those that the walk has made, and those that belong to others. Every change and
 * deletion of an item is sent from here, and none is about an item that may belong to others.
 */
export class Own {
  readonly list: List;
  readonly collection: Collection;
  readonly creation: Operation;
  /** What a creation may send. */
  readonly fields: Fields;
  /** What belongs to others: all that was listed before the first write. */
  readonly others: ReadonlyMap<string, JsonObject>;
  /** Part of the values that the walk's own items have, and no others. */
  readonly marker = randomUUID().slice(-12);
  readonly values: Values;
  readonly made: Made[] = [];
  /** The newest items, if they were read after the last write: they can be many. */
  #newest: Listing | undefined;
  /** Why the service creates no more. */
  refused: Words | undefined;
  /** Why it is uncertain what has become of the items of others. */
  doubts: readonly Words[] = [];
  /** Sentences about what is left. */
  left: readonly Words[] = [];
  readonly #walk: Walk;
  /** Whether the items of others are all known. */
  readonly #isWhole: boolean;
  /** The fields of an item that a request can change. */
  readonly #written: readonly string[];
  /** Sentences about items of others that differed when they were last compared, and about those that no list shows. */
  #differed: readonly Words[] = [];
  readonly #unlisted: Words[] = [];
  #halted: Words | undefined;
  /** What was wrong, and is told. */
  readonly #told = new Set<string>();

  /** @param listing - What exists before the first write. All of it belongs to others. */
  constructor(list: List, { byId, isWhole, isList }: Listing) {
    this.list = list;
    this.#walk = list.walk;
    this.collection = list.collection;
    this.creation = operationOf(this.collection.create);
    this.fields = sendable(this.creation.body?.fields);
    this.others = byId;
    this.#isWhole = isWhole;
    const { create, update, replace, patch, fields } = this.collection;
    const bodies = [create, update, replace, patch].map((id) => (id ? operationOf(id).body : undefined));
    const written = Object.keys(Object.assign({}, ...bodies.map((body) => sendable(body?.fields))));
    this.#written = written.filter((name) => name in fields);
    const { options } = list.walk;
    this.values = new Values(this.creation, fields, options, this.marker, (field, value) =>
      this.#mayHave(field, value),
    );
    const { taken } = this.values;
    if (!isList) this.halt(UNKNOWN);
    if (!this.collection.delete) this.halt(["openapi.yaml has no operation that deletes it again"]);
    if (this.creation.answer.holds !== "item")
      this.halt(["a creation does not say what it created, so nothing could delete it again"]);
    if (taken)
      this.halt(words`others use the ${taken.field} ${shown(taken.value)}, or may${this.#otherThan(taken.field)}`);
  }

  /** What belongs to others, and is missing or changed. */
  get harmed(): readonly Words[] {
    return [...this.#differed, ...this.#unlisted];
  }

  /** Creates and changes nothing from now on. */
  halt(reason: Words): void {
    this.#halted ??= reason;
  }

  /** Why the walk must not create or change anything. */
  get halted(): Words | undefined {
    return this.harmed.length > 0 ? ["items of others are missing or changed"] : this.#halted;
  }

  /** @throws Stop when the walk must not create or change anything. */
  checkAllowed(): void {
    if (this.halted) throw notChecked(this.halted);
  }

  /** Those that the service may have, and that may be deleted. */
  get #open(): Held[] {
    return this.made.filter((made): made is Held => made.state === "open" && this.isOwn(made));
  }

  /** Those that the service should have, by its own answers. */
  get held(): Held[] {
    return this.#open.filter(({ isDoubtful }) => !isDoubtful);
  }

  /** The required fields of a new item. */
  required(): JsonObject {
    return this.values.required(this.made.length);
  }

  /** The fields of an item that have a value that nobody else uses. */
  get telling(): readonly string[] {
    const { fields } = this.collection;
    return this.values.own.filter((name) => fields[name] && fields[name].schema["writeOnly"] !== true);
  }

  /** Whether the service returned an id for an item of the walk that no item of others has, and that a path can hold. */
  isOwn(made: Made): made is Held {
    const { id } = made;
    return id !== undefined && !/^\.{0,2}$|\p{Cs}/u.test(id) && !this.others.has(id);
  }

  /** Reads the newest items, whatever the answer. */
  async readNewest(): Promise<Listing> {
    this.#newest = await this.list.readNewest();
    return this.#newest;
  }

  async #write(request: Request): Promise<Answer> {
    this.#newest = undefined;
    return this.#walk.send(request);
  }

  /** Asks the service for an item, and records that it may exist. @throws Stop as `checkAllowed` does. */
  async create(sent: JsonObject, token?: null): Promise<Made> {
    this.checkAllowed();
    // Only what ends the walk is thrown, and then nothing was sent.
    const body = enveloped(this.creation, sent);
    const answer = await this.#write({ ...this.list.about(this.creation.id), body, token });
    const made: Made = { sent, answer, state: "open" };
    this.made.push(made);
    const record = itemIn(answer);
    const id = this.list.idOf(record);
    // A token may be missed with any status.
    const isTokenMissed = token === null && answer.status > 0 && id === undefined;
    if (isClientError(answer) || isTokenMissed) made.state = "refused";
    else if (record && id !== undefined) Object.assign(made, { record, id });
    if (id !== undefined && this.others.has(id)) this.halt(["a creation has returned an item of others"]);
    return made;
  }

  /**
   * Changes an item of the walk's own.
   *
   * @param extra - Fields to send in addition, or in place of what is usual.
   * @throws Stop when it might change an item of others.
   */
  async change(role: Change, held: Held, extra: JsonObject = {}, token?: null): Promise<Sent> {
    this.checkAllowed();
    const operation = operationOf(this.collection[role] ?? "");
    const required = requiredOf(operation);
    // What tells an item from those of others stays, or it could not be found again and deleted.
    const fixed = role === "update" ? [...this.telling, ...Object.keys(required)] : this.telling;
    const changes = this.#changeOf(operation, held.record, fixed);
    const isPart = role === "patch" && Object.keys(changes).length > 0;
    const kept = pick(held.sent, Object.keys(isPart ? required : sendable(operation.body?.fields)));
    const { idField } = this.collection;
    const set: JsonObject = { ...required, ...kept, ...changes, ...extra };
    // A body may repeat the id.
    const sent = idField in set ? { ...set, [idField]: held.record[idField] } : set;
    if (role === "update") await this.#ensureOnlyOwn(pick(sent, [...Object.keys(required), idField]));
    const id = role === "update" ? undefined : await this.find(held);
    if (role !== "update" && !id) throw notChecked(words`${this.list.noun} ${shown(held.id)} is not found again`);
    const request = { ...this.list.about(operation.id, id), body: enveloped(operation, sent), token };
    return { sent, answer: await this.#write(request) };
  }

  /** Another value for one field: a listed one, the other boolean, or the contract's example. */
  #changeOf({ id, body }: Operation, record: JsonObject, fixed: readonly string[]): JsonObject {
    for (const [name, { schema }] of Object.entries(sendable(body?.fields))) {
      if (fixed.includes(name) || !(name in this.collection.fields)) continue;
      const booleans = schema.type === "boolean" ? [true, false] : [];
      const values = [...(schema.enum ?? []), ...booleans, details[id]?.fields[name]];
      const other = values.find((value) => value !== undefined && !isDeepStrictEqual(value, record[name]));
      if (other !== undefined) return { [name]: other };
    }
    return {};
  }

  /** Without an id, a service finds an item by any of the fields that it requires: no other item may have their values. */
  async #ensureOnlyOwn(values: JsonObject): Promise<void> {
    if (Object.keys(values).length === 0)
      throw notChecked(["it requires no field, so it could change what belongs to others"]);
    const { isList, byId, answer } = this.#newest ?? (await this.readNewest());
    if (!isList) throw notChecked(isRefused(answer) ? reasonOf(answer) : UNKNOWN);
    const rows = [...this.others, ...byId].filter(([id]) => !this.made.some((made) => made.id === id));
    for (const [name, value] of Object.entries(values)) {
      const isTaken = this.#mayHave(name, value, [...rows.map(([, row]) => row), ...this.others.values()]);
      const reason = words`another ${this.list.noun} has the ${name} ${shown(value)}${this.#otherThan(name)}`;
      if (isTaken) throw notChecked(reason);
    }
  }

  /** Whether any item may have a value, in whatever form. Where those of others are not all known, a marked one is free. */
  #mayHave(field: string, value: unknown, known: Iterable<JsonObject> = this.others.values()): boolean {
    const asked = plain(value);
    for (const item of known) if (plain(item[field]) === asked) return true;
    return !this.#isWhole && !String(value).includes(this.marker);
  }

  /** What to do about a value that others use. */
  #otherThan(field: string): string {
    const flag = flagFor(field, this.fields[field]?.schema);
    return flag ? `: choose one that nobody uses with ${flag}` : "";
  }

  /** Triggers a delivery with what the operation requires: the values of an item of the walk's own. */
  async trigger(id: string, held: Held, extra: JsonObject = {}, token?: null): Promise<Sent> {
    this.checkAllowed();
    const operation = operationOf(id);
    const required = requiredOf(operation);
    const sent = { ...required, ...pick(held.sent, Object.keys(required)), ...extra };
    const answer = await this.#write({ operation, body: enveloped(operation, sent), token });
    return { sent: { ...defaultsOf(operation), ...sent }, answer };
  }

  /** Calls an operation on an item of the walk's own. @returns `undefined` if the item could not be read. */
  async act(operation: string, held: Held, token?: null): Promise<Answer | undefined> {
    this.checkAllowed();
    const id = await this.find(held);
    return id ? this.#write({ ...this.list.about(operation, id), body: requestExamples[operation], token }) : undefined;
  }

  /**
   * Reads an item that the walk made, at its own path: where that leads elsewhere, so would a deletion. Only where the
   * contract has no such read, the list is enough.
   *
   * @returns Its id, unless it cannot be found, or may belong to others.
   */
  async find(made: Made): Promise<string | undefined> {
    if (!this.isOwn(made)) return undefined;
    const { item } = await this.list.readOne(made.id);
    return item && this.list.idOf(item) === made.id && this.#matches(item, made) ? made.id : undefined;
  }

  /** Deletes an item that the walk made, right after it was read. @returns `undefined` if it could not be read. */
  async delete(made: Made, token?: null): Promise<Answer | undefined> {
    const { delete: deletion } = this.collection;
    const id = deletion && (await this.find(made));
    if (!deletion || !id) return undefined;
    const answer = await this.#write({ ...this.list.about(deletion, id), token });
    if (isSuccess(answer) && fieldOf(answer.body, "success") !== false) {
      Object.assign(made, { state: "deleted", reason: ["the service says that it is deleted"], isDoubtful: false });
      this.refused = undefined;
    } else made.isDoubtful = !isClientError(answer);
    return answer;
  }

  /** Whether an item in an answer is one that the walk made, although a service may keep its values in another form. */
  #matches(item: JsonObject, { sent, record }: Made): boolean {
    if (this.#isOfAnotherWalk(item)) return false;
    if (!this.#isWhole && !this.#isMarked(item)) return false;
    const told = this.telling.filter((name) => name in sent);
    const [names, expected] = told.length > 0 ? [told, sent] : [this.#written, record];
    return names.every((name) => plain(item[name]) === plain(expected?.[name]));
  }

  #isMarked(item: JsonObject): boolean {
    return JSON.stringify(item).toLowerCase().includes(this.marker);
  }

  /** Whether another walk has made an item: it is not this walk's, and will soon be gone. */
  #isOfAnotherWalk(item: JsonObject): boolean {
    return OF_A_WALK.test(JSON.stringify(item)) && !this.#isMarked(item);
  }

  /** What the writes of the walk should have left: its items by their ids, each as the answers have told it. */
  kept(): Map<string, JsonObject> {
    return new Map(this.held.map(({ id, record }) => [id, record]));
  }

  /** What differs in an item of the walk from what the writes should have left: its id, what was sent, or its time. */
  wrongOf(item: JsonObject | undefined, kept: JsonObject): Words[] {
    const { idField, times } = this.collection;
    const created = Object.keys(times).filter(
      (name) => times[name]?.moment === "created" && item?.[name] !== undefined,
    );
    const names = [idField, ...this.#written, ...created];
    return differences(item, pick(kept, names));
  }

  /** What in a list is not as the writes of the walk should have left it. */
  wrongIn(listing: Listing): Wrong[] {
    const { noun } = this.list;
    const wrong: Wrong[] = [];
    for (const [id, kept] of this.kept()) {
      const row = listing.byId.get(id);
      if (row)
        wrong.push(
          ...this.wrongOf(row, kept).map((message) => ({ id, message: words`of ${noun} ${shown(id)}, ${message}` })),
        );
      else if (listing.isWhole) wrong.push({ id, message: words`${noun} ${shown(id)} is not in the list` });
    }
    for (const made of this.made) {
      const { id = "", state } = made;
      const row = state === "deleted" ? listing.byId.get(id) : undefined;
      // Another item may have got its id.
      if (row && this.#matches(row, made) && !this.kept().has(id))
        wrong.push({ id, message: words`${noun} ${shown(id)} is still in the list` });
    }
    return [...wrong, ...this.#unaskedIn(listing)].filter(({ id, message }) => !this.#told.has(keyOf(id, message)));
  }

  /** Items that a service has made of what the walk has sent, although each creation is known to have made another. */
  #unaskedIn({ byId }: Listing): Wrong[] {
    if (this.made.some(({ id, state }) => state === "open" && id === undefined)) return [];
    const isKnown = (id: string) => this.others.has(id) || this.made.some((made) => made.id === id);
    const unasked = [...byId].filter(([id, item]) => !isKnown(id) && this.#isMarked(item));
    const has = words`has what the walk has sent, but no creation has returned it`;
    return unasked.map(([id]) => ({ id, message: words`${this.list.noun} ${shown(id)} ${has}` }));
  }

  /** What a list shows is what the walk expects from now on: what is told once is not told again. */
  accept(listing: Listing): void {
    for (const { id, message } of this.wrongIn(listing)) this.#told.add(keyOf(id, message));
    for (const made of this.held) {
      made.record = { ...made.record, ...listing.byId.get(made.id) };
      made.isDoubtful = listing.isWhole && !listing.byId.has(made.id);
    }
  }

  /** Records that a change was about an item which the walk has not made. What no list shows belongs to others, too. */
  async suspect(id: string): Promise<void> {
    if (this.others.has(id) || this.made.some((made) => made.id === id)) return;
    const { byId } = await this.readNewest();
    const harm = words`${this.list.noun} ${shown(id)} of others, which no list shows, is changed`;
    if (!byId.has(id)) this.#unlisted.push(harm);
  }

  /** Finds which items of others are missing or changed. Where any is, no more is created or changed. */
  async compare(listing: Listing): Promise<void> {
    const doubt = words`only ${this.others.size} of them could be listed, and compared`;
    // Where there were none, there is nothing to compare: a list may be gone with its parent.
    const isKnown = this.#isWhole && (listing.isList || this.others.size === 0);
    this.doubts = isKnown ? [] : [listing.isList ? doubt : ["the list could not be read again"]];
    if (!listing.isList) return;
    const differed: Words[] = [];
    let reads = 0;
    for (const [id, before] of this.others) {
      if (this.#isOfAnotherWalk(before)) continue;
      let now = listing.byId.get(id);
      if (!now && !listing.isWhole && this.collection.get) {
        // What a part of the list does not show may still be there.
        if (++reads > MOST_READ) continue;
        const { item } = await this.list.readOne(id);
        if (this.list.idOf(item) === id) now = item;
      }
      if (!now || this.#changed(before, now).length > 0) differed.push(this.#harmTo(id, before, now));
    }
    this.#differed = differed;
  }

  /** The fields of an item of others that somebody has changed: a service may change the time of the last change itself. */
  #changed(before: JsonObject, now: JsonObject): string[] {
    const { fields, times } = this.collection;
    const lasting = Object.keys(fields).filter((name) => times[name]?.moment !== "updated");
    return lasting.filter((name) => !isDeepStrictEqual(before[name], now[name]));
  }

  #harmTo(id: string, before: JsonObject, now: JsonObject | undefined): Words {
    const names = now ? this.#changed(before, now) : Object.keys(pick(before, Object.keys(this.collection.fields)));
    const fields = names.flatMap((name) => {
      const change = now ? words`was ${shown(before[name])}, is ${shown(now[name])}` : shown(before[name]);
      return words` ${name} ${change};`;
    });
    return words`${this.list.noun} ${shown(id)} of others is ${now ? "changed" : "missing"}:${fields}`;
  }

  /** Deletes every item that the walk has created, and no other, whatever the service has answered. */
  async cleanUp(): Promise<void> {
    await this.#unlessEnded(async () => {
      await this.#deleteAll();
      const listing = await this.#walk.until(
        async () => {
          // What fails once may succeed at the second time.
          await this.#deleteAll();
          return this.list.readAll();
        },
        (all) => all.isList && this.#leftIn(all, ["open"]).length === 0,
      );
      await this.#conclude(listing);
    });
  }

  /** Looks once more, since a service may do later what a request has set off. */
  async lookAgain(): Promise<void> {
    await this.#unlessEnded(async () => this.#conclude(await this.list.readAll()));
  }

  async #unlessEnded(action: () => Promise<void>): Promise<void> {
    if (this.made.length === 0 && this.others.size === 0) return;
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
      this.doubts = [["they were not compared again, since the deletion was ended"]];
      // Nobody has looked for what the service says is deleted, or not created.
      this.left = this.#leftIn(undefined, ["open", "deleted", "refused"]);
    }
  }

  /** Records what has become of the items of others, and what is left of the walk's own. */
  async #conclude(listing: Listing): Promise<void> {
    await this.compare(listing);
    if (listing.isList || this.left.length === 0) this.left = this.#leftIn(listing, ["open"]);
  }

  /** Deletes what can be found. */
  async #deleteAll(): Promise<void> {
    for (const made of this.#open) {
      const answer = await this.delete(made);
      if (made.state !== "deleted" && answer && !answer.failure && answer.status !== 404)
        made.reason = formOf(answer)[0]?.message ?? ["success is false"];
    }
  }

  /** The rows of a list that the walk has made. */
  #ownIn({ rows }: Listing): JsonObject[] {
    const isOwn = (row: JsonObject) => this.#isMarked(row) || this.made.some((made) => this.#matches(row, made));
    return rows.filter((row) => !this.others.has(this.list.idOf(row) ?? "") && isOwn(row));
  }

  /** Sentences about what is left, or may be left: of what the list does not show, that in an uncertain state. */
  #leftIn(listing: Listing | undefined, uncertain: readonly Made["state"][]): Words[] {
    const own = listing ? this.#ownIn(listing) : [];
    const because = (made: Made | undefined) => (made?.reason ? words` (${made.reason})` : []);
    const seen = own.map((row) => {
      const id = this.list.idOf(row);
      const made = this.made.find((each) => each.id === id && this.#matches(row, each));
      const what = this.#describe(row, id);
      // Others may have created it meanwhile, and the service has changed it in place of another.
      if (!made) return words`${what} has what the walk has sent: if it belongs to nobody else, delete it by hand.`;
      return words`${what} was left behind: delete it by hand.${because(made)}`;
    });
    const unseen = this.made.filter((made) => {
      const { id, state, answer } = made;
      const isSeen = own.some((row) => (id === undefined ? this.#matches(row, made) : this.list.idOf(row) === id));
      const isUnlikely = listing?.isWhole && answer.status >= 300;
      return uncertain.includes(state) && !isSeen && !isUnlikely;
    });
    const unsure = unseen.map(
      (made) => words`${this.#describe(made.sent, made.id)} may have been left behind: look for it.${because(made)}`,
    );
    return [...seen, ...unsure];
  }

  /** An item with its id, and with the values that tell it from others. */
  #describe(fields: JsonObject, id: string | undefined): Words {
    const told = this.#written.filter((name) => name in fields && this.telling.includes(name));
    const values = told.flatMap((name) => words`, ${name} ${shown(fields[name])}`);
    const { noun } = this.list;
    return id === undefined ? words`A ${noun}${values}` : words`The ${noun} ${shown(id)}${values}`;
  }
}

function keyOf(id: string, message: Words): string {
  return JSON.stringify([id, message]);
}
