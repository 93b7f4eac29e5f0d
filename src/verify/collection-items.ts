import { operation as operationOf } from "../../generated/contract.js";
import type { Collection, Fields, Operation } from "../contract.js";
import type { Service, ServiceRequest, ServiceResponse } from "./connection.js";
import { Skipped } from "./findings.js";
import { fieldOf, type JsonObject } from "./json.js";
import { lookUntil } from "./late-reads.js";
import { itemIn, type Listing, type Reader } from "./list-reader.js";
import { shown, type Words, words } from "./message.js";
import { Others, plain } from "./others.js";
import { flagFor, isRefused, reasonOf } from "./refusals.js";
import { enveloped, sendable } from "./request-body.js";
import { isSuccess } from "./response-form.js";
import { Values } from "./values.js";
import type { VerifyOptions } from "./verify-flags.js";

/** The fields that a request has sent, and its answer. */
export interface Sent {
  sent: JsonObject;
  response: ServiceResponse;
}

/** An item that the walk has asked the service to create, and all that is known of it. */
export interface Made extends Sent {
  /** The item in the answer, if there is one, and its id as text. */
  record?: JsonObject;
  id?: string;
  /** What the service says: `open` until it refuses the item, or says that it is deleted. Until then, it may exist. */
  state: "open" | "refused" | "deleted";
  /** Whether a deletion was answered so that nobody knows whether it was done. */
  isDoubtful?: boolean;
  /** Why it may be left. */
  reason?: Words;
}

/** An item that the walk has created and not deleted. */
export type Held = Made & Required<Pick<Made, "id" | "record">>;

/** Why nothing is written where the list cannot be read. */
export const UNKNOWN: Words = ["it is not known what belongs to others"];

/** Why nothing more is created where it would be left. */
export const UNDELETABLE: Words = ["what the walk creates cannot be deleted"];

/**
 * The items of one collection in a walk: those that belong to others, and those that the walk has made. Only what this
 * class returns is sent to change or delete an item, and it returns nothing about an item that may belong to others.
 */
export class Items implements Service {
  readonly reader: Reader;
  readonly collection: Collection;
  readonly creation: Operation;
  /** What a creation may send. */
  readonly fields: Fields;
  readonly others: Others;
  readonly values: Values;
  readonly made: Made[] = [];
  /** Why the service creates no more. */
  refused: Words | undefined;
  /** Sentences about what is left. */
  left: readonly Words[] = [];
  /** The newest items, if they were read after the last write. */
  newest: Listing | undefined;
  /** Time of the last write, on the clock of `performance`. */
  #lastWrite = Number.NEGATIVE_INFINITY;
  #halted: Words | undefined;
  readonly #settle: number;

  /**
   * @param earlier - What existed a while ago.
   * @param listing - What exists before the first write. All of it belongs to others.
   */
  constructor(reader: Reader, options: VerifyOptions, earlier: Listing, listing: Listing) {
    this.reader = reader;
    this.collection = reader.collection;
    this.creation = operationOf(this.collection.create);
    this.fields = sendable(this.creation.body?.fields);
    this.others = new Others(reader, earlier, listing, (id) => this.made.some((made) => made.id === id));
    this.values = new Values(this.creation, options, this.others, this.collection.fields);
    this.#settle = options.settle;
    const { taken } = this.values;
    if (!listing.isList) this.halt(UNKNOWN);
    if (!this.collection.delete && !options.leave)
      this.halt(["openapi.yaml has no operation that deletes it again: add --leave"]);
    if (!this.creation.answer.holds && !options.leave)
      this.halt(["a creation does not say what it created, so nothing could delete it again: add --leave"]);
    if (taken)
      this.halt(words`others use the ${taken.field} ${shown(taken.value)}, or may${this.otherThan(taken.field)}`);
  }

  /** Why the walk must not create anything. */
  get halted(): Words | undefined {
    return this.others.harmed.length > 0 ? ["items of others are missing or changed"] : this.#halted;
  }

  /** Creates nothing from now on. */
  halt(reason: Words): void {
    this.#halted ??= reason;
  }

  /** Those that the service may have, and that may be deleted. */
  get open(): Held[] {
    return this.made.filter((made): made is Held => made.state === "open" && this.isOwn(made));
  }

