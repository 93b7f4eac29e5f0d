import { isDeepStrictEqual } from "node:util";
import { details, operation as operationOf } from "../../generated/contract.js";
import type { Collection, Fields, Operation } from "../contract-types.js";
import { formOf, isSuccess, itemIn } from "./answer-form.js";
import { isClientError, isRefused, otherThan, reasonOf } from "./breach-or-refusal.js";
import { differences } from "./compared-values.js";
import { notChecked } from "./findings.js";
import { fieldOf, type JsonObject, pick } from "./json.js";
import type { List, Listing } from "./list.js";
import { Others } from "./others-items.js";
import { shown, type Words, words } from "./quoted-text.js";
import { defaultsOf, enveloped, requiredOf, type Values, valuesFor } from "./sent-values.js";
import { type Answer, Interruption } from "./service.js";
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
  /** The id in the answer as text, if there is one, and the item as the writes should have left it. */
  id?: string;
  record?: JsonObject;
  /** By the answers of the service; `unsure` if they do not say whether there is one. */
  state: "there" | "unsure" | "refused" | "deleted";
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

const UNASKED: Words = ["no creation has returned it, so it may belong to somebody else"];
const UNKNOWN: Words = ["it is not known what belongs to others"];

/**
 * The items of one collection that the walk has made, next to those of others. Every creation, change and deletion is
 * sent from here, and none is about an item that may belong to others.
 */
export class Own {
  readonly list: List;
  readonly collection: Collection;
  readonly creation: Operation;
  /** What a creation may send. */
  readonly fields: Fields;
  readonly others: Others;
  readonly values: Values;
  readonly made: Made[] = [];
  /** Sentences about what is left. */
  left: readonly Words[] = [];
  readonly #walk: Walk;
  #halted: Words | undefined;
  #latest: { isAll: boolean; listing: Listing; answer: Answer | undefined } | undefined;
  #isDeletionHarmful = false;

  /** @param listing - What exists before the first write. All of it belongs to others. */
  constructor(list: List, listing: Listing) {
    this.list = list;
    this.#walk = list.walk;
    this.collection = list.collection;
    this.creation = operationOf(this.collection.create);
    this.fields = this.creation.body?.fields ?? {};
    this.others = new Others(list, listing);
    this.values = valuesFor(this.creation, this.collection.fields, list.walk.options);
    if (!listing.isList) this.halt(UNKNOWN);
    if (!this.collection.delete) this.halt(["openapi.yaml has no operation that deletes it again"]);
    if (this.creation.answer.holds !== "item")
      this.halt(["a creation does not say what it created, so nothing could delete it again"]);
    if (this.values.telling.length === 0) this.halt(["nothing would tell it from what belongs to others"]);
    for (const [name, value] of Object.entries(list.walk.options.fields))
      if (this.values.telling.includes(name) && (!listing.isWhole || isUsed(name, [value], listing.byId.values())))
        this.halt(words`others use the ${name} ${shown(value)}, or may${otherThan(pick(this.fields, [name]))}`);
  }

  /** Creates and changes nothing from now on. */
  halt(reason: Words): void {
    this.#halted ??= reason;
  }

  /** @throws Stop when the walk must not create or change anything. */
  checkAllowed(): void {
    this.others.checkUnharmed();
    if (this.#halted) throw notChecked(this.#halted);
  }

  /** Those that the service may have, and that may be deleted. */
  get #open(): Held[] {
    const isOpen = ({ state }: Made) => state === "there" || state === "unsure";
    return this.made.filter((made): made is Held => isOpen(made) && this.isOwn(made));
  }

  /** Those that the service should have, by its own answers. */
  get held(): Held[] {
    return this.#open.filter(({ state }) => state === "there");
  }

  /** Whether the service returned an id for an item of the walk that no item of others has, and that a path can hold. */
  isOwn(made: Made): made is Held {
    const { id } = made;
    return id !== undefined && !/^\.{0,2}$|\p{Cs}/u.test(id) && !this.others.byId.has(id);
  }

