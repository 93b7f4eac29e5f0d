import { isDeepStrictEqual } from "node:util";
import { PAGINATION } from "../conventions.js";
import { isClientError, isRefused } from "./answer-form.js";
import {
  breach,
  departure,
  type Finding,
  type Found,
  notChecked,
  sectionOf,
  shown,
  type Words,
  words,
} from "./findings.js";
import type { JsonObject } from "./json.js";
import type { List, Listing, Order, Query } from "./list.js";
import type { Own } from "./own-items.js";
import { areOutOfOrder, TOLERANCE } from "./values.js";
import type { Walk } from "./walk.js";
import { createOne } from "./walk-steps.js";

/** The most items that are created for a page to be followed by another. */
const MOST_NEEDED = 100;
/** The size of small pages. */
const SMALL = 2;
/** A page that no list reaches. */
const BEYOND = 1_000_000;
/** The longest list whose last page is looked at. */
const LONGEST = 1_000;

/** A page, by the number of items that it may have, and its own number. */
type Place = readonly [size: number, page: number];

/** A page has as many items as its limit says, and those that one large page has at its positions. */
export async function listPages(walk: Walk, own: Own): Promise<void> {
  const { list } = own;
  const { usual, maximum = Number.POSITIVE_INFINITY } = list;
  const most = Math.max(Math.min(usual, MOST_NEEDED, maximum - 1) + 1, 3 * SMALL);
  await fill(walk, own, most);
  let count = 0;
  await walk.settled(async () => {
    const all = await own.readAll();
    walk.check(all.answer);
    count = all.rows.length;
    const order = list.inOrder("asc");
    const [third, last] = [Math.floor(most / 3), Math.floor(most / SMALL)];
    const inner: Place[] = [
      [most, 1],
      [third, 2],
      [third, 3],
      [SMALL, last],
    ];
    const ends: Place[] = all.isWhole && count <= LONGEST ? lastPages(count) : [[SMALL, BEYOND]];
    return comparePages(walk, list, { order, count, large: all, again: () => own.readAll() }, [...inner, ...ends]);
  });
  await walk.settled(async () => {
    const again = () => list.read(list.part(most, 1, {}));
    const large = await again();
    walk.check(large.answer);
    const places: Place[] = [
      [Math.floor(most / 3), 2],
      [SMALL, Math.floor(most / SMALL)],
    ];
    return comparePages(walk, list, { order: {}, count, large, again }, places);
  });
}

/** Creates what a list lacks for so many items, as far as the service allows. */
async function fill(walk: Walk, own: Own, count: number): Promise<void> {
  const missing = async () => {
    for (let there = own.others.byId.size + own.held.length; there < count; there++) await createOne(walk, own);
  };
  await walk.part(missing, words`, for a list of ${count} items`);
}

/** The last page, which holds what is left, and the one after it. */
function lastPages(count: number): Place[] {
  const size = [SMALL, 3, 5, 7].find((each) => count % each > 0) ?? SMALL;
  const last = Math.max(1, Math.ceil(count / size));
  return [
    [size, last],
    [size, last + 1],
  ];
}

/** What pages are compared with. */
interface Whole {
  order: Query;
  /** How many items there are. */
  count: number;
  /** The first of them, in the same order. */
  large: Listing;
  /** Reads these again. */
  again: () => Promise<Listing>;
}

