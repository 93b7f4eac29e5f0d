import { agree, breach, momentOf, success } from "./document.js";
import { idOf, LIMIT, list, look, OLDEST_FIRST } from "./list.js";
import { create, reconcile } from "./no-harm.js";
import { check, marker, Skip, warn } from "./run.js";
import { type JsonObject, type Query, shown } from "./service.js";

// Sections 4.2 and 8 of the document: the pages of the list, its limits and order.

/** All rows, the oldest first, that pages are compared with. */
let all: readonly JsonObject[] = [];

/** @throws Skip where all rows are too few for pages. */
function allRows(): readonly JsonObject[] {
  if (all.length <= LIMIT.usual) throw new Skip("there are too few subscriptions for pages");
  return all;
}

export function pages(): void {
  check(`there is more than one page: more than ${LIMIT.usual} subscriptions`, async () => {
    const { rows } = await look();
    for (let missing = LIMIT.usual + 1 - rows.length; missing > 0; missing--) success((await create()).answer);
    const listing = await look(true);
    success(listing.answer);
    all = listing.rows;
    for (const { message } of reconcile(listing)) throw breach(message);
  });
  check(`without limit and page, it is page 1 of ${LIMIT.usual} subscriptions`, async () => {
    await expectPages({}, { page: 2 });
  });
  check("limit and page cut the list into pages", async () => {
    await expectPages({ limit: 1, page: 2 }, { limit: 2, page: 9 }, { limit: 7, page: 3 });
  });
  check("the last page holds the rest, and the one after it nothing", async () => {
    const rows = allRows();
    const limit = [2, 3, 5, 7].find((each) => rows.length % each > 0) ?? 2;
    const page = Math.ceil(rows.length / limit);
    const pages = expectPages({ limit, page }, { limit, page: page + 1 });
    await pages.catch(async (reason: unknown) => {
      throw (await look(true)).rows.length === rows.length ? reason : new Skip("others changed the list meanwhile");
    });
  });
  check("limit and page count also where no order is named", async () => {
    allRows();
    const [first, second] = [await list({ limit: 7, page: 1 }), await list({ limit: 7, page: 2 })];
    for (const { answer, rows } of [first, second])
      if (success(answer) && rows.length !== 7) throw breach(`a page with limit=7 has ${rows.length} subscriptions`);
    // Which rows tie is not known here: some may come again, but not all.
    if ([...second.byId.keys()].every((id) => first.byId.has(id))) throw breach("page 2 has the rows of page 1");
  });
}

/** Checks that pages hold what all rows, the oldest first, have at their positions. */
async function expectPages(...queries: readonly Query[]): Promise<void> {
  const all = allRows();
  for (const query of queries) {
    const { answer, rows, byId, pagination } = await list({ ...OLDEST_FIRST, ...query });
    const [limit, page] = [Number(query["limit"] ?? LIMIT.usual), Number(query["page"] ?? 1)];
    const expected = all.slice((page - 1) * limit, page * limit);
    const isOther = ![undefined, page].includes(Object(pagination).current_page);
    // After the last page, a service may refuse, or return another page and say so.
    if (expected.length === 0 && (answer.status >= 400 || isOther)) continue;
    success(answer);
    const which = `page=${page} with ${query["limit"] ? `limit=${limit}` : "no limit"}`;
    if (byId.size < rows.length) throw breach(`${which} has a subscription twice`);
    if (rows.length !== expected.length)
      throw breach(`${which} has ${rows.length} subscriptions, expected ${expected.length}`);
    // Rows of the same time may come in any order, on any page.
    const isAway = (row: JsonObject, index: number) =>
      idOf(row) !== idOf(expected[index]) && !agree(row["created_at"], expected[index]?.["created_at"]);
    if (rows.some(isAway)) throw breach(`${which} does not hold what the whole list has at its place`);
    const total_pages = Math.ceil(all.length / limit);
    warnOfPosition(pagination, { current_page: page, per_page: limit, total: all.length, total_pages });
  }
}

/** Warns where the position of a page is not as this project reads it. */
function warnOfPosition(pagination: JsonObject, expected: JsonObject): void {
  for (const [name, value] of Object.entries(expected))
    if (pagination[name] !== value)
      warn("What do the four fields of `pagination` mean?", `${name} is ${shown(pagination[name])}, expected ${value}`);
}

export function limitsAndOrder(): void {
  check(`limit=${LIMIT.most} is accepted, and not reduced`, async () => {
    const { answer, rows, pagination } = await look();
    success(answer);
    const size = pagination["per_page"];
    // A service may write there how many it has returned.
    if (size !== LIMIT.most && size !== rows.length)
      throw breach(`limit=${LIMIT.most} returns ${rows.length} subscriptions, and per_page is ${shown(size)}`);
  });
  check(`no higher limit counts: at most ${LIMIT.most} are returned`, async () => {
    const { rows, pagination } = await list({ limit: LIMIT.most + 1 });
    if (rows.length > LIMIT.most || Number(pagination["per_page"]) > LIMIT.most)
      throw breach(`limit=${LIMIT.most + 1} is accepted, and the maximum is ${LIMIT.most}`);
  });
  check("sort_by may come without sort_order", async () => {
    success((await list({ sort_by: "created_at" })).answer);
  });
  for (const field of ["created_at", "updated_at", "topic"])
    check(`sort_by=${field} sorts, in both directions`, async () => {
      const count = (await look()).rows.length;
      for (const order of ["asc", "desc"]) await expectSorted(field, order, count);
    });
}

/** Checks one order. The document names `created_at`; a service may refuse other fields. */
async function expectSorted(field: string, order: string, count: number): Promise<void> {
  const query = `sort_by=${field}&sort_order=${order}`;
  const { answer, rows } = await list({ sort_by: field, sort_order: order, limit: LIMIT.most, page: 1 });
  if (field !== "created_at" && answer.status >= 400 && answer.status < 500) {
    warn("Which values may `sort_by` have?", `sort_by=${field} is refused with status ${answer.status}`);
    throw new Skip(`sort_by=${field} is refused`);
  }
  success(answer);
  if (rows.length < count) throw breach(`${query} returns ${rows.length} of ${count} subscriptions`);
  let last: { value: unknown; key: number } | undefined;
  for (const value of rows.map((row) => row[field])) {
    const key = keyOf(field, value);
    if (Number.isNaN(key)) continue;
    if (last && (order === "asc" ? key < last.key : key > last.key))
      throw breach(`${query} shows ${shown(last.value)} before ${shown(value)}`);
    last = { value, key };
  }
}

/**
 * What can be compared, whatever a service thinks of letters: a time, or the letter in which the topics of the walk
 * differ; `NaN` for other topics.
 */
function keyOf(field: string, value: unknown): number {
  if (field !== "topic") return momentOf(value);
  const [, letter = ""] = new RegExp(`${marker}-([a-z])`, "i").exec(String(value)) ?? [];
  return letter.toLowerCase().charCodeAt(0);
}
