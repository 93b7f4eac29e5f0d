import { type Answer, fieldOf, idOf, type JsonObject, type Query, rowsOf } from "../answer.js";
import { reconcile } from "../created.js";
import { agree, success } from "../document.js";
import { FIRST_PAGE, LIMIT, NEWEST_FIRST, OLDEST_FIRST, readAll, readNewest, readPage } from "../list.js";
import { breach, Skip } from "../outcome.js";
import { create } from "../safety.js";
import type { Walk } from "../walk.js";
import { expectVerdict } from "./expect.js";
import type { Tests } from "./section.js";

export const pages: Tests = {
  [`there is more than one page: more than ${LIMIT.usual} subscriptions`]: async (walk) => {
    const { rows } = await readNewest(walk);
    for (let missing = LIMIT.usual + 1 - rows.length; missing > 0; missing--)
      success(walk, (await create(walk)).answer);
    const listing = await readAll(walk);
    success(walk, listing.answer);
    walk.all = listing.rows;
    const [first] = reconcile(walk, listing);
    if (first) throw breach(first.message, listing.answer);
  },
  [`without limit and page, it is page ${FIRST_PAGE} of ${LIMIT.usual} subscriptions`]: (walk) =>
    expectPages(walk, {}, { page: FIRST_PAGE + 1 }),
  "limit and page cut the list into pages": (walk) =>
    expectPages(walk, { limit: 1, page: 2 }, { limit: 2, page: 9 }, { limit: 7, page: 3 }),
  "all pages together hold each subscription once": expectAllOnce,
  "the last page holds the rest, and the one after it nothing": async (walk) => {
    const { length } = allRows(walk);
    const limit = [2, 3, 5, 7].find((each) => length % each > 0) ?? 2;
    const last = FIRST_PAGE - 1 + Math.ceil(length / limit);
    await expectPages(walk, { limit, page: last }, { limit, page: last + 1 });
  },
  "limit and page count also where no order is named": async (walk) => {
    allRows(walk);
    const first = await readPage(walk, { limit: 7, page: FIRST_PAGE });
    const second = await readPage(walk, { limit: 7, page: FIRST_PAGE + 1 });
    for (const { answer, rows } of [first, second]) {
      success(walk, answer);
      if (rows.length !== 7) throw breach(`a page with limit=7 has ${rows.length} subscriptions`, answer);
    }
    // Which rows tie is not known here: some may come again, but not all.
    if ([...second.byId.keys()].every((id) => first.byId.has(id)))
      throw breach(`page ${FIRST_PAGE + 1} has the rows of page ${FIRST_PAGE}`, second.answer);
  },
};

/** All rows, the oldest first, that pages are compared with. @throws Skip where they are too few for pages. */
function allRows({ all }: Walk): readonly JsonObject[] {
  if (all.length <= LIMIT.usual) throw new Skip("there are too few subscriptions for pages");
  return all;
}

/** Checks that pages hold what all rows, the oldest first, have at their positions. */
async function expectPages(walk: Walk, ...queries: readonly Query[]): Promise<void> {
  const { length } = allRows(walk);
  for (const query of queries)
    await expectPage(walk, query).catch(async (reason: unknown) => {
      const { answer, rows } = await readAll(walk);
      const isChanged = rowsOf(answer) !== undefined && rows.length !== length;
      throw isChanged ? new Skip("others changed the list meanwhile") : reason;
    });
}

async function expectPage(walk: Walk, query: Query): Promise<void> {
  const all = allRows(walk);
  const { answer, rows, byId, pagination } = await readPage(walk, { ...OLDEST_FIRST, ...query });
  const limit = Number(query["limit"] ?? LIMIT.usual);
  const page = Number(query["page"] ?? FIRST_PAGE);
  const start = (page - FIRST_PAGE) * limit;
  const expected = all.slice(start, start + limit);
  if (expected.length === 0) {
    expectVerdict(walk, answer);
    if (isNoSuchPage(answer, page)) return;
  }
  success(walk, answer);
  const which = `page=${page} with ${query["limit"] ? `limit=${limit}` : "no limit"}`;
  if (byId.size < rows.length) throw breach(`${which} has a subscription twice`, answer);
  if (rows.length !== expected.length)
    throw breach(`${which} has ${rows.length} subscriptions, expected ${expected.length}`, answer);
  // Rows of the same time may come in any order, on any page.
  const isAway = (row: JsonObject, index: number) =>
    idOf(row) !== idOf(expected[index]) && !agree(row["created_at"], expected[index]?.["created_at"]);
  if (rows.some(isAway)) throw breach(`${which} does not hold what the whole list has at its place`, answer);
  const total_pages = Math.ceil(all.length / limit);
  warnOfPosition(walk, pagination, { current_page: page, per_page: limit, total: all.length, total_pages });
}

/** Whether a service has no such page: it may refuse one after the last, or return another one and say so. */
function isNoSuchPage({ status, body }: Answer, page: number): boolean {
  const isError = status >= 400 || !["webhooks", "pagination"].some((name) => fieldOf(body, name) !== undefined);
  const shown = fieldOf(fieldOf(body, "pagination"), "current_page");
  return isError || (shown !== undefined && shown !== page);
}

/** Warns where the position of a page is not as this project reads it. */
function warnOfPosition(walk: Walk, pagination: JsonObject, expected: JsonObject): void {
  for (const [name, value] of Object.entries(expected)) {
    if (pagination[name] === value) continue;
    const message = `${name} is ${walk.shown(pagination[name])}, expected ${value}`;
    walk.warn("what-the-four-fields-of-pagination-mean", message);
  }
}

/**
 * Checks that no row is on two pages, or on none. Where all rows are of the same time, no other test would see pages that
 * overlap.
 */
async function expectAllOnce(walk: Walk): Promise<void> {
  const { length } = allRows(walk);
  const limit = Math.max(7, Math.ceil(length / 4));
  const ids = await idsOnPages(walk, limit, length);
  const all = await idsOfAll(walk);
  const wrong = wrongIn(walk, ids, all);
  if (wrong === undefined) return;
  // A service may order rows of the same time anew with each request, and others may change the list.
  const again = await idsOnPages(walk, limit, length);
  if (`${again}` !== `${ids}` || `${await idsOfAll(walk)}` !== `${all}`)
    throw new Skip("the list changes, or its order does, between two reads");
  throw breach(`all pages together, with limit=${limit}, the newest first, show ${wrong}`);
}

/** The ids of all that exists, the oldest first. */
async function idsOfAll(walk: Walk): Promise<string[]> {
  const { answer, byId } = await readAll(walk);
  success(walk, answer);
  return [...byId.keys()];
}

/** The ids on all pages, the newest first. */
async function idsOnPages(walk: Walk, limit: number, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0, page = FIRST_PAGE; start < count; start += limit, page++) {
    const { answer, rows } = await readPage(walk, { ...NEWEST_FIRST, limit, page });
    success(walk, answer);
    ids.push(...rows.map((row) => idOf(row) ?? ""));
  }
  return ids;
}

function wrongIn(walk: Walk, ids: readonly string[], expected: readonly string[]): string | undefined {
  const shown = new Set(ids);
  const missing = expected.find((id) => !shown.has(id));
  if (missing !== undefined) return `webhook ${walk.shown(missing)} on none of them`;
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  return twice === undefined || shown.size === ids.length ? undefined : `webhook ${walk.shown(twice)} on two of them`;
}
