import { choices, sectionOf, sections } from "../document.js";
import { breach, departure, type Finding, unless } from "../findings.js";
import { fieldOf } from "../json.js";
import { fill, type Page, pageOf, type Query, readPage, sameIds } from "../paging.js";
import { Skipped, type Step } from "../step.js";
import { listing } from "../subscriptions.js";
import { momentOf } from "../timestamps.js";
import { differences } from "./get.js";

const { limit, page, sort_by: sortBy } = listing.queryParameters;
const section = sectionOf("listWebhooks");
const source = `${section}, ${sections.limits}`;

/** The default page size, if the contract has one. */
export const defaultLimit = numberOf(limit?.schema.default);
const defaultPage = numberOf(page?.schema.default);
const maximum = limit?.schema.maximum;

/** The order in which what others create meanwhile comes last. */
const oldestFirst: Query = { ...(sortBy && { sort_by: String(sortBy.example) }), sort_order: "asc" };
const newest: Query = { ...oldestFirst, sort_order: "desc", page: 1, ...(maximum !== undefined && { limit: maximum }) };

/** The page size if the contract has no default. */
const SOME = 10;

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** How many subscriptions fill more than one page. */
export function moreThanOnePage(): number {
  return (defaultLimit ?? SOME) + 1;
}

/** The list contains a new subscription as it was created. */
export async function listed(step: Step): Promise<void> {
  const { id, record } = step.own;
  await step.settled(async () => {
    const read = await readPage(step, newest);
    const found = read.items[read.ids.indexOf(id)];
    if (found) return differences(read.response, found, record);
    if (!reaches(read, record)) return [];
    return [breach({ check: "value", source: section, at: read.response }, `subscription ${id} is not in the list`)];
  });
}

/** The list does not contain a deleted subscription. The answer of get for it is not specified. */
export async function listAfterDelete(step: Step): Promise<void> {
  const gone = step.subscriptions.deleted;
  if (!gone) throw new Skipped("no subscription was deleted");
  await step.settled(async () => {
    const { items, ids, response } = await readPage(step, newest);
    // Another subscription may have got its id.
    const found = fieldOf(items[ids.indexOf(gone.id)], "address") === gone.record["address"];
    const place = { check: "value", source: sectionOf("deleteWebhook"), at: response } as const;
    return unless(!found, () => breach(place, `subscription ${gone.id} is still in the list`));
  });
}

/** Whether a list that begins with the newest goes back far enough to contain a subscription. */
function reaches({ items }: Page, record: Readonly<Record<string, unknown>>): boolean {
  if (maximum === undefined || items.length < maximum) return true;
  const [last, own] = [items.at(-1)?.["created_at"], record["created_at"]].map((text) => momentOf(String(text)));
  return last !== undefined && own !== undefined && last < own;
}

/** A list without parameters is the default page with the default size. */
export async function listDefaults(step: Step): Promise<void> {
  const size = defaultLimit;
  if (size === undefined || defaultPage === undefined) throw new Skipped("the contract has no defaults");
  await step.settled(async () => {
    await fill(step, size + 1);
    const before = await readPage(step, { ...oldestFirst, limit: size + 1, page: 1 });
    const bare = await readPage(step, {});
    const page = await readPage(step, oldestFirst);
    const named = await readPage(step, { ...oldestFirst, limit: size, page: defaultPage });
    const after = await readPage(step, { ...oldestFirst, limit: size + 1, page: 1 });
    if (!sameIds(before.ids, after.ids)) return undefined;
    const full = defaultPage === 1 && before.ids.length > size;
    const wrong = bare.ids.length > size || (full && bare.ids.length < size);
    const place = { check: "value", source, at: bare.response } as const;
    return [
      ...unless(!wrong, () => breach(place, `${bare.ids.length} subscriptions, expected ${size}, the default limit`)),
      ...unless(wrong || sameIds(page.ids, named.ids), () =>
        breach({ ...place, at: page.response }, `not the same page as page=${defaultPage}, the default`),
      ),
      ...paginationOf(bare, defaultPage, size),
    ];
  });
}

/** The list has as many subscriptions as `limit` says. */
export async function listLimit(step: Step): Promise<void> {
  await step.settled(async () => {
    await fill(step, moreThanOnePage());
    const sizes = [2, moreThanOnePage()];
    const pages: Page[] = [];
    for (const size of sizes) pages.push(await readPage(step, { ...oldestFirst, limit: size, page: 1 }));
    return pages.flatMap((read, index) => {
      const size = sizes[index] ?? 0;
      const place = { check: "value", source: section, at: read.response } as const;
      const right = read.ids.length === size;
      return [
        ...unless(right, () => breach(place, `${read.ids.length} subscriptions, expected ${size}`)),
        ...(right ? paginationOf(read, 1, size) : []),
      ];
    });
  });
}

