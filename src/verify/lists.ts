import { agree, breach, momentOf, success } from "./document.js";
import { idOf, LIMIT, type Listing, list, look, OLDEST_FIRST, others } from "./list-and-compare.js";
import { create, held, reconcile } from "./no-harm.js";
import { check, type JsonObject, marker, Skip, warn } from "./run.js";
import { type Query, shown } from "./service.js";

// Sections 4.2 and 8 of the document: the pages of the list, its limits and order.

/** How many rows the list should have; 0 where others have more than it shows. */
const known = () => (others.isWhole ? others.byId.size + held().length : 0);

/** All rows, the oldest first, that pages are compared with. */
let all: Listing | undefined;

/** @throws Skip where the rows are not known, or too few for pages. */
function allRows({ isWhole = false } = {}): readonly JsonObject[] {
  if (!all || all.rows.length < 6) throw new Skip("there are too few subscriptions for pages");
  if (isWhole && !all.isWhole) throw new Skip("not all of the list can be read");
  return all.rows;
}

/** A third of what the walk fills the list to. */
const thirdOf = (rows: readonly JsonObject[]) => Math.floor(Math.min(rows.length, LIMIT.usual + 1) / 3);

export function pages(): void {
  check(`there is more than one page: more than ${LIMIT.usual} subscriptions`, async () => {
    all = await look({ isAll: true });
    while (others.byId.size + held().length <= LIMIT.usual) success((await create()).answer);
    all = await look({ isAll: true });
    success(all.answer);
    for (const { message } of reconcile(all)) throw breach(message);
  });
  check(`without limit and page, it is page 1 of ${LIMIT.usual} subscriptions`, async () => {
    await expectPages(allRows(), {}, { page: 2 });
  });
  check("limit and page cut the list into pages", async () => {
    const third = thirdOf(allRows());
    const second = { limit: 2, page: Math.floor((3 * third) / 2) };
    await expectPages(allRows(), { limit: 1, page: 2 }, second, { limit: third, page: 3 });
  });
  check("the last page holds the rest, and the one after it nothing", async () => {
    const rows = allRows({ isWhole: true });
    const limit = [2, 3, 5, 7].find((each) => rows.length % each > 0) ?? 2;
    const page = Math.ceil(rows.length / limit);
    await expectPages(rows, { limit, page }, { limit, page: page + 1 });
  });
  check("limit and page count also where no order is named", async () => {
    const limit = thirdOf(allRows());
    const [first, second] = [await list({ limit, page: 1 }), await list({ limit, page: 2 })];
    for (const { answer, rows } of [first, second])
      if (success(answer) && rows.length !== limit) throw breach(`a page with limit=${limit} has ${rows.length}`);
    // Which rows tie is not known here: some may come again, but not all.
    if ([...second.byId.keys()].every((id) => first.byId.has(id))) throw breach("page 2 has the rows of page 1");
  });
}

/** Checks that pages hold what all rows, the oldest first, have at their positions. */
async function expectPages(all: readonly JsonObject[], ...queries: readonly Query[]): Promise<void> {
  for (const query of queries) {
    const listing = await list({ ...OLDEST_FIRST, ...query });
    const [limit, page] = [Number(query["limit"] ?? LIMIT.usual), Number(query["page"] ?? 1)];
    const isOther = ![undefined, page].includes(Object(listing.pagination).current_page);
    // After the last page, a service may refuse, or return another page and say so.
    if ((page - 1) * limit >= all.length && (listing.answer.status >= 400 || isOther)) continue;
    success(listing.answer);
    const wrong = wrongPage(listing, all.slice((page - 1) * limit, page * limit));
    if (wrong && (await isChangedByOthers())) throw new Skip("others changed the list meanwhile");
    if (wrong) throw breach(`page=${page} with ${query["limit"] ? `limit=${limit}` : "no limit"} ${wrong}`);
    warnOfPosition(listing, limit, page);
  }
}

function wrongPage({ rows, byId }: Listing, expected: readonly JsonObject[]): string | undefined {
  if (byId.size < rows.length) return "has a subscription twice";
  if (rows.length !== expected.length) return `has ${rows.length} subscriptions, expected ${expected.length}`;
  // Rows of the same time may come in any order, on any page.
  const isAway = (row: JsonObject, index: number) =>
    idOf(row) !== idOf(expected[index]) && !agree(row["created_at"], expected[index]?.["created_at"]);
  return rows.some(isAway) ? "does not hold what the whole list has at its place" : undefined;
}

async function isChangedByOthers(): Promise<boolean> {
  const { byId } = await look({ isAll: true });
  return byId.size !== all?.byId.size || [...byId.keys()].some((id) => !all?.byId.has(id));
}

