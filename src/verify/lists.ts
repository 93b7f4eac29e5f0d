import { type OperationId, operations } from "../../generated/contract.js";
import { type Answer, idOf, positionOf, type Request, type Row, rowsOf } from "./answer.js";
import { differenceIn, type Findings } from "./expect.js";

// How all of the list is read, and compared with what is foreign. Nothing here writes.

const limit = operations.listWebhooks.parameters.find(({ name }) => name === "limit")?.schema;
/** How many subscriptions a page holds: by default, and at most. */
export const LIMIT = { usual: Number(limit?.default), most: Number(limit?.maximum) };
/** In this order, subscriptions that others create in the meantime come last. */
export const OLDEST_FIRST = { sort_by: "created_at", sort_order: "asc" } as const;
export const NEWEST_FIRST = { sort_by: "created_at", sort_order: "desc" } as const;
/** The most pages that are read: a service that ignores `page` would keep the run busy forever. */
const MOST_PAGES = 20;

/** Sends requests that change nothing. */
export interface Reader {
  read(operation: OperationId, request?: Request): Promise<Answer>;
}

/** All of the list, as it was read. */
export interface Listing {
  /** All subscriptions, the oldest first. */
  readonly rows: readonly Row[];
  /** The last page. If a page could not be read, it is that one. */
  readonly answer: Answer;
  readonly pages: number;
}

/** Reads all subscriptions, page by page. */
export async function readAll(reader: Reader): Promise<Listing> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await reader.read("listWebhooks", { query: { ...OLDEST_FIRST, limit: LIMIT.most, page } });
    const found = rowsOf(answer);
    rows.push(...(found ?? []));
    if (!found || found.length < LIMIT.most || page === MOST_PAGES) return { rows, answer, pages: page };
  }
}

/**
 * Why subscriptions may exist that a listing does not show; `undefined` if it shows all. Otherwise, the run must not write.
 *
 * @param newest - The newest subscriptions, read before the listing: a service may cut off its list without saying so.
 */
export async function doubtAbout(
  reader: Reader,
  newest: Answer,
  { rows, answer, pages }: Listing,
): Promise<string | undefined> {
  const known = new Set(rows.map(idOf));
  if (known.has(undefined) || known.size < rows.length) return "some subscriptions have no id of their own";
  const next = await reader.read("listWebhooks", { query: { ...OLDEST_FIRST, limit: LIMIT.most, page: pages + 1 } });
  const isUnknown = (row: Row) => !known.has(idOf(row));
  if ([newest, next].some((page) => rowsOf(page)?.some(isUnknown))) return "another page or order shows more";
  const total = Number(positionOf(answer, "total") ?? Number.NaN);
  if (Number.isNaN(total)) return "no total says how many there are";
  const endsAtLimit = rows.length > 0 && rows.length % LIMIT.most === 0;
  const isDoubtful = total > rows.length || (endsAtLimit && total !== rows.length);
  return isDoubtful ? `it shows ${rows.length} of ${total}` : undefined;
}

/** Which foreign subscriptions are missing or changed, by id. */
export function harmIn(
  findings: Findings,
  foreign: ReadonlyMap<string, Row>,
  rows: readonly Row[],
): Map<string, string> {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const harm = new Map<string, string>();
  for (const [id, before] of foreign) {
    const now = byId.get(id);
    const difference = now && differenceIn(findings, now, before);
    if (!now) harm.set(id, "is missing");
    else if (difference !== undefined) harm.set(id, `is changed: ${difference}`);
  }
  return harm;
}
