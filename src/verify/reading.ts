import { details, operation as operationOf } from "../../generated/contract.js";
import type { Collection, Operation, Parameter, PositionRole, PositionRoles } from "../contract.js";
import type { Service, ServiceRequest, ServiceResponse } from "./connection.js";
import { fieldOf, type JsonObject, objectOf } from "./json.js";

/** Query parameters of a list. */
export type Query = Readonly<Record<string, string | number>>;

/** What a list has shown: a page, or several pages one after another. */
export interface Listing {
  rows: readonly JsonObject[];
  /** Their ids as text, in the same order; empty where a row has none. */
  ids: readonly string[];
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
export type Position = Partial<Record<PositionRole, { name: string; value: unknown }>>;

/** How many pages are read to see all: a service that ignores the page would keep the walk busy forever. */
const MOST_PAGES = 20;

/** Reads a collection: all of its list, a part, or one item. */
export class Reader {
  readonly collection: Collection;
  readonly list: Operation;
  /** The default limit, and the largest; absent if the contract has none. */
  readonly usual: number | undefined;
  readonly maximum: number | undefined;
  readonly page: Parameter | undefined;
  readonly sortBy: Parameter | undefined;
  readonly #parents: Readonly<Record<string, string>>;

  /** @param parents - Values of the path parameters that name the parent. */
  constructor(collection: Collection, parents: Readonly<Record<string, string>>) {
    const { query, list } = collection;
    this.collection = collection;
    this.list = operationOf(list);
    const named = (name: string | undefined) =>
      this.list.parameters.find((each) => each.in === "query" && each.name === name);
    const { default: usual, maximum } = named(query.size)?.schema ?? {};
    this.usual = typeof usual === "number" ? usual : undefined;
    this.maximum = maximum;
    this.page = named(query.page);
    this.sortBy = named(query.sortBy);
    this.#parents = parents;
  }

  /** What one item is called in messages. */
  get noun(): string {
    return (details[this.list.id]?.resource ?? "item").replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  }

  /** The contract's example of the field to sort by. */
  get sortExample(): unknown {
    return details[this.list.id]?.parameters[this.collection.query.sortBy ?? ""];
  }

  /** A request for an operation on the collection, or on one item. */
  about(operation: string, id?: string): ServiceRequest {
    const { idParameter } = this.collection;
    const own = id !== undefined && idParameter !== undefined && { [idParameter]: id };
    return { operation, path: { ...this.#parents, ...own } };
  }

  /** The id of an item, as text; `undefined` if it has none. */
  idOf(item: unknown): string | undefined {
    const id = fieldOf(item, this.collection.idField);
    return ["number", "bigint", "string"].includes(typeof id) ? String(id) : undefined;
  }

  /** The item in an answer; `undefined` if there is none. */
  itemIn({ operation, body }: ServiceResponse): JsonObject | undefined {
    return objectOf(fieldOf(body, operationOf(operation).answer.key));
  }

  /** Names a part of the list, as far as the contract has parameters for it. */
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
  async read(service: Service, query: Query): Promise<Listing> {
    return this.listingIn(await service.send({ ...this.about(this.list.id), query }), query);
  }

  /** Reads which items exist, or only the newest, whatever the answer. */
  async readAll(service: Service, which: "all" | "newest" = "all"): Promise<Listing> {
    const [order, most] = which === "all" ? (["asc", MOST_PAGES] as const) : (["desc", 1] as const);
    const asked = await this.#readPages(service, this.largest(order), most);
    // A service may refuse what the contract allows. It then lists something when a request names no part.
    return asked.isList ? asked : { ...(await this.#readPages(service, {}, most)), response: asked.response };
  }

  async #readPages(service: Service, query: Query, most: number): Promise<Listing> {
    const first = await this.read(service, query);
    const size = this.#sizeOf(query) ?? 1;
    let all = first;
    for (let number = 2; all.isList && !all.isWhole && this.page && number <= most; number++) {
      const next = await this.read(service, this.part(undefined, number, query));
      const known = all.byId;
      const fresh = next.ids.filter((id) => !known.has(id)).length;
      const byId = new Map([...known, ...next.byId]);
      const total = next.position.total?.value;
      const isEnd = typeof total === "number" ? byId.size === total : next.ids.length < size;
      const isWhole = next.isList && fresh === next.ids.length && isEnd;
      all = { ...first, rows: [...all.rows, ...next.rows], ids: [...all.ids, ...next.ids], byId, isWhole };
      if (fresh === 0) break;
    }
    return all;
  }

  /** What an answer shows of the list. */
  listingIn(response: ServiceResponse, query: Query): Listing {
    const { answer } = this.list;
    const { query: names } = this.collection;
    const found = fieldOf(response.body, answer.key);
    const rows = Array.isArray(found) ? found.map((item: unknown) => objectOf(item) ?? {}) : [];
    const ids = rows.map((item) => this.idOf(item) ?? "");
    const byId = new Map(ids.map((id, index) => [id, rows[index] ?? {}]));
    const position = positionIn(response.body, this.collection.position);
    // Without a limit, a list that has pages may hold only some.
    const isPaged = Object.keys(position).length > 0 || [names.page, names.offset, names.size].some(Boolean);
    const limit = this.#sizeOf(query) ?? (isPaged ? 0 : Number.POSITIVE_INFINITY);
    const { value: total = rows.length } = position.total ?? {};
    const isFirst = Number(query[names.page ?? ""] ?? 1) === 1 && !(Number(position.pages?.value) > 1);
    const isList = response.status === answer.status && Array.isArray(found);
    const isAll = rows.length < limit && (typeof total !== "number" || total === rows.length);
    return { rows, ids, byId, position, response, isList, isWhole: isList && isFirst && isAll };
  }

  /** Reads one item: by its id, or in the list where no operation does that. */
  async readOne(service: Service, id: string): Promise<{ item: JsonObject | undefined; response: ServiceResponse }> {
    const { get } = this.collection;
    const response = get ? await service.send(this.about(get, id)) : undefined;
    if (response) return { item: this.itemIn(response), response };
    const newest = await this.read(service, this.largest("desc"));
    return { item: newest.byId.get(id), response: newest.response };
  }

  #sizeOf(query: Query): number | undefined {
    return Number(query[this.collection.query.size ?? ""] ?? this.usual) || undefined;
  }
}

function given(name: string | undefined, value: unknown): Query {
  return name === undefined || (typeof value !== "string" && typeof value !== "number") ? {} : { [name]: value };
}

function positionIn(body: unknown, roles: PositionRoles = {}): Position {
  const found = Object.entries(roles).map(([name, role]) =>
    typeof role === "string" ? { [role]: { name, value: fieldOf(body, name) } } : positionIn(fieldOf(body, name), role),
  );
  return Object.assign({}, ...found);
}
