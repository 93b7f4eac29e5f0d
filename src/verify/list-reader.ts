import { isDeepStrictEqual } from "node:util";
import { collections, details, operation as operationOf } from "../../generated/contract.js";
import type { Collection, Operation, Schema } from "../contract.js";
import { PAGINATION } from "../conventions.js";
import type { Service, ServiceRequest, ServiceResponse } from "./connection.js";
import { fieldOf, type JsonObject, objectOf, valueIn } from "./json.js";

/** Query parameters of a list. */
export type Query = Readonly<Record<string, string | number>>;

/** What a list has shown: a page, or several pages one after another. */
export interface Listing {
  /** The query that returned it, or its first page. */
  query: Query;
  rows: readonly JsonObject[];
  /** Their ids as text, in the same order; empty where a row has none. */
  ids: readonly string[];
  /** Those that have an id. */
  byId: ReadonlyMap<string, JsonObject>;
  /** What the first answer says about its position. */
  position: Position;
  /** The first answer. */
  response: ServiceResponse;
  /** Whether it has a list at all. */
  isList: boolean;
  /** Whether it holds all items that there are. */
  isWhole: boolean;
}

/** What the fields next to a list say about the position of the page, with their names. */
export type Position = Partial<Record<keyof typeof PAGINATION, { name: string; value: unknown }>>;

/** How many pages are read to see all: a service that ignores the page would keep the walk busy forever. */
const MOST_PAGES = 20;

/** The collections that a walk goes to. */
export const walkable = collections;

/** Reads a collection: all of its list, a part, or one item. */
export class Reader {
  readonly collection: Collection;
  readonly list: Operation;
  /** What one item is called in messages. */
  readonly noun: string;
  /** The default limit; `undefined` if the contract has none. */
  readonly usual: number | undefined;
  /** The largest limit; `undefined` if the contract has none. */
  readonly maximum: number | undefined;
  /** The contract's example of the field to sort by. */
  readonly sortExample: unknown;
  /** Whether a request can name a page. */
  readonly hasPages: boolean;
  /** The page that the service returns when a request names none; the first one is 1. */
  readonly usualPage: number;
  /** Values of the path parameters that name the parent. */
  parents: Readonly<Record<string, string>> = {};
  /** What sends the requests: the step under way, or the deletion after the walk. */
  service: Service;

  constructor(service: Service, collection: Collection) {
    this.service = service;
    this.collection = collection;
    this.list = operationOf(collection.list);
    const { parameters = {}, resource = "item" } = details[collection.list] ?? {};
    this.noun = resource.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
    const { default: usual = 0, maximum } = this.schemaOf("size");
    this.usual = Number(usual) || undefined;
    this.maximum = maximum;
    this.sortExample = parameters[collection.query.sortBy ?? ""];
    this.hasPages = collection.query.page !== undefined;
    this.usualPage = Number(this.schemaOf("page").default ?? 1);
  }

  /** What the contract says of the values of a query parameter: nothing if it has none. */
  schemaOf(role: "page" | "size" | "sortBy" | "sortOrder"): Schema {
    const name = this.collection.query[role];
    return this.list.parameters.find((each) => each.in === "query" && each.name === name)?.schema ?? {};
  }

  /** A request for an operation on the collection, or on one item. */
  about(operation: string, id?: string): ServiceRequest {
    const { idParameter } = this.collection;
    const own = id !== undefined && idParameter !== undefined && { [idParameter]: id };
    return { operation: operationOf(operation), path: { ...this.parents, ...own } };
  }

  /** The id of an item, as text; `undefined` if it has none. */
  idOf(item: unknown): string | undefined {
    const id = fieldOf(item, this.collection.idField);
    return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
  }

  /** Names a part of the list, as far as the contract has parameters for it. The first page is 1. */
  part(limit: number | undefined, page: number | undefined, order: Query = this.inOrder("asc")): Query {
    const { query } = this.collection;
    return { ...order, ...given(query.size, limit), ...given(query.page, page) };
  }

  /** Names an order. In the ascending one, what others create meanwhile comes last. */
  inOrder(order: "asc" | "desc", field = this.sortExample): Query {
    const { query } = this.collection;
    return { ...given(query.sortBy, field && String(field)), ...given(query.sortOrder, order) };
  }

