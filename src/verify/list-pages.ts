import { isDeepStrictEqual } from "node:util";
import { PAGINATION } from "../conventions.js";
import { isClientError, isRefused } from "./answer-form.js";
import { breach, departure, type Finding, sectionOf, shown, type Words, words } from "./findings.js";
import type { JsonObject } from "./json.js";
import type { List, Listing, Order, Query } from "./list.js";
import type { Own } from "./own.js";
import { areOutOfOrder, TOLERANCE } from "./values.js";
import type { Walk } from "./walk.js";
import { createOne } from "./walk-steps.js";

/** The page size if the contract has no default. */
const SOME = 10;
/** The size of the pages that are compared with one large page. */
const SMALL = 2;
/** A page that no list reaches. */
const BEYOND = 1_000_000;
/** The longest list whose last page is looked at. */
const LONGEST = 1_000;

/** A request for a page, and the page that it means. */
interface Part {
  query: Query;
  page: number;
  size: number;
}

/** How many items fill more than one page. */
function moreThanOnePage({ usual = SOME, maximum = Number.POSITIVE_INFINITY }: List): number {
  return Math.min(usual, SOME * SOME, maximum - 1) + 1;
}

/** A list without parameters is the default page with the default size. */
export async function listDefaults(walk: Walk, own: Own): Promise<void> {
  const { list } = own;
  const { usual: size = SOME, maximum = Number.POSITIVE_INFINITY } = list;
  const largest = Math.min(size + 1, maximum);
  for (const order of ordersOf(list))
    await comparePages(walk, own, largest, partOf(list, largest, 1, order), () => [{ query: order, page: 1, size }]);
}

/** Small pages make one large page, and each has as many items as its limit says. */
export async function listPages(walk: Walk, own: Own): Promise<void> {
  const { list, others, held } = own;
  const largest = Math.max(moreThanOnePage(list), 3 * SMALL);
  const third = Math.floor(largest / 3);
  const last = Math.floor(largest / SMALL);
  for (const order of ordersOf(list)) {
    const whole = partOf(list, largest, 1, order);
    const within = [2, 3].map((page) => partOf(list, third, page, order));
    const ends = [last, BEYOND].map((page) => partOf(list, SMALL, page, order));
    const parts = list.hasPages ? [...within, ...ends] : [partOf(list, SMALL, 1, order)];
    await comparePages(walk, own, largest, whole, () => [whole, ...parts]);
  }
  // Others may have created some, too.
  const all = others.size + held.length + SOME;
  if (!list.hasPages || all > Math.min(LONGEST, list.maximum ?? LONGEST)) return;
  const whole = partOf(list, all, 1, list.inOrder("asc"));
  await comparePages(walk, own, largest, whole, (count) => (count < all ? lastPages(list, count) : []));
}

/** The last page, which holds what is left, and the one after it. */
function lastPages(list: List, count: number): Part[] {
  const size = [SMALL, 3, 5, 7].find((each) => count % each > 0) ?? SMALL;
  const last = Math.max(1, Math.ceil(count / size));
  return [last, last + 1].map((page) => partOf(list, size, page, list.inOrder("asc")));
}

function partOf(list: List, size: number, page: number, order: Query): Part {
  return { query: list.part(size, page, order), page, size };
}

/** The order that a request has if it names none, and one that it names. */
function ordersOf(list: List): Query[] {
  return [{}, list.inOrder("asc")];
}

/**
 * Compares pages with the same positions of one large page, unless others change the list meanwhile.
 *
 * @param least - How many items the list must have.
 * @param parts - Returns the pages for a number of items that there are.
 */
async function comparePages(
  walk: Walk,
  own: Own,
  least: number,
  whole: Part,
  parts: (count: number) => readonly Part[],
): Promise<void> {
  const { list } = own;
  await walk.settled(async () => {
    let large = await readPart(walk, list, whole);
    const there = await fill(walk, own, least, large.ids.length);
    if (large.ids.length < there) large = await readPart(walk, list, whole);
    const count = Math.max(there, large.ids.length);
    const found: Finding[] = [];
    for (const part of parts(count)) {
      const listing = part === whole ? large : await list.read(part.query);
      // Errors are not specified, and neither is what is after the last page.
      if (isAfterLast(part, count) && listing.answer.status >= 400) continue;
      walk.check(listing.answer);
      // After the last page, a service may return another one, and say so.
      if (isAfterLast(part, count) && listing.says.page !== undefined && listing.says.page !== part.page) continue;
      const wrong = wrongPage(list, listing, large, part, count);
      if (wrong) return (await isStill(list, large)) ? [wrong] : undefined;
      found.push(...positionOf(listing, part));
    }
    return found;
  });
}

async function readPart(walk: Walk, list: List, { query }: Part): Promise<Listing> {
  const listing = await list.read(query);
  walk.check(listing.answer);
  return listing;
}

/** Reads a part of the list again. @returns Whether others have left in it what it had. */
async function isStill(list: List, { query, ids }: Listing): Promise<boolean> {
  const now = await list.read(query);
  return isDeepStrictEqual(now.ids.toSorted(), ids.toSorted());
}

function isAfterLast({ page, size }: Part, count: number): boolean {
  return page > 1 && (page - 1) * size >= count;
}

