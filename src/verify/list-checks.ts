import { type Answer, idOf, positionOf, type Request, type Row, rowsOf } from "./answer.js";
import { Breach, expectSuccess, momentOf, Skip } from "./expect.js";
import { LIMIT, NEWEST_FIRST, OLDEST_FIRST } from "./lists.js";
import type { Run } from "./safety.js";

// Checks of pages and order. The only writes are the creations that a second page needs.

/** Checks by title. A check passes unless it throws Breach, Harm or Skip. */
export type Checks = Readonly<Record<string, (run: Run) => Promise<void>>>;

type Query = NonNullable<Request["query"]>;

export const pages: Checks = {
  [`there is a second page: more than ${LIMIT.usual} subscriptions`]: async (run) => {
    const { rows } = await run.list();
    for (let missing = LIMIT.usual + 1 - rows.length; missing > 0; missing--)
      expectSuccess(run, (await run.create()).answer);
  },
  [`without limit and page, it is page 1 of ${LIMIT.usual}`]: (run) => expectPages(run, {}, { page: 2 }),
  "limit and page choose a part of the list": (run) =>
    expectPages(run, { limit: 1, page: 2 }, { limit: 2, page: 9 }, { limit: 7, page: 2 }),
  "the last page holds the rest": async (run) => {
    const { length } = await allRows(run);
    const limit = [2, 3, 5, 7].find((each) => length % each > 0) ?? 2;
    const last = Math.ceil(length / limit);
    await expectPages(run, { limit, page: last });
    const answer = await run.read("listWebhooks", { query: { ...OLDEST_FIRST, limit, page: last + 1 } });
    const count = rowsOf(answer)?.length;
    const held = count === 0 ? "no subscription" : "subscriptions";
    run.note("what-a-page-after-the-last-one-holds", count === undefined ? run.wordsOf(answer) : held);
    if (answer.status < 300) expectSuccess(run, answer);
  },
  "all pages together show each subscription once": expectEachOnce,
  [`limit=${LIMIT.most} is the maximum, and not reduced`]: async (run) => {
    const { rows, answer } = await run.compare();
    const over = await run.read("listWebhooks", { query: { limit: LIMIT.most + 1 } });
    const accepted = new Breach(`limit=${LIMIT.most + 1} is accepted, and the maximum is ${LIMIT.most}`, over);
    if (Number(rowsOf(over)?.length) > LIMIT.most) throw accepted;
    // The meaning of per_page is open. If it repeats a limit above the number of subscriptions, it shows the limit.
    const limit = rows.length + 1;
    const usual = await run.read("listWebhooks", { query: { ...OLDEST_FIRST, limit } });
    if (limit >= LIMIT.most || positionOf(usual, "per_page") !== limit) return;
    const size = positionOf(answer, "per_page");
    if (size !== LIMIT.most) throw new Breach(`limit=${LIMIT.most} is reduced: per_page is ${run.shown(size)}`, answer);
    if (Number(positionOf(over, "per_page")) > LIMIT.most) throw accepted;
  },
  "limit=0 and page=0 are answered": async (run) => {
    for (const query of [{ limit: 0 }, { limit: 3, page: 0 }]) {
      const answer = await run.read("listWebhooks", { query });
      const name = "page" in query ? "page" : "limit";
      const position = `per_page is ${run.shown(positionOf(answer, "per_page"))}, and current_page is `;
      const accepted = `accepted: ${position}${run.shown(positionOf(answer, "current_page"))}`;
      const outcome = rowsOf(answer) ? accepted : `refused: ${run.wordsOf(answer)}`;
      run.note("which-values-of-limit-and-page-are-too-small", `${name}=0 is ${outcome}`);
    }
  },
};

/** The value by which a subscription is sorted among others of its group; `undefined` if it cannot be compared. */
type Key = (run: Run, row: Row) => { readonly value: number; readonly group: string } | undefined;

/** The document does not say how texts are compared, so only the letter after the run's mark counts. */
const letterIn =
  (name: string): Key =>
  ({ subscriptions: { mark } }, row) => {
    const [, group = "", letter = ""] = new RegExp(`^(.*)${mark}-([a-z])`, "i").exec(String(row[name])) ?? [];
    return letter === "" ? undefined : { value: letter.toLowerCase().charCodeAt(0), group };
  };

const momentIn =
  (name: string): Key =>
  (_, row) => {
    const value = momentOf(row[name]);
    return Number.isNaN(value) ? undefined : { value, group: "" };
  };

const SORTED: Readonly<Record<string, Key>> = {
  created_at: momentIn("created_at"),
  updated_at: momentIn("updated_at"),
  topic: letterIn("topic"),
  address: letterIn("address"),
};

export const order: Checks = {
  "sort_by may come without sort_order": async (run) => {
    expectSuccess(run, await run.read("listWebhooks", { query: { sort_by: "created_at" } }));
  },
  ...Object.fromEntries(
    Object.entries(SORTED).map(([name, key]) => [
      `sort_by=${name} sorts all pages, in both directions`,
      async (run: Run) => {
        for (const sort_order of ["asc", "desc"]) await expectSorted(run, { sort_by: name, sort_order }, key);
      },
    ]),
  ),
  "without sort_by, the list is answered": async (run) => {
    const answer = await run.read("listWebhooks", { query: { limit: LIMIT.most, page: 1 } });
    expectSuccess(run, answer);
    const ids = String(idsIn(answer));
    const ordered = async (query: Query) =>
      String(idsIn(await run.read("listWebhooks", { query: { ...query, limit: LIMIT.most, page: 1 } })));
    let found = "neither the oldest nor the newest first";
    if (ids === (await ordered(OLDEST_FIRST))) found = "the oldest first";
    else if (ids === (await ordered(NEWEST_FIRST))) found = "the newest first";
    run.note("by-which-field-and-in-which-direction-the-list-is-sorted-by-default", found);
  },
};

