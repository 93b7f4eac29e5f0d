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

/** What a list has shown: a page, or several pages one after another. */
export interface Listing {
  rows: readonly JsonObject[];
  /** Their ids as text, in the same order; empty where a row has none. */
  ids: readonly string[];
  /** Those that have an id. */
  byId: ReadonlyMap<string, JsonObject>;
  /** What the first answer says about its position. */
  says: Partial<Record<keyof typeof PAGINATION, unknown>>;
  /** The first answer, and how many rows it has. */
  answer: Answer;
  size: number;
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
  /** Whether a request can name a page and its size. Else, the list has all that there is. */
  readonly hasPages: boolean;
  /** The default limit. */
  readonly usual: number;
  /** The largest limit; `undefined` if the contract has none. */
  readonly maximum: number | undefined;
  /** The contract's example of the field to sort by. */
  readonly sortExample: string | undefined;

  constructor(walk: Walk, collection: Collection, parents: Readonly<Record<string, string>>) {
    this.walk = walk;
    this.collection = collection;
    this.operation = operationOf(collection.list);
    this.parents = parents;
    const { parameters = {}, resource = "item" } = details[collection.list] ?? {};
    this.noun = resource.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
    const { page, size, sortBy = "" } = collection.query;
    this.hasPages = page !== undefined && size !== undefined;
    const { default: usual = collection.pageSize, maximum } = this.schemaOf("size");
    this.usual = Number(usual) || SOME;
    this.maximum = maximum;
    const example = parameters[sortBy];
    this.sortExample = typeof example === "string" ? example : undefined;
  }

  /** What the contract says of the values of a query parameter: nothing if it has none. */
  schemaOf(role: "size" | "sortBy"): Schema {
    const name = this.collection.query[role];
    return this.operation.parameters.find((each) => each.in === "query" && each.name === name)?.schema ?? {};
  }

  /** A request for an operation on the collection, or on one item. */
  about(operation: string, id?: string): Request {
    const { idParameter } = this.collection;
    const own = id !== undefined && idParameter !== undefined && { [idParameter]: id };
    return { operation: operationOf(operation), ids: { ...this.parents, ...own } };
  }

  /** The id of an item, as text; `undefined` if it has none. */
  idOf(item: unknown): string | undefined {
    const id = fieldOf(item, this.collection.idField);
    return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
  }

  /** Names a part of the list, as far as the contract has parameters for it. */
  part(size: number | undefined, page: number | undefined, order: Query = this.inOrder("asc")): Query {
    const { query } = this.collection;
    return { ...order, ...given(query.size, size), ...given(query.page, page) };
  }

  /** Names an order. In the ascending one, what others create meanwhile comes last. */
  inOrder(order: Order, field = this.sortExample): Query {
    const { query } = this.collection;
    return { ...given(query.sortBy, field), ...given(query.sortOrder, order) };
  }

  /** Reads a part of the list, whatever the answer. */
  async read(query: Query): Promise<Listing> {
    const answer = await this.walk.send({ ...this.about(this.operation.id), query });
    const { keys, pagination, status } = this.operation.answer;
    const found = valueIn(answer.body, keys);
    const rows = Array.isArray(found) ? found.map((item: unknown) => objectOf(item) ?? {}) : [];
    const at = pagination === undefined ? undefined : objectOf(fieldOf(answer.body, pagination));
    const says = at ? Object.fromEntries(Object.entries(PAGINATION).map(([role, name]) => [role, at[name]])) : {};
    const isList = answer.status === status && Array.isArray(found);
    const listing = this.#listing(rows, { says, answer, size: rows.length, isList, isWhole: false });
    const { page = "", size = "" } = this.collection.query;
    const isFirst = Number(query[page] ?? 1) === 1;
    return { ...listing, isWhole: isFirst && this.#isAll(listing, listing, Number(query[size] ?? this.usual)) };
  }

  #listing(rows: JsonObject[], about: Omit<Listing, "rows" | "ids" | "byId">): Listing {
    const ids = rows.map((item) => this.idOf(item) ?? "");
    const byId = new Map(rows.map((item, index) => [ids[index] ?? "", item]));
    byId.delete("");
    return { ...about, rows, ids, byId };
  }

  /** Whether there is nothing after the last page that was read, and nothing twice before it. */
  #isAll({ rows, byId, says: { total } }: Listing, last: Listing, limit: number): boolean {
    if (!last.isList || !this.hasPages) return last.isList;
    const isEnd = typeof total === "number" ? byId.size === total : last.size < limit;
    // A service may list no more than the first, as many as the largest page holds.
    return isEnd && byId.size === rows.length && byId.size !== this.maximum;
  }

  /** Reads which items exist, the oldest first, whatever the answer. */
  async readAll(): Promise<Listing> {
    const limit = this.maximum ?? 10 * SOME;
    let all = await this.read(this.part(limit, 1));
    for (let page = 2; all.isList && !all.isWhole && page <= MOST_PAGES; page++) {
      const last = await this.read(this.part(limit, page));
      const isNew = last.ids.some((id) => !all.byId.has(id));
      if (isNew) all = this.#listing([...all.rows, ...last.rows], all);
      all = { ...all, isWhole: this.#isAll(all, last, limit) };
      if (!isNew) break;
    }
    return all;
  }

  /** Reads the newest items, as many as one answer holds, whatever the answer. */
  async readNewest(): Promise<Listing> {
    return this.read(this.part(this.maximum, 1, this.inOrder("desc")));
  }

  /** Reads one item: by its id, or in the list where no operation does that. */
  async readOne(id: string): Promise<{ item: JsonObject | undefined; answer: Answer }> {
    const { get } = this.collection;
    if (get) {
      const answer = await this.walk.send(this.about(get, id));
      return { item: itemIn(answer), answer };
    }
    const { byId, answer } = await this.readNewest();
    return { item: byId.get(id), answer };
  }
}

function given(name: string | undefined, value: string | number | undefined): Query {
  return name === undefined || value === undefined ? {} : { [name]: value };
}
