import type { Items } from "../collection-items.js";
import { departure } from "../departures.js";
import { sectionOf } from "../document.js";
import { breach, type Finding, type Found, Skipped } from "../findings.js";
import { shown, type Words, words } from "../message.js";
import type { Listing, Query } from "../reading.js";
import { formOf } from "../response-form.js";
import type { Step } from "../step.js";

/** The page size if the contract has no default. */
const SOME = 10;
/** The size of the pages that are compared with one large page. */
const SMALL = 2;
/** A page that no list reaches. */
const BEYOND = 1_000_000;

/** A request for a page, and the page that it means. */
interface Part {
  query: Query;
  page: number;
  size: number;
  /** Whether the request does not say in which order: then any items may be in it. */
  isUnordered?: boolean;
}

/** How many items fill more than one page. */
export function moreThanOnePage({ reader }: Items): number {
  return Math.min(reader.usual ?? SOME, SOME * SOME) + 1;
}

/** A list without parameters is the default page with the default size. */
export async function listDefaults(step: Step, items: Items): Promise<void> {
  const { usual: size = SOME, page } = items.reader;
  const first = Number(page?.schema.default ?? 1);
  await comparePages(step, items, size + 1, [
    { query: {}, page: first, size, isUnordered: true },
    { query: items.reader.inOrder("asc"), page: first, size },
  ]);
}

/** The list has as many items as the limit says. */
export async function listLimit(step: Step, items: Items): Promise<void> {
  const largest = moreThanOnePage(items);
  const parts = [SMALL, largest].map((size) => ({ query: items.reader.part(size, 1), page: 1, size }));
  await comparePages(step, items, largest, parts);
}

/** Small pages, one after another, make one large page. A page after the last one is empty, if it is not refused. */
export async function listPages(step: Step, items: Items): Promise<void> {
  const { reader } = items;
  const parts = [1, 2, 3].map((page) => ({ query: reader.part(SMALL, page), page, size: SMALL }));
  await comparePages(step, items, SMALL * parts.length, parts);
  const { response } = await reader.read(reader.part(SMALL, BEYOND));
  if (response.status === reader.list.answer.status) step.add(formOf(response));
}

/** Compares parts of the list with the same positions of one large page, unless others change it meanwhile. */
async function comparePages(step: Step, items: Items, largest: number, parts: readonly Part[]): Promise<void> {
  const readWhole = () => step.read(items, items.reader.part(largest, 1));
  await step.settled(items, async () => {
    const there = await fill(step, items, largest);
    const whole = await readWhole();
    const listings: (readonly [Part, Listing])[] = [];
    for (const part of parts) listings.push([part, await step.read(items, part.query)]);
    if (!sameIds(whole.ids, (await readWhole()).ids)) return undefined;
    const wrong = listings.flatMap(([part, listing]) =>
      wrongPage(listing, whole, part, Math.max(there, whole.ids.length)),
    );
    if (wrong.length > 0) return wrong.slice(0, 1);
    return listings.flatMap(([{ page, size }, listing]) => positionOf(listing, page, size));
  });
}

/** A breach if a page has another number of items than it should, or other items. */
function wrongPage(listing: Listing, whole: Listing, { page, size, isUnordered }: Part, there: number): Finding[] {
  const { ids } = listing;
  const start = (page - 1) * size;
  const expected = Math.min(size, Math.max(there - start, 0));
  const asked = words`page=${page} with a limit of ${size}`;
  if (ids.length !== expected)
    return [limitBreach(listing, words`${asked} has ${ids.length} items, expected ${expected}`)];
  if (isUnordered || sameIds(ids, whole.ids.slice(start, start + size))) return [];
  return [limitBreach(listing, words`${asked} differs from the same positions with ${whole.ids.length}`)];
}

function limitBreach({ response }: Listing, message: Words): Finding {
  return breach(response, "value", message, sectionOf(response.operation, "limits"));
}

/** The maximum is allowed, but no higher limit. */
export async function listMaximum(step: Step, items: Items): Promise<void> {
  const { reader } = items;
  const { maximum = 0 } = reader;
  await step.settled(items, async () => {
    const whole = await step.read(items, reader.part(maximum, 1));
    const count = whole.ids.length;
    const isMissing = items.held.some(({ id }) => !whole.ids.includes(id));
    const isShort = count < maximum && (isMissing || (await isCut(step, items, maximum, whole)));
    const size = shown(whole.position.size?.value);
    return [
      count > maximum && limitBreach(whole, words`${count} items, expected at most ${maximum}`),
      isShort && limitBreach(whole, words`a limit of ${maximum} returns ${count} items, and the size ${size}`),
      ...(isShort ? [] : positionOf(whole, 1, maximum)),
    ];
  });
  // A higher limit may be refused, or reduced to the maximum.
  const over = await reader.read(reader.part(maximum + 1, undefined, {}));
  const isAccepted = over.ids.length > maximum || Number(over.position.size?.value) > maximum;
  const message = words`limit=${maximum + 1} is accepted, but the maximum is ${maximum}`;
  step.add([over.isList && isAccepted && { ...limitBreach(over, message), check: "refusal" }]);
}

/** Whether the next page goes on, or whether the page says that its limit was lower: where its size repeats a small one. */
async function isCut(
  step: Step,
  items: Items,
  maximum: number,
  { ids, position: { size } }: Listing,
): Promise<boolean> {
  const { reader } = items;
  if (reader.page && ids.length > 0) {
    const next = await reader.read(reader.part(maximum, 2));
    if (next.ids.some((id) => !ids.includes(id))) return true;
  }
  if (!size || size.value === maximum || size.value === ids.length) return false;
  return (await step.read(items, reader.part(SMALL, 1))).position.size?.value === SMALL;
}

/**
 * Ensures that the service has at least `count` items: creates those that are missing, as far as the service allows.
 *
 * @returns How many of them there are.
 */
export async function fill(step: Step, items: Items, count: number): Promise<number> {
  if (items.others.before.size >= count) return count;
  let there = (await step.read(items, items.reader.part(count, 1))).ids.length;
  try {
    for (; there < count; there++) await step.create(items);
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    step.notChecked.push(error.reason);
  }
  return there;
}

/** Whether two pages have the same items in the same order. */
export function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

/** Departures of the position of a page from this project's reading of it. */
function positionOf({ position, ids, response }: Listing, number: number, size: number): Found {
  const { page, size: shownSize, total, pages } = position;
  const before = (number - 1) * size;
  const count = Number(total?.value);
  // A full page may have others after it.
  const isCounted =
    ids.length === 0 || (ids.length < size ? count === before + ids.length : count >= before + ids.length);
  const expected = Math.ceil(count / size);
  const unlike = (field: typeof page, holds: boolean, why: Words) =>
    field !== undefined &&
    !holds &&
    departure(response, "value", words`${field.name} is ${shown(field.value)} ${why}`, "pagination");
  return [
    unlike(page, page?.value === number, words`on page ${number}`),
    unlike(shownSize, shownSize?.value === size, words`for a limit of ${size}`),
    unlike(total, isCounted, words`but the pages so far have ${before + ids.length} items`),
    unlike(
      pages,
      !total || count === 0 || pages?.value === expected,
      words`but a total of ${shown(total?.value)} makes ${expected}`,
    ),
  ];
}