/** Warns where the position of a page is not as this project reads it. */
function warnOfPosition({ rows, pagination }: Listing, limit: number, page: number): void {
  const { current_page, per_page, total, total_pages } = pagination;
  const soFar = (page - 1) * limit + rows.length;
  const isCounted = rows.length === 0 || (rows.length < limit ? total === soFar : Number(total) >= soFar);
  const isRead = [
    current_page === page || `current_page is ${shown(current_page)} on page ${page}`,
    per_page === limit || `per_page is ${shown(per_page)} for a limit of ${limit}`,
    isCounted || `total is ${shown(total)}, and the pages so far have ${soFar}`,
    total === 0 || total_pages === Math.ceil(Number(total) / limit) || `total_pages is ${shown(total_pages)}`,
  ];
  for (const text of isRead) if (typeof text === "string") warn("What do the four fields of `pagination` mean?", text);
}

export function limitsAndOrder(): void {
  check(`limit=${LIMIT.most} is accepted, and not reduced`, async () => {
    const { answer, rows, pagination } = await look();
    success(answer);
    const size = pagination["per_page"];
    // A service may write there how many it has returned.
    const isSuspect = size !== LIMIT.most && size !== rows.length;
    const isReduced = isSuspect && (await list({ ...OLDEST_FIRST, limit: 2, page: 1 })).pagination["per_page"] === 2;
    if (rows.length < Math.min(LIMIT.most, known()) || isReduced)
      throw breach(
        `limit=${LIMIT.most} returns ${rows.length} of ${known()} subscriptions, and per_page ${shown(size)}`,
      );
  });
  check(`no higher limit counts: at most ${LIMIT.most} are returned`, async () => {
    const { rows, pagination } = await list({ limit: LIMIT.most + 1 });
    if (rows.length > LIMIT.most || Number(pagination["per_page"]) > LIMIT.most)
      throw breach(`limit=${LIMIT.most + 1} is accepted, and the maximum is ${LIMIT.most}`);
  });
  check("sort_by may come without sort_order", async () => {
    success((await list({ sort_by: "created_at" })).answer);
  });
  // Those whose order the subscriptions of the walk show.
  for (const field of ["created_at", "updated_at", "id", "topic", "address", "format"])
    check(`sort_by=${field} sorts, in both directions`, async () => {
      // The order of the two formats is not said: one direction shows whether they come apart.
      for (const order of field === "format" ? ["asc"] : ["asc", "desc"]) await expectSorted(field, order);
    });
}

/** Checks one order. The document names `created_at`; a service may refuse other fields. */
async function expectSorted(field: string, order: string): Promise<void> {
  const query = `sort_by=${field}&sort_order=${order}`;
  const { answer, rows } = await list({ sort_by: field, sort_order: order, limit: LIMIT.most, page: 1 });
  if (field !== "created_at" && answer.status >= 400 && answer.status < 500) {
    warn("Which values may `sort_by` have?", `sort_by=${field} is refused with status ${answer.status}`);
    throw new Skip(`sort_by=${field} is refused`);
  }
  success(answer);
  if (rows.length < Math.min(known(), LIMIT.most))
    throw breach(`${query} returns ${rows.length} of ${known()} subscriptions`);
  const keyed = keysOf(rows, field);
  keyed.forEach(({ value, key }, index) => {
    const { value: before, key: last } = keyed[index - 1] ?? { value, key };
    if (order === "asc" ? key < last : key > last)
      throw breach(`${query} shows ${shown(before)} before ${shown(value)}`);
  });
}

/** What is shown, and what of it can be compared, whatever a service thinks of letters: one differs in the walk's texts. */
function keysOf(rows: readonly JsonObject[], field: string): { value: unknown; key: number | bigint | string }[] {
  const values = rows.map((row) => row[field]);
  if (field === "format") return values.map((value) => ({ value, key: values.indexOf(value) }));
  if (field === "id")
    return values.flatMap((value) => (/^-?\d+$/.test(String(value)) ? { value, key: BigInt(String(value)) } : []));
  if (field.endsWith("_at"))
    return values.map((value) => ({ value, key: momentOf(value) })).filter(({ key }) => !Number.isNaN(key));
  const found = values.map((value) => new RegExp(`^(.*)${marker}-([a-z])`, "i").exec(String(value)));
  const own = found.filter((each) => each !== null);
  return own
    .filter(([, start]) => start === own[0]?.[1])
    .map(({ input, 2: letter = "" }) => ({ value: input, key: letter.toLowerCase() }));
}
