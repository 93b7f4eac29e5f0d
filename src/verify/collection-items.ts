import { operation as operationOf } from "../../generated/contract.js";
import type { Collection, Operation } from "../contract.js";
import type { VerifyOptions } from "./arguments.js";
import { type Census, type List, readPage, type Service } from "./census.js";
import type { ServiceRequest, ServiceResponse } from "./connection.js";
import { fieldOf, type JsonObject, jsonOf, objectOf } from "./json.js";
import { shown, type Words, words } from "./message.js";
import { Others } from "./others.js";
import { Queries } from "./queries.js";
import { flagFor } from "./refusals.js";
import { Skipped } from "./stop.js";
import { enveloped, plain, Values } from "./values.js";

/** An item that the walk has asked the service to create. */
export interface Made {
  /** The fields that were sent. */
  sent: JsonObject;
  /** The item in the answer, if there is one, its id as text, and the status; 0 if no answer came. */
  record?: JsonObject;
  id?: string;
  status: number;
  /** Whether it may exist: `false` once the service refuses it, or says that it is deleted. */
  mayBeThere: boolean;
  isDeleted?: true;
}

/** What became of the request for an item. */
export interface Asked {
  made: Made;
  response: ServiceResponse;
}

/** An item that the walk has created and not deleted. */
export type Held = Made & Required<Pick<Made, "id" | "record">>;

/**
 * The items of one collection in a walk: those that belong to others, and those that the walk has made. Only what this
 * class returns is sent to change or delete an item, and it returns nothing about an item that may belong to others.
 */
export class Items implements List {
  readonly collection: Collection;
  readonly list: Operation;
  readonly creation: Operation;
  readonly queries: Queries;
  readonly made: Made[] = [];
  /** The items of others. Without a census, nothing is written. */
  others: Others = new Others({ items: new Map(), isWhole: false }, []);
  /** Why the walk must not create anything. */
  halted: Words | undefined = ["it is not known what belongs to others"];
  /** Items of others that are missing or changed. Then nothing is sent any more, not even to delete the walk's own. */
  harmed: readonly Words[] = [];
  /** Why the service creates no more. */
  refused: Words | undefined;
  /** Time of the last write, on the clock of `performance`. */
  lastWrite = Number.NEGATIVE_INFINITY;
  #values: Values | undefined;
  readonly #parents: Readonly<Record<string, string>>;

  /** @param parents - Values of the path parameters that name the parent. */
  constructor(collection: Collection, parents: Readonly<Record<string, string>> = {}) {
    this.collection = collection;
    this.#parents = parents;
    this.list = operationOf(collection.list);
    this.creation = operationOf(collection.create);
    this.queries = new Queries(collection, this.list);
  }

  /** Records what belongs to others. From now on, items may be created, unless there is no value that nobody else uses. */
  begin(census: Census, options: VerifyOptions): void {
    const { create, update, replace, patch, fields, delete: deletion } = this.collection;
    const bodies = [create, update, replace, patch].map((id) => (id ? operationOf(id).body : undefined));
    const written = new Set(bodies.flatMap((body) => Object.keys(body?.fields ?? {})));
    this.others = new Others(
      census,
      [...written].filter((name) => name in fields),
    );
    this.#values = new Values(this.creation, options, (field, value) => this.others.use(field, value));
    const { taken } = this.#values;
    this.halted =
      taken && words`others use the ${taken.field} ${shown(taken.value)}, or may${this.otherThan(taken.field)}`;
    if (!deletion && !options.leave) this.halted = ["openapi.yaml has no operation that deletes it again: add --leave"];
  }

  /** What one item is called in messages. */
  get noun(): string {
    return (this.list.answer.resource ?? "item").replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  }

  /** Whether all items do not fit into one answer. */
  get isLarge(): boolean {
    return this.others.before.size >= (this.queries.maximum ?? Number.POSITIVE_INFINITY);
  }

  /** Those that the service should have, by its own answers. */
  get held(): Held[] {
    return this.made.filter((made): made is Held => made.mayBeThere && made.record !== undefined && this.isOwn(made));
  }

  /** The required fields of a new item. */
  required(): JsonObject {
    return this.#values?.required(this.made.length) ?? {};
  }

