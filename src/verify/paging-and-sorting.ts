import { isDeepStrictEqual } from "node:util";
import { PAGINATION } from "../conventions.js";
import { isClientError, isRefused } from "./breach-or-refusal.js";
import { agree, areOutOfOrder, TOLERANCE } from "./compared-values.js";
import { breach, departure, type Finding, notChecked, Stop } from "./findings.js";
import type { JsonObject } from "./json.js";
import type { List, Listing, Order, Part } from "./list.js";
import type { Own } from "./own-items.js";
import { shown, type Words, words } from "./quoted-text.js";
import { sectionOf } from "./sections.js";
import type { Answer } from "./service.js";
import type { Walk } from "./walk.js";
import { checkList, createOne } from "./walk-steps.js";

/** The most items that are created for a page to be followed by another. */
const MOST_NEEDED = 100;
/** The size of small pages. */
const SMALL = 2;

/** A page has as many items as its limit says, and those that a list of all has at its positions, in both directions. */
export async function listPages(walk: Walk, own: Own): Promise<void> {
  const { usual, maximum = Number.POSITIVE_INFINITY } = own.list;
  const needed = Math.max(Math.min(usual, MOST_NEEDED, maximum - 1) + 1, 3 * SMALL);
  await fill(walk, own, needed);
  const third = Math.floor(needed / 3);
  const all = await own.readAll();
  checkList(walk, own, all);
  const parts: Part[] = [
    ...(own.collection.pageSize ? [{}, { page: 2 }] : []),
    { size: 1, page: 2 },
    { size: third, page: 3 },
    { size: SMALL, page: Math.floor(needed / SMALL) },
    ...(all.isWhole ? lastPages(all) : []),
  ];
  for (const part of parts) await comparePage(walk, own, all, part);
  const { sortBy, sortOrder } = own.collection.query;
  const back = { ...all, rows: all.rows.toReversed(), ids: all.ids.toReversed() };
  if (all.isWhole && sortBy !== undefined && sortOrder !== undefined)
    await comparePage(walk, own, back, { size: third, page: 2, order: own.list.inOrder("desc") });
  if (all.rows.length > 2 * third) await compareUnsorted(walk, own, third);
}

/** Creates what a list lacks for so many items, as far as the service allows. */
async function fill(walk: Walk, own: Own, count: number): Promise<void> {
  const missing = async () => {
    for (let there = own.others.byId.size + own.held.length; there < count; there++) await createOne(walk, own);
  };
  await walk.part(missing, words`, for a list of ${count} items`);
}

/** The last page, which holds what is left, and the one after it. */
function lastPages({ rows: { length: count } }: Listing): Part[] {
  const size = [SMALL, 3, 5, 7].find((each) => count % each > 0) ?? SMALL;
  const page = Math.max(1, Math.ceil(count / size));
  return [
    { size, page },
    { size, page: page + 1 },
  ];
}

/** Compares a page with all items. @throws Stop when it differs, or when others change the list meanwhile. */
async function comparePage(walk: Walk, own: Own, all: Listing, part: Part): Promise<void> {
  const { size = own.list.usual, page = 1 } = part;
  const listing = await own.list.read(part);
  const { answer, says } = listing;
  const isAfterLast = page > 1 && (page - 1) * size >= all.rows.length;
  const isOther = says.page !== undefined && says.page !== page;
  // Errors are not specified. After the last page, a service may also return another one, and say so.
  if (isAfterLast && (answer.status >= 400 || isOther)) return;
  walk.check(answer);
  const wrong = wrongPage(listing, size, page, all, own.list.sortExample);
  if (wrong && !isDeepStrictEqual((await own.readAll()).ids.toSorted(), all.ids.toSorted()))
    throw notChecked(["others changed the list meanwhile"]);
  if (wrong) throw new Stop([wrongAt(answer, size, page, wrong)]);
  walk.add(positionOf(listing, size, page));
}

function wrongAt(answer: Answer, size: number, page: number, wrong: Words): Finding {
  const message = words`page=${page} with a limit of ${size} ${wrong}`;
  return breach(answer, "value", message, sectionOf(answer.operation, "limits"));
}

/** What is wrong with a page. */
function wrongPage({ ids, rows }: Listing, size: number, page: number, all: Listing, key = ""): Words | undefined {
  const start = (page - 1) * size;
  const expected = Math.min(size, Math.max(all.rows.length - start, 0));
  const wrong = wrongCount({ ids }, expected, expected);
  if (wrong) return wrong;
  // Rows that tie may come in any order, on any page.
  const isAway = (row: JsonObject, index: number) => {
    const there = all.rows[start + index];
    return there && ids[index] !== all.ids[start + index] && !agree(row[key], there[key]);
  };
  return rows.some(isAway) ? words`differs from the same positions with ${all.ids.length}` : undefined;
}

