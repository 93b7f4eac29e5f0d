import { operations } from "../../generated/contract.js";
import { agree, LASTING } from "./document.js";
import { Failure, walking } from "./run.js";
import { type Answer, type JsonObject, objectOf, type Query, send, shown } from "./service.js";

// What exists: the list, each time compared with what belongs to others. Nothing here writes.

const limit = operations.listWebhooks.parameters.find(({ name }) => name === "limit")?.schema;
/** How many subscriptions a page holds: by default, and at most. */
export const LIMIT = { usual: Number(limit?.default), most: Number(limit?.maximum) };
/** How many pages the walk reads at most: a service that ignores the page would keep it busy forever. */
const MOST_PAGES = 20;
/** In this order, what others create meanwhile comes last. */
export const OLDEST_FIRST = { sort_by: "created_at", sort_order: "asc" } as const;
/** In this order, the first page shows what the walk creates. */
export const NEWEST_FIRST = { ...OLDEST_FIRST, sort_order: "desc" } as const;

/** What belongs to others, by id, as it was before the first write. */
export const others = new Map<string, JsonObject>();
/** What is missing or changed of it, by id. */
export const harm = new Map<string, string>();

/** What the list has shown: a page, or several pages one after another. */
export interface Listing {
  /** The last one. */
  answer: Answer;
  /** Empty if it shows no list. */
  rows: readonly JsonObject[];
  byId: ReadonlyMap<string, JsonObject>;
  pagination: JsonObject;
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

/**
 * Reads a page of the list, whatever the answer.
 *
 * @throws Failure once for whatever it shows to be changed of what belongs to others.
 */
export async function list(query: Query = {}, token?: string | null): Promise<Listing> {
  const answer = await send("listWebhooks", { query, token });
  const listing = listingOf(answer, rowsOf(answer) ?? []);
  compareOthers(listing.byId, false);
  return listing;
}

function listingOf(answer: Answer, rows: readonly JsonObject[]): Listing {
  const byId = new Map(rows.flatMap((row) => [[idOf(row) ?? "", row] as const]));
  byId.delete("");
  return { answer, rows, byId, pagination: objectOf(objectOf(answer.body)?.["pagination"]) ?? {} };
}

/**
 * Reads all that exists, the oldest first; where others have more than a page, only the newest, on one page.
 *
 * @param isAll - Reads all of it also then, page by page.
 * @throws Failure once for whatever it shows to be changed, or missing, of what belongs to others.
 */
export async function look(isAll = others.size < LIMIT.most): Promise<Listing> {
  const query = { ...(isAll ? OLDEST_FIRST : NEWEST_FIRST), limit: LIMIT.most };
  let listing = await list({ ...query, page: 1 });
  for (let page = 2; isAll && page <= MOST_PAGES && listing.rows.length === (page - 1) * LIMIT.most; page++) {
    const { answer, rows } = await list({ ...query, page });
    listing = listingOf(answer, [...listing.rows, ...rows]);
  }
  compareOthers(listing.byId, isAll && rowsOf(listing.answer) !== undefined);
  return listing;
}

/** Whether a list of all that exists may lack something: more is counted, or it ends where a service may cut it off. */
export function isPart({ rows, pagination }: Listing): boolean {
  return Number(pagination["total"]) > rows.length || [1, MOST_PAGES].includes(rows.length / LIMIT.most);
}

function compareOthers(byId: Listing["byId"], isAll: boolean): void {
  const news: string[] = [];
  for (const [id, before] of others) {
    const now = byId.get(id);
    if (harm.has(id) || (!now && !isAll)) continue;
    const changed = LASTING.filter((name) => name in before && !agree(now?.[name], before[name]));
    if (changed.length === 0) continue;
    const values = changed.map((name) => `${name} was ${shown(before[name])}${now ? `, is ${shown(now[name])}` : ""}`);
    news.push(noteHarm(id, `of others is ${now ? "changed" : "missing"}: ${values.join("; ")}`));
  }
  if (news.length > 0) throw new Failure("Harm", news.join("\n"));
}

/** Notes harm, after which the walk only cleans up, and returns it as a sentence. */
export function noteHarm(id: string, text: string): string {
  walking.end("subscriptions of others are missing or changed");
  const message = `webhook ${shown(id)} ${text}`;
  harm.set(id, message);
  return message;
}