  /** Those that the service should have, by its own answers. */
  get held(): Held[] {
    return this.open.filter(({ isDoubtful }) => !isDoubtful);
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

  /** What to do about a value that others use. */
  otherThan(field: string): string {
    const flag = flagFor(field, this.fields[field]?.schema);
    return flag ? `: choose one that nobody uses with ${flag}` : "";
  }

  /** @throws Skipped when the walk must not create anything. */
  checkAllowed(): void {
    if (this.halted) throw new Skipped(this.halted);
  }

  /** Asks the service for an item, and records that it may exist. @throws As `checkAllowed` does. */
  async ask(sent: JsonObject, token?: null): Promise<Made> {
    this.checkAllowed();
    const body = enveloped(this.creation, sent);
    // Only what ends the walk is thrown, and then nothing was sent.
    const response = await this.send({ ...this.reader.about(this.creation.id), body, token });
    const made: Made = { sent, response, state: "open" };
    this.made.push(made);
    const record = itemIn(response);
    const id = this.reader.idOf(record);
    // By the rules of HTTP, a client error means that the service did nothing. A token may be missed with any status.
    const isRefused = response.status >= 400 && response.status < 500;
    if (isRefused || (token === null && response.status > 0 && id === undefined)) made.state = "refused";
    else if (record && id !== undefined) Object.assign(made, { record, id });
    if (id !== undefined && this.others.before.has(id)) this.halt(["a creation has returned an item of others"]);
    return made;
  }

  /** Reads the newest items. @throws Skipped when the service does not list them. */
  async readNewest(): Promise<Listing> {
    const listing = await this.reader.read(this.reader.largest("desc"));
    if (!listing.isList) throw new Skipped(isRefused(listing.response) ? reasonOf(listing.response) : UNKNOWN);
    this.newest = listing;
    return listing;
  }

  /** Sends a request that may change something. */
  async send(request: ServiceRequest): Promise<ServiceResponse> {
    this.newest = undefined;
    const response = await this.reader.service.send(request);
    this.#lastWrite = performance.now();
    return response;
  }

  /** Whether the service returned an id for an item of the walk that no item of others has, and that a path can hold. */
  isOwn(made: Made): made is Held {
    const { id } = made;
    return id !== undefined && !/^\.{0,2}$|\p{Cs}/u.test(id) && !this.others.before.has(id);
  }

  /** Whether an item in an answer is one that the walk made, although a service may keep its values in another form. */
  matches(item: JsonObject, { sent, record }: Made): boolean {
    if (this.others.isOfAnotherWalk(item)) return false;
    if (!this.others.isWhole && !JSON.stringify(item).includes(this.others.marker)) return false;
    const told = this.telling.filter((name) => name in sent);
    const [names, expected] = told.length > 0 ? [told, sent] : [this.others.written, record];
    return names.every((name) => plain(item[name]) === plain(expected?.[name]));
  }

  /** Ids of items that a service has made of what the walk has sent, although each creation is known to have made another. */
  unaskedIn({ byId }: Listing): string[] {
    const isKnown = (id: string) => this.others.before.has(id) || this.made.some((made) => made.id === id);
    const isOfWalk = (item: JsonObject) => JSON.stringify(item).includes(this.others.marker);
    if (this.made.some(({ id, state }) => state === "open" && !id)) return [];
    return [...byId].flatMap(([id, item]) => (isOfWalk(item) && !isKnown(id) ? id : []));
  }

  /**
   * Reads an item that the walk made, at its own path: where that leads elsewhere, so would a deletion. Only where the
   * contract has no such read, the list is enough.
   *
   * @returns Its id, unless it cannot be found, or may belong to others.
   */
  async find(made: Made): Promise<string | undefined> {
    const { reader, others } = this;
    if (!this.isOwn(made) || others.harmed.length > 0) return undefined;
    const { item } = await reader.readOne(made.id);
    return item && reader.idOf(item) === made.id && this.matches(item, made) ? made.id : undefined;
  }

  /** Deletes an item that the walk made, right after it was read. @returns `undefined` if it could not be read. */
  async delete(made: Made, token?: null): Promise<ServiceResponse | undefined> {
    const { delete: deletion } = this.collection;
    const id = deletion && (await this.find(made));
    if (!deletion || !id) return undefined;
    const response = await this.send({ ...this.reader.about(deletion, id), token });
    if (isSuccess(response) && fieldOf(response.body, "success") !== false) {
      Object.assign(made, { state: "deleted", reason: ["the service says that it is deleted"], isDoubtful: false });
      this.refused = undefined;
    } else made.isDoubtful = response.status < 400 || response.status >= 500;
    return response;
  }

  /**
   * Looks until what it sees is right, as `lookUntil` does.
   *
   * @param settle - How long reads may lag, in ms, if the user has not named a longer time.
   * @returns What the last look has seen.
   */
  async lasting<Seen>(look: () => Promise<Seen>, isRight: (seen: Seen) => boolean, settle = 0): Promise<Seen> {
    return lookUntil(look, isRight, () => this.#lastWrite + Math.max(this.#settle, settle));
  }
}