/** What is wrong with the number of items on a page. */
function wrongCount({ ids }: Pick<Listing, "ids">, most: number, least: number): Words | undefined {
  if (new Set(ids).size < ids.length) return ["has an item twice"];
  if (ids.length >= least && ids.length <= most) return undefined;
  return words`has ${ids.length} items, expected ${ids.length > most ? most : least}`;
}

/** Checks that the second page goes on after the first where no order is named: which rows tie is then not known. */
async function compareUnsorted(walk: Walk, { list }: Own, size: number): Promise<void> {
  const first = await list.read({ size, page: 1, order: {} });
  const second = await list.read({ size, page: 2, order: {} });
  walk.check(first.answer);
  walk.check(second.answer);
  const { ids, answer } = second;
  if (ids.length !== size) walk.add([wrongAt(answer, size, 2, words`has ${ids.length} items, expected ${size}`)]);
  else if (ids.every((id) => first.byId.has(id)))
    walk.add([wrongAt(answer, size, 2, ["has the items of the first page"])]);
}

/** Departures of the position of a page from this project's reading of it. */
function positionOf({ says, rows: { length }, answer }: Listing, size: number, page: number): Finding[] {
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
export async function listMaximum(walk: Walk, own: Own): Promise<void> {
  const { list, others, held } = own;
  const { maximum } = list;
  if (maximum === undefined) throw notChecked(["openapi.yaml has no maximum"]);
  const source = sectionOf(list.operation, "limits");
  const page = await own.readNewest();
  const { answer, rows, says } = page;
  walk.check(answer);
  const isShort = rows.length < Math.min(maximum, others.byId.size + held.length);
  const isReduced = isShort || rows.length > maximum || (await isCapped(list, page, maximum));
  const returned = words`a limit of ${maximum} returns ${rows.length} items, and the size ${shown(says.size)}`;
  walk.add(isReduced ? [breach(answer, "value", returned, source)] : positionOf(page, maximum, 1));
  // A higher limit may be refused, or reduced to the maximum.
  const over = await list.read({ size: maximum + 1, order: {} });
  const isAccepted = over.isList && (over.rows.length > maximum || Number(over.says.size) > maximum);
  const accepted = words`limit=${maximum + 1} is accepted, but the maximum is ${maximum}`;
  walk.add([isAccepted && breach(over.answer, "refusal", accepted, source)]);
}

/** Whether the size of a page is not its limit, although it is on a small page. */
async function isCapped(list: List, { rows, says }: Listing, limit: number): Promise<boolean> {
  if (says.size === undefined || says.size === limit || says.size === rows.length) return false;
  const small = await list.read({ size: SMALL, page: 1 });
  return small.says.size === SMALL;
}

/** The list can be sorted by each field, in both directions. */
export async function listSorted(walk: Walk, own: Own): Promise<void> {
  const { sortable, sortExample } = own.list;
  await walk.settle();
  for (const [field, { schema }] of Object.entries(own.collection.fields)) {
    if (sortable && !sortable.includes(field)) continue;
    const isNamed = field === sortExample || sortable !== undefined;
    // The order of listed values is not specified: one direction shows whether those alike come together.
    const orders = schema.enum ? (["asc"] as const) : (["asc", "desc"] as const);
    for (const order of orders) await walk.part(() => sortedBy(walk, own, field, order, isNamed));
  }
  // The direction may be left out.
  walk.check((await own.list.read({ page: 1, order: own.list.inOrder() })).answer);
}

/** Checks one order. A service may refuse others than those by the fields that the document names. */
async function sortedBy(walk: Walk, own: Own, field: string, order: Order, isNamed: boolean): Promise<void> {
  const { list } = own;
  const listing = await list.read({ size: list.usual, page: 1, order: list.inOrder(order, field) });
  const { answer } = listing;
  if (!isNamed && isClientError(answer) && !isRefused(answer)) {
    const message = words`sort_by=${field} is refused with status ${answer.status}`;
    return walk.add([departure(answer, "refusal", message, "sortBy")]);
  }
  walk.check(answer);
  const known = own.others.isWhole ? own.others.byId.size + own.held.length : 0;
  const wrong = wrongCount(listing, list.usual, Math.min(known, list.usual));
  if (wrong) throw new Stop([breach(answer, "value", words`sort_by=${field}&sort_order=${order} ${wrong}`)]);
  if (own.collection.fields[field]?.schema.enum) {
    const isEither = (["asc", "desc"] as const).some((either) => !wrongPair(listing, field, either));
    return walk.add([!isEither && wrongPair(listing, field, order)]);
  }
  walk.add([wrongPair(listing, field, order) ?? wrongStart(own, listing, field, order)]);
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