  /** Whether an item has what only the walk sends. */
  #isMarked(item: JsonObject): boolean {
    return this.values.telling.some((name) => this.values.isOwn(item[name]));
  }

  /** The required fields of a new item. */
  required(): JsonObject {
    return this.values.required(this.made.length);
  }

  /** Asks the service for an item, and records that it may exist. @throws Stop as `checkAllowed` does. */
  async create(sent: JsonObject, token?: string | null): Promise<Made> {
    this.checkAllowed();
    if (!this.#isMarked(sent)) throw notChecked(["nothing would tell it from what belongs to others"]);
    const request = { ...this.list.about(this.creation.id), body: enveloped(this.creation, sent), token };
    const answer = await this.#walk.send(request);
    const record = itemIn(answer);
    const id = this.list.idOf(record);
    // A token may be refused with any status.
    const isTokenRefused = token !== undefined && answer.status > 0 && id === undefined;
    const made: Made = { sent, answer, state: "unsure" };
    if (isClientError(answer) || isRefused(answer) || isTokenRefused) made.state = "refused";
    else if (record && id !== undefined) Object.assign(made, { record, id, state: "there" });
    this.made.push(made);
    if (id !== undefined && this.others.byId.has(id)) this.halt(["a creation has returned an item of others"]);
    return made;
  }

  /**
   * Changes an item of the walk's own.
   *
   * @param extra - Fields to send in addition, or in place of what is usual.
   * @throws Stop when it might change an item of others.
   */
  async change(role: Change, held: Held, extra: JsonObject = {}, token?: string | null): Promise<Sent> {
    this.checkAllowed();
    const operation = operationOf(this.collection[role] ?? "");
    const required = requiredOf(operation);
    // What tells an item from those of others stays, or it could not be found again and deleted.
    const fixed = [...this.values.telling, ...Object.keys(required)];
    const changes = this.#changeOf(operation, held.record, fixed);
    const kept = pick(held.sent, Object.keys(role === "patch" ? required : (operation.body?.fields ?? {})));
    const { idField } = this.collection;
    const set: JsonObject = { ...required, ...kept, ...changes, ...extra };
    // A body may repeat the id.
    const sent = idField in set ? { ...set, [idField]: held.record[idField] } : set;
    const mayRepeat = async () => {
      if (role === "update") await this.#ensureOnlyOwn(held, pick(sent, [...Object.keys(required), idField]));
      else if (!(await this.#find(held)))
        throw notChecked(words`${this.list.noun} ${shown(held.id)} is not found again`);
      return true;
    };
    await mayRepeat();
    const about = this.list.about(operation.id, role === "update" ? undefined : held.id);
    return { sent, answer: await this.#walk.send({ ...about, body: enveloped(operation, sent), token, mayRepeat }) };
  }

  /** Another value for one field: a listed one, or the contract's example. */
  #changeOf({ id, body }: Operation, record: JsonObject, fixed: readonly string[]): JsonObject {
    for (const [name, { schema }] of Object.entries(body?.fields ?? {})) {
      if (fixed.includes(name) || !(name in this.collection.fields)) continue;
      const values = [...(schema.enum ?? []), details[id]?.fields[name]];
      const other = values.find((value) => value !== undefined && !isDeepStrictEqual(value, record[name]));
      if (other !== undefined) return { [name]: other };
    }
    return {};
  }

  /** Without an id, a service finds an item by any of the fields that it requires: no other item may have their values. */
  async #ensureOnlyOwn({ record }: Held, values: JsonObject): Promise<void> {
    if (Object.keys(values).length === 0)
      throw notChecked(["it requires no field, so it could change what belongs to others"]);
    const { isList, byId, answer } = await this.readNewest();
    this.checkAllowed();
    if (!isList) throw notChecked(isRefused(answer) ? reasonOf(answer) : UNKNOWN);
    const isMade = (id: string) => this.made.some((made) => made.id === id && made.state !== "refused");
    const foreign = [...this.others.byId, ...byId].flatMap(([id, row]) => (isMade(id) ? [] : [row]));
    for (const [name, value] of Object.entries(values)) {
      const isFree = this.others.isWhole || this.values.isOwn(value);
      // A service may keep a value in another form than it was sent.
      if (!isFree || isUsed(name, [value, record[name]], foreign))
        throw notChecked(
          words`another ${this.list.noun} has the ${name} ${shown(value)}${otherThan(pick(this.fields, [name]))}`,
        );
    }
  }

  /** Triggers a delivery with what the operation requires: the values of an item of the walk's own. */
  async trigger(id: string, held: Held, extra: JsonObject = {}, token?: string | null): Promise<Sent> {
    this.checkAllowed();
    const operation = operationOf(id);
    const required = requiredOf(operation);
    const sent = { ...required, ...pick(held.sent, Object.keys(required)), ...extra };
    const answer = await this.#walk.send({ operation, body: enveloped(operation, sent), token });
    return { sent: { ...defaultsOf(operation), ...sent }, answer };
  }

  /**
   * Reads an item that the walk made, at its own path: where that leads elsewhere, so would a deletion. Only where the
   * contract has no such read, the list is enough.
   *
   * @returns Whether it is there, and belongs to nobody else.
   */
  async #find({ id }: Held): Promise<boolean> {
    const { item } = await this.list.readOne(id);
    return item !== undefined && this.list.idOf(item) === id && this.#isMarked(item);
  }

  /** Deletes an item that the walk made, right after it was read. @returns `undefined` if it could not be read. */
  async delete(held: Held, token?: string | null): Promise<Answer | undefined> {
    const { delete: deletion } = this.collection;
    if (this.#isDeletionHarmful) held.reason = ["the deletion before has harmed others"];
    const mayRepeat = async () => !this.#isDeletionHarmful && (await this.#find(held));
    if (!deletion || !(await mayRepeat())) return undefined;
    const answer = await this.#walk.send({ ...this.list.about(deletion, held.id), token, mayRepeat });
    if (isSuccess(answer) && fieldOf(answer.body, "success") !== false) {
      Object.assign(held, { state: "deleted", reason: ["the service says that it is deleted"] });
    } else if (!isClientError(answer)) held.state = "unsure";
    if (held.state !== "deleted" && !answer.failure && answer.status !== 404)
      held.reason = formOf(answer)[0]?.message ?? ["success is false"];
    return answer;
  }

  /** What differs in an item of the walk from what the writes should have left. */
  wrongOf(item: JsonObject = {}, { record }: Held): Words[] {
    const shownFields = this.list.lasting.filter((name) => name in item);
    return differences(item, pick(record, [this.collection.idField, ...shownFields]));
  }

  /** What in a list is not as the writes of the walk should have left it. */
  wrongIn({ byId, isWhole }: Listing): Wrong[] {
    const { noun } = this.list;
    const wrong = this.held.flatMap((held): Wrong[] => {
      const { id } = held;
      const row = byId.get(id);
      if (!row) return isWhole ? [{ id, message: words`${noun} ${shown(id)} is not in the list` }] : [];
      return this.wrongOf(row, held).map((message) => ({ id, message: words`of ${noun} ${shown(id)}, ${message}` }));
    });
    // Another item may have got the id of a deleted one.
    const isHeld = (id: string) => this.held.some((held) => held.id === id);
    for (const { id = "", state } of this.made) {
      const row = state === "deleted" && !isHeld(id) ? byId.get(id) : undefined;
      if (row && this.#isMarked(row)) wrong.push({ id, message: words`${noun} ${shown(id)} is still in the list` });
    }
    // An answer that was lost may have returned it.
    const isLost = this.made.some(({ id, state }) => id === undefined && state === "unsure");
    for (const [id] of isLost ? [] : this.#unasked(byId))
      wrong.push({ id, message: words`${noun} ${shown(id)} is in the list, but no creation has returned it` });
    return wrong;
  }

  /** Items that have what only the walk sends, although no answer that came has returned them. */
  #unasked(byId: Listing["byId"]): [id: string, row: JsonObject][] {
    const isKnown = (id: string) => this.others.byId.has(id) || this.made.some((made) => made.id === id);
    return [...byId].filter(([id, row]) => !isKnown(id) && this.#isMarked(row));
  }

  /** What a list shows is what the walk expects from now on: what is told once is not told again. */
  accept(listing: Listing): void {
    for (const [id, sent] of this.#unasked(listing.byId))
      this.made.push({ id, sent, answer: listing.answer, state: "refused", reason: UNASKED });
    for (const { id } of this.wrongIn(listing)) {
      const made = this.made.findLast((each) => each.id === id);
      if (made && (made.state === "deleted" || !listing.byId.has(id))) made.state = "unsure";
    }
    for (const held of this.held) held.record = { ...held.record, ...listing.byId.get(held.id) };
  }

  /** Reads all, and compares what belongs to others. Where any is missing or changed, no more is created or changed. */
  readAll(): Promise<Listing> {
    return this.#look(true);
  }

  /** Reads the newest. Compares what belongs to others, as far as it is shown. */
  readNewest(): Promise<Listing> {
    return this.#look(false);
  }

  /** Looks at the list, unless nothing was sent since it did. */
  async #look(isAll: boolean): Promise<Listing> {
    if (this.#latest?.isAll === isAll && this.#latest.answer === this.#walk.lastAnswer) return this.#latest.listing;
    await this.#walk.settle();
    const listing = await (isAll ? this.list.readAll() : this.list.read(this.list.newest));
    this.#latest = { isAll, listing, answer: this.#walk.lastAnswer };
    const { length } = this.others.harmed;
    this.others.compare(listing, isAll || listing.isWhole);
    // What a deletion has harmed, the next one would, too.
    const wasDeletion = this.#walk.lastWrite?.id === this.collection.delete;
    this.#isDeletionHarmful ||= wasDeletion && this.others.harmed.length > length;
    return listing;
  }

  /** Deletes every item that the walk has created, and no other, whatever the service has answered. */
  async cleanUp(): Promise<void> {
    await this.#unlessEnded(async () => {
      await this.#walk.settle();
      // What fails once may succeed at the second time.
      for (const made of [...this.#open, ...this.#open]) if (made.state !== "deleted") await this.delete(made);
    });
  }

  /** Looks at the end what has become of the items of others, and what is left of the walk's own. */
  async conclude(): Promise<void> {
    await this.#unlessEnded(async () => {
      const listing = await this.readAll();
      this.accept(listing);
      // What is known from an earlier look stays, where the list cannot be read again.
      if (listing.isList || this.left.length === 0)
        this.left = this.#leftIn(listing.isList ? listing : undefined, ["there", "unsure"]);
    });
  }

  /** Does something at the end. If that cannot be done, what was created is named, whatever the service has said of it. */
  async #unlessEnded(action: () => Promise<void>): Promise<void> {
    if (this.made.length === 0 && this.others.byId.size === 0) return;
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Interruption)) this.#walk.crash ??= error;
      this.others.doubts = [["they were not compared again, since the deletion was ended"]];
      this.left = this.#leftIn(undefined, ["there", "unsure", "deleted", "refused"]);
    }
  }

  /** Sentences about what is left, or may be left: of what the list does not show, that in an uncertain state. */
  #leftIn(listing: Listing | undefined, uncertain: readonly Made["state"][]): Words[] {
    const rows = new Map(
      [...(listing?.byId ?? [])].filter(([id, row]) => !this.others.byId.has(id) && this.#isMarked(row)),
    );
    return this.made.flatMap((made) => {
      const row = rows.get(made.id ?? "");
      const isUnlikely = listing?.isWhole && made.answer.status > 0 && !isSuccess(made.answer);
      if (!row && (isUnlikely || !uncertain.includes(made.state))) return [];
      const advice = row ? "was left behind: delete it by hand." : "may have been left behind: look for it.";
      const because = made.reason ? words` (${made.reason})` : [];
      // An id of others would lead to what is theirs.
      return [words`${this.#describe(row ?? made.sent, this.isOwn(made) ? made.id : undefined)} ${advice}${because}`];
    });
  }

  /** An item with its id, and with the values that tell it from others. */
  #describe(fields: JsonObject, id: string | undefined): Words {
    const { telling } = this.values;
    const values = telling.flatMap((name) => (name in fields ? words`, ${name} ${shown(fields[name])}` : []));
    const { noun } = this.list;
    return id === undefined ? words`A ${noun}${values}` : words`The ${noun} ${shown(id)}${values}`;
  }
}

/** Whether one of some rows has a value. A service may compare texts without case. */
function isUsed(field: string, values: readonly unknown[], rows: Iterable<JsonObject>): boolean {
  const folded = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);
  const used = new Set(values.map(folded));
  for (const row of rows) if (used.has(folded(row[field]))) return true;
  return false;
}
