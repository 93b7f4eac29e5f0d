import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { details, operation as operationOf, requestExamples } from "../../generated/contract.js";
import type { Collection, Fields, Operation } from "../contract-types.js";
import { flagFor, formOf, isClientError, isRefused, isSuccess, itemIn, reasonOf } from "./answer-form.js";
import { notChecked, shown, type Words, words } from "./findings.js";
import { fieldOf, type JsonObject, pick } from "./json.js";
import type { List, Listing } from "./list.js";
import { Others } from "./others-items.js";
import { type Answer, Interruption } from "./service.js";
import { defaultsOf, differences, enveloped, plain, requiredOf, sendable, type Values, valuesFor } from "./values.js";
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
  /** The fields of an item whose values nobody else uses. */
  readonly telling: readonly string[];
  readonly made: Made[] = [];
  /** Why the service creates no more. */
  refused: Words | undefined;
  /** Sentences about what is left. */
  left: readonly Words[] = [];
  readonly #walk: Walk;
  /** A text that the walk's own items have, and no others. */
  readonly #marker = randomUUID().slice(-12);
  readonly #values: Values;
  /** The fields of an item that a request can change. */
  readonly #written: readonly string[];
  #halted: Words | undefined;
  /** Ids of rows that no creation has returned, although they have what the walk has sent: those that are told. */
  readonly #unasked = new Set<string>();

  /** @param listing - What exists before the first write. All of it belongs to others. */
  constructor(list: List, listing: Listing) {
    this.list = list;
    this.#walk = list.walk;
    this.collection = list.collection;
    this.creation = operationOf(this.collection.create);
    this.fields = sendable(this.creation.body?.fields);
    this.others = new Others(list, listing);
    const { create, update, replace, patch, fields } = this.collection;
    const bodies = [create, update, replace, patch].map((id) => (id ? operationOf(id).body : undefined));
    const written = Object.keys(Object.assign({}, ...bodies.map((body) => sendable(body?.fields))));
    this.#written = written.filter((name) => name in fields);
    this.#values = valuesFor(this.creation, fields, list.walk.options, this.#marker);
    this.telling = this.#values.telling;
    if (!listing.isList) this.halt(UNKNOWN);
    if (!this.collection.delete) this.halt(["openapi.yaml has no operation that deletes it again"]);
    if (this.creation.answer.holds !== "item")
      this.halt(["a creation does not say what it created, so nothing could delete it again"]);
    if (this.telling.length === 0) this.halt(["nothing would tell it from what belongs to others"]);
    for (const [name, value] of Object.entries(pick(this.required(), this.telling)))
      if (!this.#hasMarker(value) && (!this.others.isWhole || this.others.have(name, value)))
        this.halt(words`others use the ${name} ${shown(value)}, or may${this.#otherThan(name)}`);
  }

  /** Creates and changes nothing from now on. */
  halt(reason: Words): void {
    this.#halted ??= reason;
  }

  /** @throws Stop when the walk must not create or change anything. */
  checkAllowed(): void {
    if (this.others.harmed.length > 0) throw notChecked(["items of others are missing or changed"]);
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

  #hasMarker(value: unknown): boolean {
    return (JSON.stringify(value) ?? "").toLowerCase().includes(this.#marker);
  }

  /** Whether an item in an answer is one that the walk made, although a service may keep its values in another form. */
  #isOf(item: JsonObject, { sent }: Made): boolean {
    if (this.#hasMarker(item)) return true;
    return this.others.isWhole && this.telling.every((name) => plain(item[name]) === plain(sent[name]));
  }

  /** The required fields of a new item. */
  required(): JsonObject {
    return this.#values.required(this.made.length);
  }

  /** Asks the service for an item, and records that it may exist. @throws Stop as `checkAllowed` does. */
  async create(sent: JsonObject, token?: null): Promise<Made> {
    this.checkAllowed();
    const request = { ...this.list.about(this.creation.id), body: enveloped(this.creation, sent), token };
    const answer = await this.#walk.send(request);
    const record = itemIn(answer);
    const id = this.list.idOf(record);
    // A token may be missed with any status.
    const isTokenMissed = token === null && answer.status > 0 && id === undefined;
    const made: Made = { sent, answer, state: "unsure" };
    if (isClientError(answer) || isTokenMissed) made.state = "refused";
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
    const id = role === "update" ? undefined : await this.#find(held);
    if (role !== "update" && !id) throw notChecked(words`${this.list.noun} ${shown(held.id)} is not found again`);
    const request = { ...this.list.about(operation.id, id), body: enveloped(operation, sent), token };
    return { sent, answer: await this.#walk.send(request) };
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
    const { isList, byId, answer } = await this.list.readNewest();
    if (!isList) throw notChecked(isRefused(answer) ? reasonOf(answer) : UNKNOWN);
    const isMade = (id: string) => this.made.some((made) => made.id === id);
    const foreign = [...byId].flatMap(([id, row]) => (isMade(id) ? [] : [row]));
    // Where those of others are not all known, a marked value is free.
    const mayHave = (name: string, value: unknown) =>
      this.others.have(name, value, foreign) || !(this.others.isWhole || this.#hasMarker(value));
    for (const [name, value] of Object.entries(values))
      if (mayHave(name, value))
        throw notChecked(words`another ${this.list.noun} has the ${name} ${shown(value)}${this.#otherThan(name)}`);
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
    const answer = await this.#walk.send({ operation, body: enveloped(operation, sent), token });
    return { sent: { ...defaultsOf(operation), ...sent }, answer };
  }

  /** Calls an operation on an item of the walk's own. @returns `undefined` if the item could not be read. */
  async act(operation: string, held: Held, token?: null): Promise<Answer | undefined> {
    this.checkAllowed();
    const id = await this.#find(held);
    const body = requestExamples[operation];
    return id ? this.#walk.send({ ...this.list.about(operation, id), body, token }) : undefined;
  }

  /**
   * Reads an item that the walk made, at its own path: where that leads elsewhere, so would a deletion. Only where the
   * contract has no such read, the list is enough.
   *
   * @returns Its id, unless it cannot be found, or may belong to others.
   */
  async #find(made: Made): Promise<string | undefined> {
    if (!this.isOwn(made)) return undefined;
    const { item } = await this.list.readOne(made.id);
    return item && this.list.idOf(item) === made.id && this.#isOf(item, made) ? made.id : undefined;
  }

  /** Deletes an item that the walk made, right after it was read. @returns `undefined` if it could not be read. */
  async delete(made: Made, token?: null): Promise<Answer | undefined> {
    const { delete: deletion } = this.collection;
    const id = deletion && (await this.#find(made));
    if (!deletion || !id) return undefined;
    const answer = await this.#walk.send({ ...this.list.about(deletion, id), token });
    if (isSuccess(answer) && fieldOf(answer.body, "success") !== false) {
      Object.assign(made, { state: "deleted", reason: ["the service says that it is deleted"] });
      this.refused = undefined;
    } else if (!isClientError(answer)) made.state = "unsure";
    if (made.state !== "deleted" && !answer.failure && answer.status !== 404)
      made.reason = formOf(answer)[0]?.message ?? ["success is false"];
    return answer;
  }

  /** What differs in an item of the walk from what the writes should have left: its id, what was sent, or its time. */
  wrongOf(item: JsonObject | undefined, { record }: Held): Words[] {
    const { idField, times } = this.collection;
    const created = Object.keys(times).filter(
      (name) => times[name]?.moment === "created" && item?.[name] !== undefined,
    );
    return differences(item, pick(record, [idField, ...this.#written, ...created]));
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
    for (const made of this.made) {
      const { id = "", state } = made;
      const row = state === "deleted" ? byId.get(id) : undefined;
      // Another item may have got its id.
      if (row && this.#isOf(row, made) && !this.held.some((held) => held.id === id))
        wrong.push({ id, message: words`${noun} ${shown(id)} is still in the list` });
    }
    return [...wrong, ...this.#unaskedIn(byId)];
  }

  /** Items that a service has made of what the walk has sent, although each creation is known to have made another. */
  #unaskedIn(byId: Listing["byId"]): Wrong[] {
    if (this.made.some(({ id, state }) => state === "unsure" && id === undefined)) return [];
    const isKnown = (id: string) => this.others.byId.has(id) || this.made.some((made) => made.id === id);
    const unasked = [...byId].filter(([id, item]) => !isKnown(id) && !this.#unasked.has(id) && this.#hasMarker(item));
    const has = words`has what the walk has sent, but no creation has returned it`;
    return unasked.map(([id]) => ({ id, message: words`${this.list.noun} ${shown(id)} ${has}` }));
  }

  /** What a list shows is what the walk expects from now on: what is told once is not told again. */
  accept(listing: Listing): void {
    for (const { id } of this.wrongIn(listing)) {
      const made = this.made.findLast((each) => each.id === id);
      if (!made) this.#unasked.add(id);
      else if (made.state === "deleted" || !listing.byId.has(id)) made.state = "unsure";
    }
    for (const held of this.held) held.record = { ...held.record, ...listing.byId.get(held.id) };
  }

  /** Reads all, and compares what belongs to others. Where any is missing or changed, no more is created or changed. */
  async readAll(): Promise<Listing> {
    const listing = await this.list.readAll();
    await this.others.compare(listing);
    return listing;
  }

  /** Deletes every item that the walk has created, and no other, whatever the service has answered. */
  async cleanUp(): Promise<void> {
    const deleteAll = async () => {
      for (const made of this.#open) await this.delete(made);
    };
    await this.#unlessEnded(async () => {
      await deleteAll();
      // What fails once may succeed at the second time.
      await this.#walk.until(deleteAll, () => this.#open.length === 0);
    });
  }

  /** Looks at the end what has become of the items of others, and what is left of the walk's own. */
  async conclude(): Promise<void> {
    await this.#unlessEnded(async () => {
      const listing = await this.readAll();
      // What is known from an earlier look stays, where the list cannot be read again.
      if (listing.isList || this.left.length === 0)
        this.left = this.#leftIn(listing.isList ? listing : undefined, ["there", "unsure"]);
    });
  }

  async #unlessEnded(action: () => Promise<void>): Promise<void> {
    if (this.made.length === 0 && this.others.byId.size === 0) return;
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
      this.others.doubts = [["they were not compared again, since the deletion was ended"]];
      // Nobody has looked for what the service says is deleted, or not created.
      this.left = this.#leftIn(undefined, ["there", "unsure", "deleted", "refused"]);
    }
  }

  /** Sentences about what is left, or may be left: of what the list does not show, that in an uncertain state. */
  #leftIn(listing: Listing | undefined, uncertain: readonly Made["state"][]): Words[] {
    const isOwn = (row: JsonObject) => this.#hasMarker(row) || this.made.some((made) => this.#isOf(row, made));
    const seen = [...(listing?.byId ?? [])].filter(([id, row]) => !this.others.byId.has(id) && isOwn(row));
    const because = (made: Made) => (made.reason ? words` (${made.reason})` : []);
    const sentences = seen.map(([id, row]) => {
      const made = this.made.find((each) => each.id === id && this.#isOf(row, each));
      const what = this.#describe(row, id);
      // Others may have created it meanwhile, and the service has changed it in place of another.
      if (!made) return words`${what} has what the walk has sent: if it belongs to nobody else, delete it by hand.`;
      return words`${what} was left behind: delete it by hand.${because(made)}`;
    });
    const unseen = this.made.filter(({ id = "", state, answer }) => {
      const isUnlikely = listing?.isWhole && answer.status >= 300;
      return uncertain.includes(state) && !seen.some((row) => row[0] === id) && !isUnlikely;
    });
    const unsure = unseen.map(
      (made) => words`${this.#describe(made.sent, made.id)} may have been left behind: look for it.${because(made)}`,
    );
    return [...sentences, ...unsure];
  }

  /** An item with its id, and with the values that tell it from others. */
  #describe(fields: JsonObject, id: string | undefined): Words {
    const values = this.telling.flatMap((name) => (name in fields ? words`, ${name} ${shown(fields[name])}` : []));
    const { noun } = this.list;
    return id === undefined ? words`A ${noun}${values}` : words`The ${noun} ${shown(id)}${values}`;
  }
}