  /** Goes on to other values, after the service has refused some. @returns Whether there are any. */
  tryOthers(): boolean {
    return this.held.length === 0 && (this.#values?.next() ?? false);
  }

  /** Part of every value of the walk's own, and of no other value. */
  get marker(): string {
    return this.#values?.marker ?? "/";
  }

  /** The fields of an item that have a value that nobody else uses. */
  get telling(): readonly string[] {
    return (this.#values?.own ?? []).filter((name) => name in this.collection.fields);
  }

  /** What to do about a value that others use. */
  otherThan(field: string): string {
    const flag = flagFor(field, this.creation.body?.fields[field]?.schema);
    return flag ? `: choose one that nobody uses with ${flag}` : "";
  }

  /** A request for an operation on the collection, or on one item. */
  about(operation: string, id?: string): ServiceRequest {
    const { idParameter } = this.collection;
    const own = id !== undefined && idParameter !== undefined && { [idParameter]: id };
    return { operation, path: { ...this.#parents, ...own } };
  }

  idOf(item: unknown): string | undefined {
    const id = fieldOf(item, this.collection.idField);
    return ["number", "bigint", "string"].includes(typeof id) ? String(id) : undefined;
  }

  /** The item in an answer; `undefined` if there is none. */
  in({ operation, body }: ServiceResponse): JsonObject | undefined {
    return objectOf(fieldOf(body, operationOf(operation).answer.key));
  }

  /** Records what a list shows, if it is complete. */
  observe({ items, isWhole }: Pick<Census, "items" | "isWhole">): void {
    const own = this.made.map(({ id }) => id);
    const others = [...items].filter(([id]) => this.others.before.has(id) || !own.includes(id));
    if (isWhole) this.others.observe(new Map(others));
  }

  /** Stops all writing, since items of others are missing or changed. */
  stop(harmed: readonly Words[]): void {
    this.harmed = harmed;
    this.halted = ["items of others are missing or changed"];
  }

  /** Asks the service for an item, and records that it may exist. @throws Skipped when nothing may be written. */
  async ask(service: Service, sent: JsonObject, token?: null): Promise<Asked> {
    if (this.halted) throw new Skipped(this.halted);
    const made: Made = { sent, status: 0, mayBeThere: true };
    this.made.push(made);
    const request = { ...this.about(this.creation.id), body: enveloped(this.creation, sent) };
    const response = await this.write(service, request, token).catch((error) => {
      // Only what ends the walk is thrown, and then nothing was sent.
      made.mayBeThere = false;
      throw error;
    });
    const record = this.in(response);
    const id = this.idOf(record);
    made.status = response.status;
    // By the rules of HTTP, a client error means that the service did nothing. A token may be missed with any status.
    const isRefused = response.status >= 400 && response.status < 500;
    if (isRefused || (token === null && response.status > 0 && id === undefined)) made.mayBeThere = false;
    else if (record && id !== undefined) Object.assign(made, { record, id });
    return { made, response };
  }

  /** Sends a request that may change something. */
  async write(service: Service, request: ServiceRequest, token?: null): Promise<ServiceResponse> {
    this.others.wrote();
    try {
      return await service.send(token === null ? { ...request, token } : request);
    } finally {
      this.lastWrite = performance.now();
      this.others.wrote();
    }
  }

  /** Whether the service returned an id for an item of the walk that no item of others has, and that a path can hold. */
  isOwn({ id }: Made): boolean {
    return id !== undefined && !/^\.{0,2}$/.test(id) && !this.others.before.has(id);
  }

  /** Whether an item in an answer is one that the walk made, although a service may keep its values in another form. */
  matches(item: JsonObject, { sent, record }: Made): boolean {
    if (!this.others.isWhole && !jsonOf(item)?.includes(this.marker)) return false;
    const told = this.telling.filter((name) => name in sent);
    if (told.length > 0) return told.every((name) => plain(item[name]) === plain(sent[name]));
    return this.others.written.every((name) => plain(item[name]) === plain(record?.[name]));
  }

  /** Reads an item that the walk made. @returns Its id, unless it cannot be found, or may belong to others. */
  async find(service: Service, made: Made): Promise<string | undefined> {
    if (made.id === undefined || !this.isOwn(made) || this.harmed.length > 0) return undefined;
    const isFound = (item: JsonObject | undefined) => item && this.idOf(item) === made.id && this.matches(item, made);
    const { get } = this.collection;
    if (get && isFound(this.in(await service.send(this.about(get, made.id))))) return made.id;
    const { items } = await readPage(service, this, this.queries.largest("desc"));
    return items.some(isFound) ? made.id : undefined;
  }

  /** Deletes an item that the walk made, right after it was read. @returns `undefined` if it could not be read. */
  async delete(service: Service, made: Made, token?: null): Promise<ServiceResponse | undefined> {
    const { delete: deletion } = this.collection;
    const id = deletion && (await this.find(service, made));
    return deletion && id ? this.write(service, this.about(deletion, id), token) : undefined;
  }

  /** Records that the service says that an item is deleted. */
  wasDeleted(made: Made): void {
    made.mayBeThere = false;
    made.isDeleted = true;
    this.refused = undefined;
  }
}
