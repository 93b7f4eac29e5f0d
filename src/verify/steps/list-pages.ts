import { type Page, readPage, sameIds } from "../census.js";
import type { Items } from "../collection-items.js";
import { choiceOf, sectionOf } from "../document.js";
import { breach, departure, type Finding, unless } from "../findings.js";
import { shown, type Words, words } from "../message.js";
import { fill, readList } from "../paging.js";
import { formOf } from "../response-form.js";
import type { Step } from "../step.js";

/** The page size if the contract has no default. */
const SOME = 10;

/** How many items fill more than one page. */
export function moreThanOnePage({ queries }: Items): number {
  return Math.min(queries.usual ?? SOME, SOME * SOME) + 1;
}

/** No finding if something holds, else a breach of what a page has to hold. */
function expect({ list }: Items, { response: at }: Page, holds: boolean, message: Words): Finding[] {
  return unless(holds, () => breach({ check: "value", source: sectionOf(list.id, "limits"), at }, message));
}

/** A list without parameters is the default page with the default size. */
export async function listDefaults(step: Step, items: Items): Promise<void> {
  const { queries } = items;
  const size = queries.usual ?? 0;
  const first = Number(queries.page?.schema.default ?? 1);
  await step.settled(items, async () => {
    await fill(step, items, size + 1);
    const before = await readList(step, items, queries.part(size + 1, 1));
    const bare = await readList(step, items, {});
    const unnamed = await readList(step, items, queries.inOrder("asc"));
    const named = await readList(step, items, queries.part(size, first));
    const after = await readList(step, items, queries.part(size + 1, 1));
    if (!sameIds(before.ids, after.ids)) return undefined;
    const count = bare.ids.length;
    const isRight = count <= size && (first !== 1 || before.ids.length <= size || count === size);
    return [
      ...expect(items, bare, isRight, words`${count} items, expected ${size}, the default limit`),
      ...expect(
        items,
        unnamed,
        !isRight || sameIds(unnamed.ids, named.ids),
        words`not the same page as page=${first}, the default`,
      ),
      ...paginationOf(items, bare, first, size),
    ];
  });
}

/** The list has as many items as the limit says. */
export async function listLimit(step: Step, items: Items): Promise<void> {
  await step.settled(items, async () => {
    const largest = moreThanOnePage(items);
    const there = await fill(step, items, largest);
    const findings: Finding[] = [];
    for (const size of [2, largest]) {
      const read = await readList(step, items, items.queries.part(size, 1));
      const expected = Math.min(size, there);
      const isRight = read.ids.length === expected || (there < size && read.ids.length <= size);
      findings.push(...expect(items, read, isRight, words`${read.ids.length} items, expected ${expected}`));
      if (isRight) findings.push(...paginationOf(items, read, 1, size));
    }
    return findings;
  });
}

/** The maximum is allowed, but no higher limit. */
export async function listMaximum(step: Step, items: Items): Promise<void> {
  const { maximum = 0 } = items.queries;
  await step.settled(items, async () => {
    const whole = await readList(step, items, items.queries.part(maximum, 1));
    const count = whole.ids.length;
    const size = whole.position.size?.value;
    const isMissing = items.held.some(({ id }) => !whole.ids.includes(id));
    const isShort = count < maximum && (isMissing || (await isCut(step, items, maximum, whole)));
    return [
      ...expect(items, whole, count <= maximum, words`${count} items, expected at most ${maximum}`),
      ...expect(
        items,
        whole,
        !isShort,
        words`a limit of ${maximum} returns ${count} items, and the size ${shown(size)}`,
      ),
      ...(isShort ? [] : paginationOf(items, whole, 1, maximum)),
    ];
  });
  await overMaximum(step, items, maximum);
}

/** Whether the next page goes on, or whether the page says that its limit was lower: where its size repeats a small one. */
async function isCut(step: Step, items: Items, maximum: number, { ids, position: { size } }: Page): Promise<boolean> {
  if (items.queries.page && ids.length > 0) {
    const next = await readPage(step, items, items.queries.part(maximum, 2));
    if (next.ids.some((id) => !ids.includes(id))) return true;
  }
  if (!size || size.value === maximum || size.value === ids.length) return false;
  return (await readList(step, items, items.queries.part(2, 1))).position.size?.value === 2;
}

/** A limit above the maximum may be refused, or reduced to the maximum. */
async function overMaximum(step: Step, items: Items, maximum: number): Promise<void> {
  const page = await readPage(step, items, items.queries.part(maximum + 1, undefined, {}));
  const isAccepted = page.ids.length > maximum || Number(page.position.size?.value) > maximum;
  const place = { check: "refusal", source: sectionOf(items.list.id, "limits"), at: page.response } as const;
  const message = words`limit=${maximum + 1} is accepted, but the maximum is ${maximum}`;
  step.add(unless(!page.isList || !isAccepted, () => breach(place, message)));
}

/** The size of the pages that are compared with one large page. */
const SMALL = 2;
const PAGES = [1, 2, 3];
/** A page that no list reaches. */
const BEYOND = 1_000_000;

/** Small pages, one after another, make one large page. A page after the last one is empty, if it is not refused. */
export async function listPages(step: Step, items: Items): Promise<void> {
  const { queries } = items;
  const size = SMALL * PAGES.length;
  await step.settled(items, async () => {
    const there = await fill(step, items, size);
    const before = await readList(step, items, queries.part(size, 1));
    const pages: Page[] = [];
    const numbers = PAGES.slice(0, Math.ceil(there / SMALL));
    for (const page of numbers) pages.push(await readList(step, items, queries.part(SMALL, page)));
    const after = await readList(step, items, queries.part(size, 1));
    if (!sameIds(before.ids, after.ids)) return undefined;
    const isOther = ({ ids }: Page, index: number) =>
      !sameIds(ids, before.ids.slice(index * SMALL, (index + 1) * SMALL));
    const wrong = pages.findIndex(isOther);
    const page = words`page=${wrong + 1} with a limit of ${SMALL} differs from the same positions with ${size}`;
    if (pages[wrong]) return expect(items, pages[wrong], false, page);
    return pages.flatMap((read, index) => paginationOf(items, read, index + 1, SMALL));
  });
  const { response } = await readPage(step, items, queries.part(SMALL, BEYOND));
  if (response.status === items.list.answer.status) step.add(formOf(response));
}

/** Departures of the position of a page from this project's reading of it. */
function paginationOf({ list }: Items, { position, ids, response }: Page, number: number, size: number): Finding[] {
  const { total, pages } = position;
  const before = (number - 1) * size;
  const count = Number(total?.value);
  // A full page may have others after it.
  const isCounted =
    ids.length === 0 || (ids.length < size ? count === before + ids.length : count >= before + ids.length);
  const place = { check: "value", source: choiceOf(list.id, "pagination"), at: response } as const;
  const unlike = (field: { name: string; value: unknown } | undefined, holds: boolean, why: Words) =>
    unless(!field || holds, () => departure(place, words`${field?.name ?? ""} is ${shown(field?.value)} ${why}`));
  const expected = Math.ceil(count / size);
  return [
    ...unlike(position.page, position.page?.value === number, words`on page ${number}`),
    ...unlike(position.size, position.size?.value === size, words`for a limit of ${size}`),
    ...unlike(total, isCounted, words`but the pages so far have ${before + ids.length} items`),
    ...unlike(
      pages,
      !total || count === 0 || pages?.value === expected,
      words`but a total of ${shown(total?.value)} makes ${expected}`,
    ),
  ];
}