/** Compares the default page and others with a large one. @throws Stop if others change the list meanwhile. */
async function comparePages(walk: Walk, list: List, whole: Whole, places: readonly Place[]): Promise<Finding[]> {
  const { order, large, again, count } = whole;
  const asked = places.map((place) => ({ place, query: list.part(...place, order) }));
  const found: Finding[] = [];
  for (const { place, query } of [{ place: [list.usual, 1] as const, query: order }, ...asked]) {
    const listing = await list.read(query);
    const { answer, says } = listing;
    const [size, page] = place;
    const isAfterLast = page > 1 && (page - 1) * size >= count;
    const isOther = says.page !== undefined && says.page !== page;
    // Errors are not specified. After the last page, a service may also return another one, and say so.
    if (isAfterLast && (answer.status >= 400 || isOther)) continue;
    walk.check(answer);
    const wrong = wrongPage(list, listing, whole, place);
    if (wrong && !isDeepStrictEqual((await again()).ids.toSorted(), large.ids.toSorted()))
      throw notChecked(["others changed the list meanwhile"]);
    if (wrong) return [wrong];
    found.push(...positionOf(listing, place));
  }
  return found;
}

/** What is wrong with a page, by the same positions of a large one. */
function wrongPage(list: List, listing: Listing, whole: Whole, [size, page]: Place): Finding | undefined {
  const { order, count, large } = whole;
  const { ids, rows, answer } = listing;
  const start = (page - 1) * size;
  const expected = Math.min(size, Math.max(count - start, 0));
  const source = sectionOf(answer.operation, "limits");
  const wrong = (message: Words) =>
    breach(answer, "value", words`page=${page} with a limit of ${size} ${message}`, source);
  if (new Set(ids).size < ids.length) return wrong(["has an item twice"]);
  if (ids.length !== expected) return wrong(words`has ${ids.length} items, expected ${expected}`);
  const asked = order[list.collection.query.sortBy ?? ""];
  const keys = asked === undefined ? orderOf(list, large.rows) : [String(asked)];
  const isAway = rows.some((row, index) => {
    const there = large.rows[start + index];
    const isSame = there === undefined || large.ids[start + index] === ids[index];
    return !isSame && keys.length > 0 && !areTied(row, there, keys);
  });
  return isAway ? wrong(words`differs from the same positions with ${large.ids.length}`) : undefined;
}

/** The fields by which rows may be sorted where a request names none. */
function orderOf(list: List, rows: readonly JsonObject[]): string[] {
  const isSorted = (field: string, order: Order) =>
    rows.every((row, index) => index === 0 || !areOutOfOrder(rows[index - 1]?.[field], row[field], order));
  return Object.keys(list.collection.fields).filter((field) => isSorted(field, "asc") || isSorted(field, "desc"));
}

/** Whether two rows may come in any order, since what they are sorted by is the same. */
function areTied(one: JsonObject, other: JsonObject, keys: readonly string[]): boolean {
  const isBefore = (low: JsonObject, high: JsonObject, key: string) => areOutOfOrder(high[key], low[key], "asc");
  return keys.some((key) => !isBefore(one, other, key) && !isBefore(other, one, key));
}

/** Departures of the position of a page from this project's reading of it. */
function positionOf({ says, size: length, answer }: Listing, [size, page]: Place): Finding[] {
  const soFar = (page - 1) * size + length;
  const count = Number(says.total);
  // A full page may have others after it.
  const isCounted = length === 0 || (length < size ? count === soFar : count >= soFar);
  const expected = Math.ceil(count / size);
  const isDivided = count === 0 || says.pages === expected;
  const readings = [
    { role: "page", holds: says.page === page, why: words`on page ${page}` },
    { role: "size", holds: says.size === size, why: words`for a limit of ${size}` },
    { role: "total", holds: isCounted, why: words`but the pages so far have ${soFar} items` },
    { role: "pages", holds: isDivided, why: words`but a total of ${shown(says.total)} makes ${expected}` },
  ] as const;
  return readings.flatMap(({ role, holds, why }) => {
    if (!(role in says) || holds) return [];
    return departure(answer, "value", words`${PAGINATION[role]} is ${shown(says[role])} ${why}`, "pagination");
  });
}

