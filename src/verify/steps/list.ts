import { choices, sectionOf, sections } from "../document.js";
import { breach, departure, type Finding, unless } from "../findings.js";
import { fieldOf } from "../json.js";
import { alike, fill, type Page, pageOf, type Query, readPage } from "../paging.js";
import { Skipped, type Step } from "../step.js";
import { listing } from "../subscriptions.js";
import { momentOf } from "../timestamps.js";
import { unlike } from "./get.js";

const { limit, page, sort_by: sortBy } = listing.queryParameters;
const section = sectionOf("listWebhooks");
const source = `${section}, ${sections.limits}`;

/** Page size by default, as far as the contract says one. */
export const defaultLimit = numberOf(limit?.schema.default);
const defaultPage = numberOf(page?.schema.default);
const maximum = limit?.schema.maximum;

/** An order in which what others create meanwhile comes last. */
const steady: Query = { ...(sortBy && { sort_by: String(sortBy.example) }), sort_order: "asc" };
const newest: Query = { ...steady, sort_order: "desc", page: 1, ...(maximum !== undefined && { limit: maximum }) };

/** Many enough for pages to show, where the contract says no default. */
const SOME = 10;

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** As many subscriptions as it takes to fill more than one page. */
export function enough(): number {
  return (defaultLimit ?? SOME) + 1;
}

/** A new subscription is in the list, as it was created. */
export async function listed(step: Step): Promise<void> {
  const { id, record } = step.own;
  await step.settled(async () => {
    const read = await readPage(step, newest);
    const found = read.items[read.ids.indexOf(id)];
    if (found) return unlike(read.response, found, record);
    if (!reaches(read, record)) return [];
    return [breach({ check: "value", source: section, at: read.response }, `subscription ${id} is not in the list`)];
  });
}

/** A deleted subscription is in the list no more; what get answers for it is not specified. */
export async function listAfterDelete(step: Step): Promise<void> {
  const gone = step.subscriptions.deleted;
  if (!gone) throw new Skipped("no subscription was deleted");
  await step.settled(async () => {
    const { items, ids, response } = await readPage(step, newest);
    // Its id may be given again to another one.
    const found = fieldOf(items[ids.indexOf(gone.id)], "address") === gone.record["address"];
    const place = { check: "value", source: sectionOf("deleteWebhook"), at: response } as const;
    return unless(!found, () => breach(place, `subscription ${gone.id} is still in the list`));
  });
}

/** Whether a list that begins with the newest goes back far enough to hold a subscription. */
function reaches({ items }: Page, record: Readonly<Record<string, unknown>>): boolean {
  if (maximum === undefined || items.length < maximum) return true;
  const [last, own] = [items.at(-1)?.["created_at"], record["created_at"]].map((text) => momentOf(String(text)));
  return last !== undefined && own !== undefined && last < own;
}

/** A list that is asked for nothing has the default page, of the default size. */
export async function listDefaults(step: Step): Promise<void> {
  const size = defaultLimit;
  if (size === undefined || defaultPage === undefined) throw new Skipped("the contract says no defaults");
  await step.settled(async () => {
    await fill(step, size + 1);
    const before = await readPage(step, { ...steady, limit: size + 1, page: 1 });
    const bare = await readPage(step, {});
    const page = await readPage(step, steady);
    const named = await readPage(step, { ...steady, limit: size, page: defaultPage });
    const after = await readPage(step, { ...steady, limit: size + 1, page: 1 });
    if (!alike(before.ids, after.ids)) return undefined;
    const full = defaultPage === 1 && before.ids.length > size;
    const wrong = bare.ids.length > size || (full && bare.ids.length < size);
    const place = { check: "value", source, at: bare.response } as const;
    return [
      ...unless(!wrong, () => breach(place, `${bare.ids.length} subscriptions, expected ${size}: limit by default`)),
      ...unless(wrong || alike(page.ids, named.ids), () =>
        breach({ ...place, at: page.response }, `another page than page=${defaultPage}, which is the default`),
      ),
      ...paginationOf(bare, defaultPage, size),
    ];
  });
}

