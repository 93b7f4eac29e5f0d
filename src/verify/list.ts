import { operations } from "../../generated/contract.js";
import { agree, LASTING } from "./document.js";
import { Failure, walking } from "./run.js";
import { type Answer, type JsonObject, objectOf, type Query, send, shown } from "./service.js";

// What exists: the list, each time compared with what belongs to others. Nothing here writes.

const limit = operations.listWebhooks.parameters.find(({ name }) => name === "limit")?.schema;
/** How many subscriptions a page holds: by default, and at most. */
export const LIMIT = { usual: Number(limit?.default), most: Number(limit?.maximum) };
/** In this order, what others create meanwhile comes last. */
export const OLDEST_FIRST = { sort_by: "created_at", sort_order: "asc" } as const;

/** What belongs to others, by id, as it was before the first write. */
export const others = new Map<string, JsonObject>();
/** What is missing or changed of it, by id. */
export const harm = new Map<string, string>();

/** What a page of the list has shown. */
export interface Listing {
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
 * @param isAll - Whether the page should hold all that exists.
 * @throws Failure once for whatever it shows to be changed, or missing, of what belongs to others.
 */
export async function list(query: Query = {}, token?: string | null, isAll = false): Promise<Listing> {
  const answer = await send("listWebhooks", { query, token });
  const rows = rowsOf(answer) ?? [];
  const byId = new Map(rows.flatMap((row) => [[idOf(row) ?? "", row] as const]));
  byId.delete("");
  compareOthers(byId, isAll && rowsOf(answer) !== undefined);
  return { answer, rows, byId, pagination: objectOf(objectOf(answer.body)?.["pagination"]) ?? {} };
}

/** Reads all that exists, the oldest first: the walk writes only where the largest page holds everything. */
export function look(): Promise<Listing> {
  return list({ ...OLDEST_FIRST, limit: LIMIT.most, page: 1 }, undefined, true);
}

function compareOthers(byId: Listing["byId"], isAll: boolean): void {
  const news: string[] = [];
  for (const [id, before] of others) {
    const now = byId.get(id);
    const changed = LASTING.filter((name) => name in before && !agree(now?.[name], before[name]));
    if (harm.has(id) || changed.length === 0 || (!now && !isAll)) continue;
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