  /** Names as many as the service returns in one answer. */
  largest(order: "asc" | "desc"): Query {
    return this.part(this.maximum, 1, this.inOrder(order));
  }

  /** Reads a part of the list, whatever the answer. */
  async read(query: Query): Promise<Listing> {
    const response = await this.service.send({ ...this.about(this.list.id), query });
    const { query: names } = this.collection;
    const found = valueIn(response.body, this.list.answer.keys);
    const rows = Array.isArray(found) ? found.map((item: unknown) => objectOf(item) ?? {}) : [];
    const ids = rows.map((item) => this.idOf(item) ?? "");
    const byId = new Map(rows.map((item, index) => [ids[index] ?? "", item]));
    byId.delete("");
    const { pagination } = this.list.answer;
    const position = pagination === undefined ? {} : positionIn(fieldOf(response.body, pagination));
    // Without a limit, a list that has pages may hold only some.
    const isPaged = Object.keys(position).length > 0 || [names.page, names.size].some(Boolean);
    const limit = this.#sizeOf(query) ?? (isPaged ? 0 : Number.POSITIVE_INFINITY);
    const { value: total = rows.length } = position.total ?? {};
    const isFirst = Number(query[names.page ?? ""] ?? 1) === 1 && !(Number(position.pages?.value) > 1);
    const isList = response.status === this.list.answer.status && Array.isArray(found);
    const isAll = rows.length < limit && (typeof total !== "number" || total === rows.length);
    return {
      query,
      rows,
      ids,
      byId,
      position,
      response,
      isList,
      isWhole: isList && isFirst && isAll && !this.#isFiltered(),
    };
  }

  /** Reads a part of the list again. @returns Whether others have left it as it was. */
  async isStill({ query, ids }: Listing): Promise<boolean> {
    return isDeepStrictEqual((await this.read(query)).ids, ids);
  }

  /** Whether a filter has a default, so that the list holds only some items without it. */
  #isFiltered(): boolean {
    const { filters = {} } = this.collection.query;
    return this.list.parameters.some(
      ({ name, schema }) => Object.hasOwn(filters, name) && schema.default !== undefined,
    );
  }

  /** Reads which items exist, whatever the answer. */
  async readAll(): Promise<Listing> {
    const asked = await this.#readPages(this.largest("asc"));
    // A service may refuse what the contract allows. It then lists something when a request names no part.
    return asked.isList ? asked : { ...(await this.#readPages({})), response: asked.response };
  }

  async #readPages(query: Query): Promise<Listing> {
    const size = this.#sizeOf(query) ?? 1;
    let all = await this.read(query);
    for (let number = 2; all.isList && !all.isWhole && this.hasPages && number <= MOST_PAGES; number++) {
      const next = await this.read(this.part(undefined, number, query));
      const byId = new Map([...all.byId, ...next.byId]);
      const fresh = byId.size - all.byId.size;
      const total = next.position.total?.value;
      const isEnd = typeof total === "number" ? byId.size === total : next.ids.length < size;
      const isWhole = next.isList && fresh === next.ids.length && isEnd;
      all = { ...all, rows: [...all.rows, ...next.rows], ids: [...all.ids, ...next.ids], byId, isWhole };
      if (fresh === 0) break;
    }
    return all;
  }

  /** Reads one item: by its id, or in the list where no operation does that. */
  async readOne(id: string): Promise<{ item: JsonObject | undefined; response: ServiceResponse }> {
    const { get } = this.collection;
    const response = get ? await this.service.send(this.about(get, id)) : undefined;
    if (response) return { item: itemIn(response), response };
    const newest = await this.read(this.largest("desc"));
    return { item: newest.byId.get(id), response: newest.response };
  }

  #sizeOf(query: Query): number | undefined {
    return Number(query[this.collection.query.size ?? ""] ?? this.usual) || undefined;
  }
}

/** The item in an answer; `undefined` if there is none. */
export function itemIn({ operation, body }: ServiceResponse): JsonObject | undefined {
  return objectOf(valueIn(body, operation.answer.keys));
}

function given(name: string | undefined, value: unknown): Query {
  return name === undefined || (typeof value !== "string" && typeof value !== "number") ? {} : { [name]: value };
}

function positionIn(pagination: unknown): Position {
  return Object.fromEntries(
    Object.entries(PAGINATION).map(([role, name]) => [role, { name, value: fieldOf(pagination, name) }]),
  );
}