/** The list has as many subscriptions as it was asked for, up to the maximum. */
export async function listLimit(step: Step): Promise<void> {
  await step.settled(async () => {
    await fill(step, enough());
    const sizes = [2, enough()];
    const pages: Page[] = [];
    for (const size of sizes) pages.push(await readPage(step, { ...steady, limit: size, page: 1 }));
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

/** The maximum is allowed, and no more than that. */
export async function listMaximum(step: Step): Promise<void> {
  if (maximum === undefined) throw new Skipped("the contract says no maximum of limit");
  await step.settled(async () => {
    const small = await readPage(step, { ...steady, limit: 2, page: 1 });
    const whole = await readPage(step, { ...steady, limit: maximum, page: 1 });
    const next = pageOf(await step.send({ operation: "listWebhooks", query: { ...steady, limit: maximum, page: 2 } }));
    const place = { check: "value", source, at: whole.response } as const;
    const count = whole.ids.length;
    const missing = step.subscriptions.held.find(({ id }) => !whole.ids.includes(id));
    const goesOn = next.ids.some((id) => !whole.ids.includes(id));
    const perPage = whole.pagination["per_page"];
    // A service that says elsewhere how much a page may hold says here that it holds less than it was asked for.
    const capped = small.pagination["per_page"] === 2 && perPage !== maximum && perPage !== count;
    const short = count < maximum && (missing !== undefined || goesOn || capped);
    return [
      ...unless(count <= maximum, () => breach(place, `${count} subscriptions, expected ${maximum} at most`)),
      ...unless(!short, () => breach(place, `limit=${maximum} is answered with a page of ${perPage}: ${count} on it`)),
      ...(short ? [] : paginationOf(whole, 1, maximum)),
    ];
  });
  await overMaximum(step, maximum);
}

/** More than the maximum may be refused, or answered with the maximum. */
async function overMaximum(step: Step, maximum: number): Promise<void> {
  const response = await step.send({ operation: "listWebhooks", query: { limit: maximum + 1 } });
  if (response.status !== 200) return;
  const { ids, pagination } = pageOf(response);
  const perPage = pagination["per_page"];
  const accepted = ids.length > maximum || (typeof perPage === "number" && perPage > maximum);
  const place = { check: "refusal", source, at: response } as const;
  step.add(unless(!accepted, () => breach(place, `limit=${maximum + 1} is accepted, and the maximum is ${maximum}`)));
}

/** How many subscriptions are on each of the pages that are laid side by side. */
const SMALL = 2;
const PAGES = [1, 2, 3];

/** Small pages one after the other are one large page. */
export async function listPages(step: Step): Promise<void> {
  await step.settled(async () => {
    const size = SMALL * PAGES.length;
    await fill(step, size);
    const before = await readPage(step, { ...steady, limit: size, page: 1 });
    const pages: Page[] = [];
    for (const page of PAGES) pages.push(await readPage(step, { ...steady, limit: SMALL, page }));
    const after = await readPage(step, { ...steady, limit: size, page: 1 });
    if (!alike(before.ids, after.ids)) return undefined;
    const wrong = PAGES.findIndex(
      (_, index) => !alike(pages[index]?.ids ?? [], before.ids.slice(index * SMALL, (index + 1) * SMALL)),
    );
    const at = pages[wrong]?.response;
    if (at) return [breach({ check: "value", source: section, at }, wrongPage(pages, wrong))];
    return pages.flatMap((read, index) => paginationOf(read, PAGES[index] ?? 0, SMALL));
  });
}

function wrongPage(pages: readonly Page[], wrong: number): string {
  const earlier = pages.slice(0, wrong).flatMap(({ ids }) => ids);
  const repeated = pages[wrong]?.ids.find((id) => earlier.includes(id));
  const page = `page ${PAGES[wrong]} of ${SMALL}`;
  if (repeated !== undefined) return `${page} has subscription ${repeated}, which an earlier page has too`;
  return `${page} has other subscriptions than these places of a page of ${SMALL * PAGES.length}`;
}

/** Where the pagination object means something else than this project reads in it. */
export function paginationOf({ pagination, ids, response }: Page, page: number, size: number): Finding[] {
  const { current_page: current, per_page: perPage, total, total_pages: pages } = pagination;
  const place = { check: "value", source: choices.pagination, at: response } as const;
  const before = (page - 1) * size;
  // A full page may have others after it.
  const counted = ids.length < size ? total === before + ids.length : Number(total) >= before + ids.length;
  const expected = Math.ceil(Number(total) / size);
  return [
    ...unless(current === page, () => departure(place, `current_page is ${current} on page ${page}`)),
    ...unless(perPage === size, () => departure(place, `per_page is ${perPage} on a page of ${size}`)),
    ...unless(ids.length === 0 || counted, () =>
      departure(place, `total is ${total}, with ${before + ids.length} on the pages so far`),
    ),
    ...unless(total === 0 || pages === expected, () =>
      departure(place, `total_pages is ${pages}, with a total of ${total} and ${size} on a page`),
    ),
  ];
}
