import { fields, operations } from "../../generated/contract.js";
import { type Answer, idOf, type JsonObject, objectIn, type Query, rowsOf } from "./answer.js";
import { agree, LASTING } from "./document.js";
import { Failure } from "./outcome.js";
import { read } from "./read.js";
import type { Walk } from "./walk.js";

// What exists: the list, each time compared with what is foreign. Nothing here writes.

const parameterOf = (name: string) => operations.listWebhooks.parameters.find((each) => each.name === name)?.schema;
/** How many subscriptions a page holds: by default, and at most. */
export const LIMIT = { usual: Number(parameterOf("limit")?.default), most: Number(parameterOf("limit")?.maximum) };
/** The number of the page that comes by default. */
export const FIRST_PAGE = Number(parameterOf("page")?.default);
/** How many pages the walk reads at most: a service that ignores the page would keep it busy forever. */
const MOST_PAGES = 20;
/** In this order, what others create meanwhile comes last. */
export const OLDEST_FIRST = { sort_by: "created_at", sort_order: "asc" } as const;
/** In this order, the first page shows what the walk creates. */
export const NEWEST_FIRST = { sort_by: "created_at", sort_order: "desc" } as const;

/** What the list has shown: a page, or several pages one after another. */
export interface Listing {
  /** The last one. */
  answer: Answer;
  /** Empty if it shows no list. */
  rows: readonly JsonObject[];
  byId: ReadonlyMap<string, JsonObject>;
  pagination: JsonObject;
}

/**
 * Reads a page of the list, whatever the answer.
 *
 * @throws Failure once for each foreign subscription that it shows to be changed.
 */
export async function readPage(walk: Walk, query: Query = {}, token?: string | null): Promise<Listing> {
  const answer = await read(walk, "listWebhooks", { query, token });
  const listing = listingOf(answer, rowsOf(answer) ?? []);
  compareForeign(walk, listing, false);
  return listing;
}

/**
 * Reads all that exists, the oldest first, page by page.
 *
 * @throws Failure once for each foreign subscription that is changed, or missing.
 */
export async function readAll(walk: Walk): Promise<Listing> {
  let listing = await readPage(walk, { ...OLDEST_FIRST, limit: LIMIT.most, page: FIRST_PAGE });
  for (let pages = 1; pages < MOST_PAGES && listing.rows.length === pages * LIMIT.most; pages++) {
    const page = FIRST_PAGE + pages;
    const { answer, rows } = await readPage(walk, { ...OLDEST_FIRST, limit: LIMIT.most, page });
    listing = listingOf(answer, [...listing.rows, ...rows]);
  }
  compareForeign(walk, listing, rowsOf(listing.answer) !== undefined);
  walk.lastWrite = undefined;
  return listing;
}

/** Reads all that exists; where foreign subscriptions fill a page, only the newest, on one page. */
export async function readNewest(walk: Walk): Promise<Listing> {
  if (walk.foreign.size < LIMIT.most) return readAll(walk);
  const listing = await readPage(walk, { ...NEWEST_FIRST, limit: LIMIT.most, page: FIRST_PAGE });
  walk.lastWrite = undefined;
  return listing;
}

function listingOf(answer: Answer, rows: readonly JsonObject[]): Listing {
  const byId = new Map(rows.flatMap((row) => [[idOf(row) ?? "", row] as const]));
  byId.delete("");
  return { answer, rows, byId, pagination: objectIn(answer, "pagination") ?? {} };
}

/** Why a list of all that exists may lack something; `undefined` if nothing suggests that. */
export async function gapIn(walk: Walk, listing: Listing): Promise<string | undefined> {
  const { answer, rows, byId, pagination } = listing;
  if (!rowsOf(answer) || byId.size < rows.length || twiceIn(answer) !== undefined)
    return "the list could not be read with every id, so nobody knows what is foreign";
  // A service may cut its pages off, and say so nowhere.
  const next = await readPage(walk, { ...OLDEST_FIRST, limit: LIMIT.most, page: FIRST_PAGE + 1 });
  const hasMore = next.rows.some((row) => !byId.has(idOf(row) ?? ""));
  const endsAtLimit = rows.length === LIMIT.most || rows.length === MOST_PAGES * LIMIT.most;
  return hasMore || endsAtLimit || Number(pagination["total"]) > rows.length
    ? "not all of the list can be read, so nobody would see what others lose"
    : undefined;
}

/** An id that an answer has twice. Over several pages a row may come again, since others create and delete meanwhile. */
export function twiceIn(answer: Answer): string | undefined {
  const seen = new Set<string>();
  for (const id of rowsOf(answer)?.map(idOf) ?? []) {
    if (id !== undefined && seen.has(id)) return id;
    if (id !== undefined) seen.add(id);
  }
  return undefined;
}

/** Compares a list with the foreign subscriptions as they were. What it does not show is missing only if it shows all. */
function compareForeign(walk: Walk, { byId }: Listing, showsAll: boolean): void {
  const harm: string[] = [];
  for (const [id, before] of walk.foreign) {
    const now = byId.get(id);
    if (walk.harm.has(id) || (!now && !showsAll)) continue;
    const changed = LASTING.filter((name) => name in before && !agree(now?.[name], before[name]));
    if (changed.length === 0) continue;
    const isNow = (name: string) => (now ? `, is ${walk.shown(now[name])}` : "");
    const values = changed.map((name) => `${name} was ${walk.shown(before[name])}${isNow(name)}`);
    harm.push(walk.noteHarm(id, `is ${now ? "changed" : "missing"}: ${values.join("; ")}`));
  }
  if (harm.length > 0) throw new Failure("Harm", harm.join("\n"));
  warnOfOtherFields(walk, byId);
}

const KNOWN: readonly string[] = fields.Webhook;

/**
 * Warns of foreign subscriptions that have changed after a write of the walk, in a field that the contract does not
 * have. It is no harm: a service may count deliveries there.
 */
function warnOfOtherFields(walk: Walk, byId: Listing["byId"]): void {
  const changed = new Set<string>();
  for (const [id, before] of walk.foreign) {
    const now = byId.get(id);
    const others = Object.entries(now ?? {}).filter(([name]) => !KNOWN.includes(name));
    const news = others.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
    if (news.length > 0) walk.foreign.set(id, { ...before, ...Object.fromEntries(news) });
    for (const [name] of news) changed.add(name);
  }
  const { lastWrite } = walk;
  if (lastWrite === undefined) return;
  for (const name of changed)
    walk.warnOf(
      "A field that the contract does not have",
      `after ${lastWrite}, ${name} of foreign webhooks has changed`,
    );
}
