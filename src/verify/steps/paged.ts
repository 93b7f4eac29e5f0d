import { isDeepStrictEqual } from "node:util";
import type { Items } from "../collection-items.js";
import { breach, departure, type Finding } from "../findings.js";
import type { Listing, Query, Reader } from "../list-reader.js";
import { shown, type Words, words } from "../message.js";
import type { Step } from "../step.js";
import { wrongIn } from "./read.js";

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
export function moreThanOnePage({ reader }: Items): number {
  return Math.min(reader.usual ?? SOME, SOME * SOME, (reader.maximum ?? Infinity) - 1) + 1;
}

/** A list without parameters is the default page with the default size. */
export async function listDefaults(step: Step, items: Items): Promise<void> {
  const { usual: size = SOME, usualPage: page, maximum = Infinity } = items.reader;
  const largest = Math.min(size + 1, maximum);
  for (const query of ordersOf(items))
    await comparePages(step, items, largest, partOf(items.reader, largest, 1, query), () => [{ query, page, size }]);
}

/** Small pages make one large page, and each has as many items as its limit says. */
export async function listPages(step: Step, items: Items): Promise<void> {
  const { reader, others, held } = items;
  const largest = Math.max(moreThanOnePage(items), 3 * SMALL);
  const third = Math.floor(largest / 3);
  const last = Math.floor(largest / SMALL);
  for (const order of ordersOf(items)) {
    const whole = partOf(reader, largest, 1, order);
    const within = [2, 3].map((page) => partOf(reader, third, page, order));
    const ends = [last, BEYOND].map((page) => partOf(reader, SMALL, page, order));
    const parts = reader.hasPages ? [...within, ...ends] : [partOf(reader, SMALL, 1, order)];
    await comparePages(step, items, largest, whole, () => [whole, ...parts]);
  }
  // Others may have created some, too.
  const all = others.before.size + held.length + SOME;
  if (!reader.hasPages || all > Math.min(LONGEST, reader.maximum ?? LONGEST)) return;
  const whole = partOf(reader, all, 1, reader.inOrder("asc"));
  await comparePages(step, items, largest, whole, (count) => (count < all ? lastPages(reader, count) : []));
}

/** The last page, which holds what is left, and the one after it. */
function lastPages(reader: Reader, count: number): Part[] {
  const size = [SMALL, 3, 5, 7].find((each) => count % each > 0) ?? SMALL;
  const last = Math.max(1, Math.ceil(count / size));
  return [last, last + 1].map((page) => partOf(reader, size, page));
}

function partOf(reader: Reader, size: number, page: number, order?: Query): Part {
  return { query: reader.part(size, page, order), page, size };
}

/** The order that a request has if it names none, and one that it names. */
function ordersOf({ reader }: Items): Query[] {
  return [{}, reader.inOrder("asc")];
}

/**
 * Compares pages with the same positions of one large page, unless others change the list meanwhile.
 *
 * @param least - How many items the list must have.
 * @param parts - Returns the pages for a number of items that there are.
 */
async function comparePages(
  step: Step,
  items: Items,
  least: number,
  whole: Part,
  parts: (count: number) => readonly Part[],
): Promise<void> {
  const { reader } = items;
  await step.settled(items, async () => {
    let large = await step.read(items, whole.query);
    const there = await fill(step, items, least, large.ids.length);
    if (large.ids.length < there) large = await step.read(items, whole.query);
    const count = Math.max(there, large.ids.length);
    const found: Finding[] = [];
    for (const part of parts(count)) {
      const listing = part === whole ? large : await reader.read(part.query);
      const { status } = listing.response;
      // A service may refuse a page after the last one.
      if (isAfterLast(part, count) && status >= 400 && status < 500) continue;
      step.checkSuccess(listing.response);
      const wrong = wrongPage(listing, large, part, count);
      const isStill = async () =>
        (await fill(step, items, least, large.ids.length)) === there && (await reader.isStill(large));
      if (wrong) return (await isStill()) ? [wrong] : undefined;
      found.push(...positionOf(listing, part.page, part.size));
    }
    return found;
  });
}

function isAfterLast({ page, size }: Part, count: number): boolean {
  return page > 1 && (page - 1) * size >= count;
}

