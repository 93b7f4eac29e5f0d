import type { Operation, PositionRole } from "../contract.js";
import type { Connection, ServiceRequest, ServiceResponse } from "./connection.js";
import { fieldOf, type JsonObject, objectOf } from "./json.js";
import type { Queries, Query } from "./queries.js";

/** What sends requests: the connection, or a step that counts them. */
export type Service = Pick<Connection, "send">;

/** A list of items that have ids. */
export interface List {
  readonly list: Operation;
  readonly queries: Queries;
  /** A request for an operation on the list. */
  about(operation: string): ServiceRequest;
  /** The id of an item, as text; `undefined` if it has none. */
  idOf(item: unknown): string | undefined;
}

/** One page of a list. */
export interface Page {
  items: readonly JsonObject[];
  ids: readonly string[];
  /** What the answer says about its position. */
  position: Partial<Record<PositionRole, { name: string; value: unknown }>>;
  response: ServiceResponse;
  /** Whether the answer has a list at all. */
  isList: boolean;
  /** Whether it holds all items that there are. */
  isWhole: boolean;
}

/** The items of a list by their ids, as the walk has read them. */
export interface Census {
  items: ReadonlyMap<string, JsonObject>;
  /** All that were listed, those of the same id too. */
  rows: readonly JsonObject[];
  /** Whether there are no others. */
  isWhole: boolean;
}

/** How many pages a census reads: a service that ignores the page would keep it busy forever. */
const MOST_PAGES = 20;

/** Reads which items exist, or only the newest; no census if the list cannot be read. */
export async function takeCensus(service: Service, list: List, which: "all" | "newest" = "all") {
  const [order, most] = which === "all" ? (["asc", MOST_PAGES] as const) : (["desc", 1] as const);
  const asked = await readPages(service, list, list.queries.largest(order), most);
  // A service may refuse what the contract allows. It then lists something when a request names no part.
  return asked.census ? asked : { ...(await readPages(service, list, {}, most)), response: asked.response };
}

async function readPages(service: Service, list: List, query: Query, most: number) {
  const [items, rows] = [new Map<string, JsonObject>(), [] as JsonObject[]];
  const { queries } = list;
  let first: ServiceResponse | undefined;
  for (let number = 1; ; number++) {
    const page = await readPage(service, list, number === 1 ? query : queries.part(undefined, number, query));
    first ??= page.response;
    const response = first;
    if (number === 1 && !page.isList) return { response };
    const fresh = page.ids.filter((id) => !items.has(id)).length;
    rows.push(...page.items);
    for (const [index, item] of page.items.entries()) items.set(page.ids[index] ?? "", item);
    const total = page.position.total?.value;
    const isEnd = typeof total === "number" ? items.size === total : page.ids.length < (queries.limitOf(query) ?? 1);
    const isWhole = page.isWhole || (number > 1 && page.isList && fresh === page.ids.length && isEnd);
    const census: Census = { items, rows, isWhole };
    if (isWhole || fresh === 0 || !queries.page || number === most) return { census, response };
  }
}

/** Reads one page, whatever the answer. */
export async function readPage(service: Service, list: List, query: Query): Promise<Page> {
  return pageOf(list, await service.send({ ...list.about(list.list.id), query }), query);
}

/** The page in the answer of a list. */
export function pageOf(of: List, response: ServiceResponse, query: Query): Page {
  const { list, queries } = of;
  const found = fieldOf(response.body, list.answer.key);
  const items = Array.isArray(found) ? found.map((item: unknown) => objectOf(item) ?? {}) : [];
  const position = queries.positionIn(response.body);
  const { value: total = items.length } = position.total ?? {};
  const limit = queries.limitOf(query) ?? (queries.isPaged ? 0 : Number.POSITIVE_INFINITY);
  const isPart =
    items.length >= limit || (typeof total === "number" && total !== items.length) || Number(position.pages?.value) > 1;
  const isList = response.status === list.answer.status && Array.isArray(found);
  const isWhole = isList && !isPart && queries.pageOf(query) === 1;
  return { items, ids: items.map((item) => of.idOf(item) ?? ""), position, response, isList, isWhole };
}

/** Whether two pages have the same items in the same order. */
export function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
