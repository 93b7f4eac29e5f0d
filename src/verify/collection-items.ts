import { operation as operationOf } from "../../generated/contract.js";
import type { Collection, Operation } from "../contract.js";
import type { VerifyOptions } from "./arguments.js";
import type { Service, ServiceRequest, ServiceResponse } from "./connection.js";
import { Skipped } from "./findings.js";
import { type JsonObject, jsonOf } from "./json.js";
import { shown, type Words, words } from "./message.js";
import { Others } from "./others.js";
import type { Listing, Reader } from "./reading.js";
import { flagFor } from "./refusals.js";
import { enveloped, plain, Values } from "./values.js";

/** An item that the walk has asked the service to create. */
export interface Made {
  /** The fields that were sent. */
  sent: JsonObject;
  /** The answer; absent if none came. */
  response?: ServiceResponse;
  /** The item in the answer, if there is one, and its id as text. */
  record?: JsonObject;
  id?: string;
  /** Whether it may exist: `false` once the service refuses it, or says that it is deleted. */
  mayBeThere: boolean;
  isDeleted?: true;
}

/** An item whose creation was answered. */
export type Asked = Made & Required<Pick<Made, "response">>;

/** An item that the walk has created and not deleted. */
export type Held = Made & Required<Pick<Made, "id" | "record">>;

/** Why nothing is written where the list cannot be read. */
export const UNKNOWN: Words = ["it is not known what belongs to others"];

/**
 * The items of one collection in a walk: those that belong to others, and those that the walk has made. Only what this
 * class returns is sent to change or delete an item, and it returns nothing about an item that may belong to others.
 */
export class Items {
  readonly reader: Reader;
  readonly collection: Collection;
  readonly creation: Operation;
  readonly others: Others;
  readonly values: Values;
  readonly made: Made[] = [];
  /** Why the service creates no more. */
  refused: Words | undefined;
  /** Ids of what was deleted after the walk, and sentences about what is left. */
  readonly cleaned: string[] = [];
  left: readonly Words[] = [];
  /** Time of the last write, on the clock of `performance`. */
  lastWrite = Number.NEGATIVE_INFINITY;
  #halted: Words | undefined;

  /** @param listing - What exists before the first write. All of it belongs to others. */
  constructor(reader: Reader, options: VerifyOptions, listing: Listing) {
    this.reader = reader;
    this.collection = reader.collection;
    this.creation = operationOf(this.collection.create);
    this.others = new Others(reader, listing);
    this.values = new Values(this.creation, options, (field, value) => this.others.use(field, value));
    const { taken } = this.values;
    if (!listing.isList) this.halt(UNKNOWN);
    if (!this.collection.delete && !options.leave)
      this.halt(["openapi.yaml has no operation that deletes it again: add --leave"]);
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

  /** Whether all items do not fit into one answer. */
  get isLarge(): boolean {
    return this.others.before.size >= (this.reader.maximum ?? Number.POSITIVE_INFINITY);
  }

  /** Those that the service should have, by its own answers. */
  get held(): Held[] {
    return this.made.filter((made): made is Held => made.mayBeThere && made.record !== undefined && this.isOwn(made));
  }

  /** The required fields of a new item. */
  required(): JsonObject {
    return this.values.required(this.made.length);
  }

  /** The fields of an item that have a value that nobody else uses. */
  get telling(): readonly string[] {
    return this.values.own.filter((name) => name in this.collection.fields);
  }

  /** What to do about a value that others use. */
  otherThan(field: string): string {
    const flag = flagFor(field, this.creation.body?.fields[field]?.schema);
    return flag ? `: choose one that nobody uses with ${flag}` : "";
  }

  /** Records what a list shows. */
  observe(listing: Listing): void {
    this.others.observe(listing, this.#isMade);
  }

  /** Compares the items of others with those before the first write. Where any is missing or changed, no more is written. */
  async compareOthers(service: Service, now?: Listing): Promise<void> {
    const listing = now ?? (await this.reader.readAll(service));
    this.observe(listing);
    await this.others.compare(service, listing, this.#isMade);
  }

  /** Asks the service for an item, and records that it may exist. @throws Skipped when nothing may be written. */
  async ask(service: Service, sent: JsonObject, token?: null): Promise<Asked> {
    if (this.halted) throw new Skipped(this.halted);
    const made: Made = { sent, mayBeThere: true };
    this.made.push(made);
    const request = { ...this.reader.about(this.creation.id), body: enveloped(this.creation, sent) };
    const response = await this.write(service, request, token).catch((error) => {
      // Only what ends the walk is thrown, and then nothing was sent.
      made.mayBeThere = false;
      throw error;
    });
    const record = this.reader.itemIn(response);
    const id = this.reader.idOf(record);
    // By the rules of HTTP, a client error means that the service did nothing. A token may be missed with any status.
    const isRefused = response.status >= 400 && response.status < 500;
    if (isRefused || (token === null && response.status > 0 && id === undefined)) made.mayBeThere = false;
    else if (record && id !== undefined) Object.assign(made, { record, id });
    return Object.assign(made, { response });
  }

  /** Sends a request that may change something. */
  async write(service: Service, request: ServiceRequest, token?: null): Promise<ServiceResponse> {
    this.others.wrote();
    try {
      return await service.send(token === null ? { ...request, token } : request);
    } finally {
      this.lastWrite = performance.now();
    }
  }

  /** Whether the service returned an id for an item of the walk that no item of others has, and that a path can hold. */
  isOwn({ id }: Made): boolean {
    return id !== undefined && !/^\.{0,2}$|\p{Cs}/u.test(id) && !this.others.before.has(id);
  }

  readonly #isMade = (id: string): boolean => this.made.some((made) => made.id === id);

  /** Whether an item in an answer is one that the walk made, although a service may keep its values in another form. */
  matches(item: JsonObject, { sent, record }: Made): boolean {
    if (!this.others.isWhole && !jsonOf(item)?.includes(this.values.marker)) return false;
    const told = this.telling.filter((name) => name in sent);
    if (told.length > 0) return told.every((name) => plain(item[name]) === plain(sent[name]));
    return this.others.written.every((name) => plain(item[name]) === plain(record?.[name]));
  }

  /** Reads an item that the walk made. @returns Its id, unless it cannot be found, or may belong to others. */
  async find(service: Service, made: Made): Promise<string | undefined> {
    const { reader, others } = this;
    if (made.id === undefined || !this.isOwn(made) || others.harmed.length > 0) return undefined;
    const isFound = (item: JsonObject) => reader.idOf(item) === made.id && this.matches(item, made);
    const { item } = await reader.readOne(service, made.id);
    if (item && isFound(item)) return made.id;
    const { rows } = await reader.read(service, reader.largest("desc"));
    return rows.some(isFound) ? made.id : undefined;
  }

  /** Deletes an item that the walk made, right after it was read. @returns `undefined` if it could not be read. */
  async delete(service: Service, made: Made, token?: null): Promise<ServiceResponse | undefined> {
    const { delete: deletion } = this.collection;
    const id = deletion && (await this.find(service, made));
    return deletion && id ? this.write(service, this.reader.about(deletion, id), token) : undefined;
  }

  /** Records that the service says that an item is deleted. */
  wasDeleted(made: Made): void {
    made.mayBeThere = false;
    made.isDeleted = true;
    this.refused = undefined;
  }
}