/** What is wrong with a page, by the same positions of a large one. */
function wrongPage(list: List, listing: Listing, large: Listing, part: Part, count: number): Finding | undefined {
  const { ids, rows, answer } = listing;
  const { page, size, query } = part;
  const start = (page - 1) * size;
  const expected = Math.min(size, Math.max(count - start, 0));
  const source = sectionOf(answer.operation, "limits");
  const wrong = (message: Words) =>
    breach(answer, "value", words`page=${page} with a limit of ${size} ${message}`, source);
  if (new Set(ids).size < ids.length) return wrong(["has an item twice"]);
  if (ids.length !== expected) return wrong(words`has ${ids.length} items, expected ${expected}`);
  const asked = query[list.collection.query.sortBy ?? ""];
  const keys = asked === undefined ? orderOf(list, large.rows) : [String(asked)];
  const isAway = rows.some((row, index) => {
    const there = large.rows[start + index];
    return (
      there !== undefined && large.ids[start + index] !== ids[index] && keys.length > 0 && !areTied(row, there, keys)
    );
  });
  if (!isAway) return undefined;
  return wrong(words`differs from the same positions with ${large.ids.length}`);
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
function positionOf({ says, ids, answer }: Listing, { page, size }: Part): Finding[] {
  const soFar = (page - 1) * size + ids.length;
  const count = Number(says.total);
  // A full page may have others after it.
  const isCounted = ids.length === 0 || (ids.length < size ? count === soFar : count >= soFar);
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
export async function listMaximum(walk: Walk, own: Own): Promise<void> {
  const { list } = own;
  const { maximum = 0 } = list;
  const source = sectionOf(list.operation, "limits");
  await walk.settled(async () => {
    const part = partOf(list, maximum, 1, list.inOrder("asc"));
    const whole = await readPart(walk, list, part);
    const { ids, says, answer } = whole;
    if (ids.length <= maximum && !(await isCut(walk, list, whole, maximum))) return positionOf(whole, part);
    const message = words`a limit of ${maximum} returns ${ids.length} items, and the size ${shown(says.size)}`;
    return [breach(answer, "value", message, source)];
  });
  // A higher limit may be refused, or reduced to the maximum.
  const over = await list.read(list.part(maximum + 1, undefined, {}));
  const isAccepted = over.ids.length > maximum || Number(over.says.size) > maximum;
  const message = words`limit=${maximum + 1} is accepted, but the maximum is ${maximum}`;
  walk.add([over.isList && isAccepted && breach(over.answer, "refusal", message, source)]);
}

/** Whether a page lacks items: the next page goes on, or its size is not its limit, although it is on a small page. */
async function isCut(walk: Walk, list: List, { ids, says }: Listing, limit: number): Promise<boolean> {
  if (ids.length === limit) return false;
  const next = list.hasPages ? (await list.read(list.part(limit, 2))).ids : [];
  if (next.some((id) => !ids.includes(id))) return true;
  if (says.size === undefined || says.size === limit || says.size === ids.length) return false;
  const small = await readPart(walk, list, partOf(list, SMALL, 1, list.inOrder("asc")));
  return small.says.size === SMALL;
}

/**
 * Creates what a list lacks, as far as the service allows.
 *
 * @param count - How many items there must be.
 * @param seen - How many there seem to be.
 * @returns How many of them there are.
 */
async function fill(walk: Walk, own: Own, count: number, seen: number): Promise<number> {
  if (seen >= count) return count;
  const { ids } = await own.list.readAll();
  // Reads may lag behind the walk's own creations.
  const known = new Set([...ids, ...own.held.map(({ id }) => id)]).size;
  let made = 0;
  const missing = async () => {
    for (; known + made < count; made++) await createOne(walk, own);
  };
  await walk.part(missing, words`, for a list of ${count} items`);
  return Math.min(ids.length + made, count);
}

/** The list can be sorted by each field, in both directions, across pages. */
export async function listSorted(walk: Walk, own: Own): Promise<void> {
  const { list, collection } = own;
  await fill(walk, own, moreThanOnePage(list), own.others.size + own.held.length);
  const { enum: allowed } = list.schemaOf("sortBy");
  for (const [field, { schema }] of Object.entries(collection.fields)) {
    // The order of listed values is not specified.
    if (schema.enum || (allowed && !allowed.includes(field))) continue;
    const isNamed = field === list.sortExample || allowed !== undefined;
    for (const order of ["asc", "desc"] as const) await sortedBy(walk, own, field, order, isNamed);
  }
}

/** Checks one order: across pages by the fields that the document names. A service may refuse others. */
async function sortedBy(walk: Walk, own: Own, field: string, order: Order, isNamed: boolean): Promise<void> {
  const { list } = own;
  const query = (page: number) => list.part(moreThanOnePage(list) - 1, page, list.inOrder(order, field));
  await walk.settled(async () => {
    const first = await list.read(query(1));
    const { answer, isWhole } = first;
    if (!isNamed && isClientError(answer) && !isRefused(answer)) {
      const refused = words`sort_by=${field} is refused with status ${answer.status}`;
      return [departure(answer, "refusal", refused, "sortBy")];
    }
    walk.check(answer);
    const wrong = wrongPair(first, field, order);
    if (wrong) return [wrong];
    const isFurther = isNamed && list.hasPages && !isWhole;
    const rows = isFurther ? [...first.rows, ...(await list.read(query(2))).rows] : first.rows;
    const across = wrongPair({ ...first, rows }, field, order) ?? wrongStart(own, first, field, order);
    if (!across) return [];
    return (await isStill(list, first)) ? [across] : undefined;
  });
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
  if (!own.list.showsAll) return undefined;
  const first = rows[0]?.[field];
  const isFirst = (value: unknown) => areOutOfOrder(first, value, order, TOLERANCE);
  const missing = own.held.find(({ record }) => isFirst(record[field]));
  const values = words`begins with ${shown(first)}, not with ${shown(missing?.record[field])}`;
  return missing && breach(answer, "order", words`sort_by=${field}&sort_order=${order} ${values}`);
}