/** The maximum is allowed, but no higher limit. */
export async function listMaximum(step: Step): Promise<void> {
  if (maximum === undefined) throw new Skipped("the contract has no maximum for limit");
  await step.settled(async () => {
    const small = await readPage(step, { ...oldestFirst, limit: 2, page: 1 });
    const whole = await readPage(step, { ...oldestFirst, limit: maximum, page: 1 });
    const next = pageOf(
      await step.send({ operation: "listWebhooks", query: { ...oldestFirst, limit: maximum, page: 2 } }),
    );
    const place = { check: "value", source, at: whole.response } as const;
    const count = whole.ids.length;
    const missing = step.subscriptions.held.find(({ id }) => !whole.ids.includes(id));
    const goesOn = next.ids.some((id) => !whole.ids.includes(id));
    const perPage = whole.pagination["per_page"];
    // A service whose per_page repeats the limit admits here that it uses a lower one.
    const capped = small.pagination["per_page"] === 2 && perPage !== maximum && perPage !== count;
    const short = count < maximum && (missing !== undefined || goesOn || capped);
    return [
      ...unless(count <= maximum, () => breach(place, `${count} subscriptions, expected at most ${maximum}`)),
      ...unless(!short, () =>
        breach(place, `limit=${maximum} returns ${count} subscriptions, and per_page is ${perPage}`),
      ),
      ...(short ? [] : paginationOf(whole, 1, maximum)),
    ];
  });
  await overMaximum(step, maximum);
}

/** A limit above the maximum may be refused, or reduced to the maximum. */
async function overMaximum(step: Step, maximum: number): Promise<void> {
  const response = await step.send({ operation: "listWebhooks", query: { limit: maximum + 1 } });
  if (response.status !== 200) return;
  const { ids, pagination } = pageOf(response);
  const perPage = pagination["per_page"];
  const accepted = ids.length > maximum || (typeof perPage === "number" && perPage > maximum);
  const place = { check: "refusal", source, at: response } as const;
  step.add(unless(!accepted, () => breach(place, `limit=${maximum + 1} is accepted, but the maximum is ${maximum}`)));
}

/** The size of the pages that are compared with one large page. */
const SMALL = 2;
const PAGES = [1, 2, 3];

/** Small pages, one after another, make one large page. */
export async function listPages(step: Step): Promise<void> {
  await step.settled(async () => {
    const size = SMALL * PAGES.length;
    await fill(step, size);
    const before = await readPage(step, { ...oldestFirst, limit: size, page: 1 });
    const pages: Page[] = [];
    for (const page of PAGES) pages.push(await readPage(step, { ...oldestFirst, limit: SMALL, page }));
    const after = await readPage(step, { ...oldestFirst, limit: size, page: 1 });
    if (!sameIds(before.ids, after.ids)) return undefined;
    const wrong = PAGES.findIndex(
      (_, index) => !sameIds(pages[index]?.ids ?? [], before.ids.slice(index * SMALL, (index + 1) * SMALL)),
    );
    const at = pages[wrong]?.response;
    if (at) return [breach({ check: "value", source: section, at }, wrongPage(pages, wrong))];
    return pages.flatMap((read, index) => paginationOf(read, PAGES[index] ?? 0, SMALL));
  });
}

function wrongPage(pages: readonly Page[], wrong: number): string {
  const earlier = pages.slice(0, wrong).flatMap(({ ids }) => ids);
  const repeated = pages[wrong]?.ids.find((id) => earlier.includes(id));
  const page = `page=${PAGES[wrong]}&limit=${SMALL}`;
  if (repeated !== undefined) return `${page} repeats subscription ${repeated} of an earlier page`;
  return `${page} differs from the same positions with limit=${SMALL * PAGES.length}`;
}

/** Departures of the pagination object from this project's reading of it. */
export function paginationOf({ pagination, ids, response }: Page, page: number, size: number): Finding[] {
  const { current_page: current, per_page: perPage, total, total_pages: pages } = pagination;
  const place = { check: "value", source: choices.pagination, at: response } as const;
  const before = (page - 1) * size;
  // A full page may have others after it.
  const counted = ids.length < size ? total === before + ids.length : Number(total) >= before + ids.length;
  const expected = Math.ceil(Number(total) / size);
  return [
    ...unless(current === page, () => departure(place, `current_page is ${current} on page ${page}`)),
    ...unless(perPage === size, () => departure(place, `per_page is ${perPage} for a limit of ${size}`)),
    ...unless(ids.length === 0 || counted, () =>
      departure(place, `total is ${total}, but the pages so far have ${before + ids.length} subscriptions`),
    ),
    ...unless(total === 0 || pages === expected, () =>
      departure(place, `total_pages is ${pages}, but ${total} subscriptions at ${size} per page make ${expected}`),
    ),
  ];
}
