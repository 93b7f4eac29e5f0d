import { operations } from "../../generated/contract.js";
import { agree, LASTING } from "./document.js";
import { harm, type JsonObject } from "./run.js";
import { type Answer, objectOf, type Query, send, settle, shown, traffic } from "./service.js";

// What exists: the list, read and compared with what belongs to others. Nothing here writes.

/** What belongs to others, by id, and whether the list that showed it held all that there was. */
export const others = { byId: new Map<string, JsonObject>(), isWhole: false };

const limit = operations.listWebhooks.parameters.find(({ name }) => name === "limit")?.schema;
/** How many subscriptions a page holds: by default, and at most. */
export const LIMIT = { usual: Number(limit?.default), most: Number(limit?.maximum) };
/** A service that ignores the page would keep the walk busy forever. */
const MOST_PAGES = 20;
/** In this order, what others create meanwhile comes last. */
export const OLDEST_FIRST = { sort_by: "created_at", sort_order: "asc" } as const;

/** What a list has shown: a page, or several pages one after another. */
export interface Listing {
  answer: Answer;
  rows: readonly JsonObject[];
  byId: ReadonlyMap<string, JsonObject>;
  pagination: JsonObject;
  /** Whether it holds all that there is. */
  isWhole: boolean;
}

/** The id of a subscription, as text. */
export function idOf(webhook: JsonObject | undefined): string | undefined {
  const id = webhook?.["id"];
  return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
}

/** The subscription in an answer. */
export function webhookOf(answer: Answer): JsonObject | undefined {
  return objectOf(objectOf(answer.body)?.["webhook"]);
}

/** The rows in an answer; `undefined` if it shows no list. */
export function rowsOf({ status, body }: Answer): JsonObject[] | undefined {
  const rows = objectOf(body)?.["webhooks"];
  return status < 300 && Array.isArray(rows) ? rows.map((row: unknown) => objectOf(row) ?? {}) : undefined;
}

/** @param isLast - Whether no row should come after these, the first of the list. */
function listingOf(answer: Answer, rows: readonly JsonObject[], isLast: boolean): Listing {
  const byId = new Map(rows.flatMap((row) => [[idOf(row) ?? "", row] as const]));
  byId.delete("");
  const pagination = objectOf(objectOf(answer.body)?.["pagination"]) ?? {};
  const { total } = pagination;
  const isEnd = rowsOf(answer) !== undefined && (typeof total === "number" ? byId.size === total : isLast);
  // A service may list no more than the first, as many as the largest page holds.
  const isWhole = isEnd && byId.size === rows.length && byId.size !== LIMIT.most;
  return { answer, rows, byId, pagination, isWhole };
}

/** Reads a page of the list, whatever the answer, and compares what it shows of others. */
export async function list(query: Query = {}, token?: string | null): Promise<Listing> {
  const { page = 1, limit = LIMIT.usual } = query;
  const answer = await send("listWebhooks", { query, token });
  const rows = rowsOf(answer) ?? [];
  const listing = listingOf(answer, rows, rows.length < Number(limit));
  compareOthers(listing, false);
  return { ...listing, isWhole: listing.isWhole && page === 1 };
}

let latest: { listing: Listing; isAll: boolean; requests: number } | undefined;

/**
 * Reads the newest subscriptions, as many as a page holds, unless nothing was sent since that was done.
 *
 * @param isAll - Reads all of them, the oldest first.
 */
export async function look({ isAll = false } = {}): Promise<Listing> {
  if (latest?.requests === traffic.requests && latest.isAll === isAll) return latest.listing;
  await settle();
  const query = { ...OLDEST_FIRST, ...(!isAll && { sort_order: "desc" }), limit: LIMIT.most };
  let listing = await list({ ...query, page: 1 });
  for (let page = 2; isAll && !listing.isWhole && page <= MOST_PAGES; page++) {
    const { rows } = await list({ ...query, page });
    if (rows.every((row) => listing.byId.has(idOf(row) ?? ""))) break;
    listing = listingOf(listing.answer, [...listing.rows, ...rows], rows.length < LIMIT.most);
  }
  compareOthers(listing, listing.isWhole || (isAll && others.isWhole));
  latest = { listing, isAll, requests: traffic.requests };
  return listing;
}

/** Notes what is changed, and what is missing in a list that should show it. */
function compareOthers({ byId, answer }: Listing, isAll: boolean): void {
  for (const [id, before] of others.byId) {
    const now = byId.get(id);
    const changed = LASTING.filter((name) => name in before && !agree(now?.[name], before[name]));
    if (changed.length === 0 || (!now && !(isAll && rowsOf(answer)))) continue;
    const values = changed.map((name) => `${name} was ${shown(before[name])}${now ? `, is ${shown(now[name])}` : ""}`);
    harm.set(id, `webhook ${shown(id)} of others is ${now ? "changed" : "missing"}: ${values.join("; ")}`);
  }
}