/** The maximum is allowed, but no higher limit. */
export async function listMaximum(walk: Walk, { list }: Own): Promise<void> {
  const { maximum = 0 } = list;
  const source = sectionOf(list.operation, "limits");
  await walk.settled(async () => {
    const first = await list.read(list.part(maximum, 1));
    const { answer, size, says } = first;
    walk.check(answer);
    if (size <= maximum && !(await isCut(list, first, maximum))) return positionOf(first, [maximum, 1]);
    const message = words`a limit of ${maximum} returns ${size} items, and the size ${shown(says.size)}`;
    return [breach(answer, "value", message, source)];
  });
  // A higher limit may be refused, or reduced to the maximum.
  const over = await list.read(list.part(maximum + 1, undefined, {}));
  const isAccepted = over.size > maximum || Number(over.says.size) > maximum;
  const message = words`limit=${maximum + 1} is accepted, but the maximum is ${maximum}`;
  walk.add([over.isList && isAccepted && breach(over.answer, "refusal", message, source)]);
}

/** Whether a page lacks items: the next page goes on, or its size is not its limit, although it is on a small page. */
async function isCut(list: List, { byId, size, says, isWhole }: Listing, limit: number): Promise<boolean> {
  if (size === limit) return false;
  const next = isWhole ? [] : (await list.read(list.part(limit, 2))).ids;
  if (next.some((id) => !byId.has(id))) return true;
  if (says.size === undefined || says.size === limit || says.size === size) return false;
  const small = await list.read(list.part(SMALL, 1));
  return small.says.size === SMALL;
}

/** The list can be sorted by each field, in both directions. */
export async function listSorted(walk: Walk, own: Own): Promise<void> {
  const { list, collection } = own;
  const { enum: allowed } = list.schemaOf("sortBy");
  for (const [field, { schema }] of Object.entries(collection.fields)) {
    // The order of listed values is not specified.
    if (schema.enum || (allowed && !allowed.includes(field))) continue;
    const isNamed = field === list.sortExample || allowed !== undefined;
    for (const order of ["asc", "desc"] as const) await walk.settled(() => sortedBy(walk, own, field, order, isNamed));
  }
}

/** Checks one order. A service may refuse others than those by the fields that the document names. */
async function sortedBy(walk: Walk, own: Own, field: string, order: Order, isNamed: boolean): Promise<Found> {
  const { list } = own;
  const listing = await list.read(list.part(list.usual, 1, list.inOrder(order, field)));
  const { answer } = listing;
  if (!isNamed && isClientError(answer) && !isRefused(answer))
    return [departure(answer, "refusal", words`sort_by=${field} is refused with status ${answer.status}`, "sortBy")];
  walk.check(answer);
  return [wrongPair(listing, field, order) ?? wrongStart(own, listing, field, order)];
}

/** A breach if a value comes before one that it has to follow. */
function wrongPair({ rows, answer }: Listing, field: string, order: Order): Finding | undefined {
  const values = rows.map((item) => item[field]);
  const wrong = values.findIndex((value, index) => index > 0 && areOutOfOrder(values[index - 1], value, order));
  const message = words`sort_by=${field}&sort_order=${order}: ${shown(values[wrong])} comes after ${shown(values[wrong - 1])}`;
  return wrong < 0 ? undefined : breach(answer, "order", message);
}

/** A breach if an item of the walk should be the first: a service may sort only within a page. */
function wrongStart(own: Own, { rows, answer }: Listing, field: string, order: Order): Finding | undefined {
  // A service may change an item without being asked, and then the time of its last change.
  if (own.collection.times[field]?.moment === "updated") return undefined;
  // A service may list no more than the first, which then are all that it sorts.
  if (!own.others.isWhole) return undefined;
  const first = rows[0]?.[field];
  const isFirst = (value: unknown) => areOutOfOrder(first, value, order, TOLERANCE);
  const missing = own.held.find(({ record }) => isFirst(record[field]));
  const values = words`begins with ${shown(first)}, not with ${shown(missing?.record[field])}`;
  return missing && breach(answer, "order", words`sort_by=${field}&sort_order=${order} ${values}`);
}
