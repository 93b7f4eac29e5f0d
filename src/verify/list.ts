import { details, operation as operationOf } from "../../generated/contract.js";
import type { Collection, Operation, Schema } from "../contract-types.js";
import { PAGINATION } from "../conventions.js";
import { itemIn } from "./answer-form.js";
import { fieldOf, type JsonObject, objectOf, valueIn } from "./json.js";
import type { Answer, Request } from "./service.js";
import type { Walk } from "./walk.js";

/** Query parameters of a list. */
export type Query = Readonly<Record<string, string | number>>;

/** A direction of an order. */
export type Order = "asc" | "desc";

/** A part of a list. What is not named is left to the service, but for the order: the oldest come first. */
export interface Part {
  size?: number;
  page?: number;
  /** Empty for the service's own order. */
  order?: Query;
}

/** What a list has shown: a page, or several pages one after another. */
export interface Listing {
  rows: readonly JsonObject[];
  /** Their ids as text, in the same order; empty where a row has none. */
  ids: readonly string[];
  /** Those that have an id. */
  byId: ReadonlyMap<string, JsonObject>;
  /** What the first answer says about its position. */
  says: Partial<Record<keyof typeof PAGINATION, unknown>>;
  /** The first answer. */
  answer: Answer;
  /** Whether it has a list at all. */
  isList: boolean;
  /** Whether it holds all items that there are. */
  isWhole: boolean;
}

/** How many pages are read to see all: a service that ignores the page would keep the walk busy forever. */
const MOST_PAGES = 20;
/** The page size if the contract has no default. */
const SOME = 10;

/** Reads a collection: all of its list, a part, or one item. */
export class List {
  readonly walk: Walk;
  readonly collection: Collection;
  readonly operation: Operation;
  /** Values of the path parameters that name the parents. */
  readonly parents: Readonly<Record<string, string>>;
  /** What one item is called in messages. */
  readonly noun: string;
  /** The fields of an item that no service changes by itself, as it may change the time of the last change. */
  readonly lasting: readonly string[];
  /** The default limit. */
  readonly usual: number;
  /** The largest limit; `undefined` if the contract has none. */
  readonly maximum: number | undefined;
  /** The fields to sort by, if the contract lists them. */
  readonly sortable: readonly unknown[] | undefined;
  /** The contract's example of the field to sort by. */
  readonly sortExample: string | undefined;
  /** The last item that was read by its id. */
  #latest: { id: string; answer: Answer } | undefined;

  constructor(walk: Walk, collection: Collection, parents: Readonly<Record<string, string>>) {
    this.walk = walk;
    this.collection = collection;
    this.operation = operationOf(collection.list);
    this.parents = parents;
    const { parameters = {}, resource = "item" } = details[collection.list] ?? {};
    this.noun = resource.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
    this.lasting = Object.keys(collection.fields).filter((name) => collection.times[name]?.moment !== "updated");
    const { size, sortBy = "" } = collection.query;
    this.usual = collection.pageSize ?? SOME;
    this.maximum = this.#schemaOf(size).maximum;
    this.sortable = this.#schemaOf(sortBy).enum;
    const example = parameters[sortBy];
    this.sortExample = typeof example === "string" ? example : undefined;
  }

  /** What the contract says of the values of a query parameter: nothing if it has none. */
  #schemaOf(query: string | undefined): Schema {
    return this.operation.parameters.find((each) => each.in === "query" && each.name === query)?.schema ?? {};
  }

  /** A request for an operation on the collection, or on one item. */
  about(operation: string, id?: string): Request {
    const { idParameter } = this.collection;
    const own = id !== undefined && idParameter !== undefined && { [idParameter]: id };
    return { operation: operationOf(operation), ids: { ...this.parents, ...own } };
  }

  /** A request for a part of the list, as far as the contract has parameters for it. */
  asking({ size, page, order = this.inOrder("asc") }: Part): Request {
    const { query } = this.collection;
    return {
      ...this.about(this.operation.id),
      query: { ...order, ...given(query.size, size), ...given(query.page, page) },
    };
  }

  /** Names an order. In the ascending one, what others create meanwhile comes last. */
  inOrder(order?: Order, field = this.sortExample): Query {
    const { query } = this.collection;
    return { ...given(query.sortBy, field), ...given(query.sortOrder, order) };
  }

  /** The id of an item, as text; `undefined` if it has none. */
  idOf(item: unknown): string | undefined {
    const id = fieldOf(item, this.collection.idField);
    return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
  }

  /** Reads a part of the list, whatever the answer. */
  async read(part: Part): Promise<Listing> {
    const answer = await this.walk.send(this.asking(part));
    const { keys, pagination, status } = this.operation.answer;
    const found = valueIn(answer.body, keys);
    const rows = Array.isArray(found) ? found.map((item: unknown) => objectOf(item) ?? {}) : [];
    const at = pagination === undefined ? undefined : objectOf(fieldOf(answer.body, pagination));
    const says = at ? Object.fromEntries(Object.entries(PAGINATION).map(([role, name]) => [role, at[name]])) : {};
    const isList = answer.status === status && Array.isArray(found);
    const listing = this.#listing(rows, { says, answer, isList, isWhole: false });
    const { size = this.usual, page = 1 } = part;
    return { ...listing, isWhole: page === 1 && this.#isAll(listing, listing, size) };
  }

  #listing(rows: JsonObject[], about: Omit<Listing, "rows" | "ids" | "byId">): Listing {
    const ids = rows.map((item) => this.idOf(item) ?? "");
    const byId = new Map(rows.map((item, index) => [ids[index] ?? "", item]));
    byId.delete("");
    return { ...about, rows, ids, byId };
  }

  /** Whether there is nothing after the last page that was read, and nothing twice before it. */
  #isAll({ rows, byId, says: { total } }: Listing, last: Listing, limit: number): boolean {
    if (!last.isList || this.collection.query.page === undefined) return last.isList;
    const isEnd = typeof total === "number" ? byId.size === total : last.rows.length < limit;
    // A service may list no more than the first, as many as the largest page holds.
    return isEnd && byId.size === rows.length && byId.size !== this.maximum;
  }

  /** Reads which items exist, the oldest first, whatever the answer. */
  async readAll(): Promise<Listing> {
    const size = this.maximum ?? 10 * SOME;
    let all = await this.read({ size, page: 1 });
    for (let page = 2; all.isList && !all.isWhole && page <= MOST_PAGES; page++) {
      const last = await this.read({ size, page });
      const isNew = last.ids.some((id) => !all.byId.has(id));
      if (isNew) all = this.#listing([...all.rows, ...last.rows], all);
      all = { ...all, isWhole: this.#isAll(all, last, size) };
      if (!isNew) break;
    }
    return all;
  }

  /** The newest items, as many as one answer holds. */
  get newest(): Part {
    return { size: this.maximum ?? this.usual, page: 1, order: this.inOrder("desc") };
  }

  /** Reads one item, unless nothing was sent since it did: by its id, or in the list where no operation does that. */
  async readOne(id: string): Promise<{ item: JsonObject | undefined; answer: Answer }> {
    const { get } = this.collection;
    if (!get) {
      const { byId, answer } = await this.read(this.newest);
      return { item: byId.get(id), answer };
    }
    const known = this.#latest?.id === id ? this.#latest.answer : undefined;
    const answer = known && known === this.walk.lastAnswer ? known : await this.walk.send(this.about(get, id));
    this.#latest = { id, answer };
    return { item: itemIn(answer), answer };
  }
}

function given(name: string | undefined, value: string | number | undefined): Query {
  return name === undefined || value === undefined ? {} : { [name]: value };
}