function idsIn(answer: Answer): (string | undefined)[] {
  return (rowsOf(answer) ?? []).map(idOf);
}

/** Checks how many subscriptions a page holds. Its `pagination` is only noted: the document does not explain the fields. */
function expectCounted(run: Run, answer: Answer, total: number): void {
  const { query = {} } = answer.request;
  const limit = Number(query["limit"] ?? LIMIT.usual);
  const page = Number(query["page"] ?? 1);
  const which = "limit" in query || "page" in query ? new URL(answer.url).search : "without limit and page";
  expectSuccess(run, answer);
  const count = rowsOf(answer)?.length;
  const rest = Math.max(0, Math.min(limit, total - (page - 1) * limit));
  if (count !== rest) throw new Breach(`${which}: it has ${count} subscriptions, not ${rest}`, answer);
  const expected = { current_page: page, per_page: limit, total, total_pages: Math.ceil(total / limit) };
  for (const [name, value] of Object.entries(expected)) {
    const found = positionOf(answer, name);
    // One note is enough, although the value is often another one on every page.
    if (found === value || !run.isNews(`pagination ${name}`)) continue;
    const position = `${name} is ${run.shown(found)}, where the contract assumes ${value}`;
    run.note("what-the-four-fields-of-pagination-mean", `${which}: ${position}`);
  }
}

/** Checks pages of the list. The queries name no order, since `limit` and `page` have to work without one, too. */
async function expectPages(run: Run, ...queries: readonly Query[]): Promise<void> {
  for (const query of queries) {
    const { length } = await allRows(run);
    const answer = await run.read("listWebhooks", { query });
    try {
      expectCounted(run, answer, length);
    } catch (error) {
      const isChanged = (await allRows(run)).length !== length;
      throw isChanged ? new Skip("others have changed the list meanwhile") : error;
    }
  }
}

/** Checks that no subscription is on two pages, or on none. */
async function expectEachOnce(run: Run): Promise<void> {
  const all = (await allRows(run)).map(idOf);
  const { answer, rows } = await readPages(run, NEWEST_FIRST);
  const ids = rows.map(idOf);
  const missing = all.find((id) => !ids.includes(id));
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (missing === undefined && twice === undefined) return;
  // Ties may be in another order each time, and others may change the list.
  const again = (await readPages(run, NEWEST_FIRST)).rows.map(idOf);
  if (String(again) !== String(ids)) throw new Skip("the list or its order changes between two reads");
  const where = missing === undefined ? "on two of them" : "on none";
  throw new Breach(`all pages together show webhook ${run.shown(missing ?? twice)} ${where}`, answer);
}

/** Reads the list in about four pages. */
async function readPages(run: Run, query: Query): Promise<{ answer: Answer; rows: Row[]; length: number }> {
  const { length } = (await run.compare()).rows;
  const limit = Math.max(7, Math.ceil(length / 4));
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await run.read("listWebhooks", { query: { ...query, limit, page } });
    // A service may not be able to sort by every field.
    if (answer.status === 400 || answer.status === 422)
      throw new Skip(`sort_by=${query["sort_by"]} is refused: ${run.wordsOf(answer)}`);
    expectSuccess(run, answer);
    rows.push(...(rowsOf(answer) ?? []));
    if (page * limit >= length) return { answer, rows, length };
  }
}

/** All subscriptions. @throws Skip if there are too few for a second page. */
async function allRows(run: Run): Promise<readonly Row[]> {
  const { rows } = await run.compare();
  if (rows.length <= LIMIT.usual) throw new Skip("there are too few subscriptions for a second page");
  return rows;
}

/** Checks that subscriptions are in order across all pages. */
async function expectSorted(run: Run, query: Query, keyOf: Key): Promise<void> {
  const { answer, rows, length } = await readPages(run, query);
  const which = `sort_by=${query["sort_by"]}&sort_order=${query["sort_order"]}`;
  if (rows.length < length) throw new Breach(`${which} shows ${rows.length} of ${length} subscriptions`, answer);
  const sign = query["sort_order"] === "asc" ? 1 : -1;
  const latest = new Map<string, { value: number; row: Row }>();
  let compared = 0;
  for (const row of rows) {
    const key = keyOf(run, row);
    if (!key) continue;
    const before = latest.get(key.group);
    latest.set(key.group, { value: key.value, row });
    if (!before) continue;
    compared++;
    if (sign * (key.value - before.value) >= 0) continue;
    const [one, other] = [before.row, row].map((each) => run.shown(each[String(query["sort_by"])]));
    throw new Breach(`${which} shows ${one} before ${other}`, answer);
  }
  if (compared === 0) throw new Skip(`no order by ${query["sort_by"]} shows`);
}