/** A breach if a page has another number of items than it should, or other items. */
function wrongPage(
  { ids, position, response }: Listing,
  whole: Listing,
  part: Part,
  there: number,
): Finding | undefined {
  const { page, size } = part;
  // After the last page, a service may return another one, and say so.
  if (isAfterLast(part, there) && position.page && position.page.value !== page) return undefined;
  const start = (page - 1) * size;
  const expected = Math.min(size, Math.max(there - start, 0));
  const asked = words`page=${page} with a limit of ${size}`;
  const wrong = (message: Words) => breach(response, "value", words`${asked} ${message}`, "limits");
  if (new Set(ids).size < ids.length) return wrong(["has an item twice"]);
  if (ids.length !== expected) return wrong(words`has ${ids.length} items, expected ${expected}`);
  const isSame = isDeepStrictEqual(ids, whole.ids.slice(start, start + size));
  return isSame ? undefined : wrong(words`differs from the same positions with ${whole.ids.length}`);
}

/** The maximum is allowed, but no higher limit. A page of this size has every item of the walk as it was created. */
export async function listMaximum(step: Step, items: Items): Promise<void> {
  const { reader } = items;
  const { maximum = 0 } = reader;
  await step.settled(items, async () => {
    const whole = await step.read(items, reader.part(maximum, 1));
    const { ids, position } = whole;
    if (ids.length <= maximum && !(await isCut(step, items, whole, maximum)))
      return [...wrongIn(items, whole), ...positionOf(whole, 1, maximum)];
    const message = words`a limit of ${maximum} returns ${ids.length} items, and the size ${shown(position.size?.value)}`;
    return [breach(whole.response, "value", message, "limits")];
  });
  // A higher limit may be refused, or reduced to the maximum.
  const over = await reader.read(reader.part(maximum + 1, undefined, {}));
  const isAccepted = over.ids.length > maximum || Number(over.position.size?.value) > maximum;
  const message = words`limit=${maximum + 1} is accepted, but the maximum is ${maximum}`;
  step.add([over.isList && isAccepted && breach(over.response, "refusal", message, "limits")]);
}

/** Whether a page lacks items: the next page goes on, or its size is not its limit, although it is on a small page. */
async function isCut(step: Step, { reader }: Items, { ids, position }: Listing, limit: number): Promise<boolean> {
  if (ids.length === limit) return false;
  const next = reader.hasPages ? (await reader.read(reader.part(limit, 2))).ids : [];
  if (next.some((id) => !ids.includes(id))) return true;
  const size = position.size?.value;
  if (size === undefined || size === limit || size === ids.length) return false;
  const small = await reader.read(reader.part(SMALL, 1));
  step.checkSuccess(small.response);
  return small.position.size?.value === SMALL;
}

/**
 * Creates what a list lacks, as far as the service allows.
 *
 * @param count - How many items there must be.
 * @param seen - How many there seem to be.
 * @returns How many of them there are.
 */
export async function fill(step: Step, items: Items, count: number, seen: number): Promise<number> {
  if (seen >= count) return count;
  const { ids } = await items.reader.readAll();
  // Reads may lag behind the walk's own creations.
  const known = new Set([...ids, ...items.held.map(({ id }) => id)]).size;
  let made = 0;
  const missing = async () => {
    for (; known + made < count; made++) await step.create(items);
  };
  await step.take(missing, words`, for a list of ${count} items`);
  return Math.min(ids.length + made, count);
}

/** Departures of the position of a page from this project's reading of it. */
function positionOf({ position, ids, response }: Listing, number: number, limit: number): Finding[] {
  const { page, size, total, pages } = position;
  const soFar = (number - 1) * limit + ids.length;
  const count = Number(total?.value);
  // A full page may have others after it.
  const isCounted = ids.length === 0 || (ids.length < limit ? count === soFar : count >= soFar);
  const expected = Math.ceil(count / limit);
  const isDivided = !total || count === 0 || pages?.value === expected;
  const readings = [
    { field: page, holds: page?.value === number, why: words`on page ${number}` },
    { field: size, holds: size?.value === limit, why: words`for a limit of ${limit}` },
    { field: total, holds: isCounted, why: words`but the pages so far have ${soFar} items` },
    { field: pages, holds: isDivided, why: words`but a total of ${shown(total?.value)} makes ${expected}` },
  ];
  return readings.flatMap(({ field, holds, why }) => {
    if (!field || holds) return [];
    return departure(response, "value", words`${field.name} is ${shown(field.value)} ${why}`, "pagination");
  });
}
