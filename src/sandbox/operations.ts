import type { DeletionResult, Pagination, Webhook } from "../../generated/schema.js";
import { isSortField } from "./order.js";
import { valueAt } from "./pointer.js";
import { type Problem, problem } from "./problem.js";
import type { Store } from "./store.js";

/** A request that the contract allows. */
export interface ValidRequest {
  /** Path without its query, as it was sent. */
  readonly path: string;
  /** Query parameters; one that was given more than once is a list. */
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Body, parsed where it is JSON. */
  readonly body?: unknown;
}

/** What an operation with memory answers; `undefined` where the document gives the request no meaning. */
export type Answer =
  | { webhook: Webhook }
  | { webhooks: Webhook[]; pagination: Pagination }
  | DeletionResult
  | undefined;

/** Carries an operation out. */
export type Operation = (store: Store, request: ValidRequest) => Answer;

/** The operations that have a memory, by their id in the contract: those whose behaviour the document defines. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["listWebhooks", listWebhooks],
  ["createWebhook", createWebhook],
  ["getWebhook", getWebhook],
  ["deleteWebhook", deleteWebhook],
]);

function listWebhooks(store: Store, { query }: ValidRequest): Answer {
  const { limit: per = "20", page: number = "1", sort_by: by = "id", sort_order: order = "asc" } = query;
  const limit = Number(per);
  const page = Number(number);
  if (!isPositive(limit) || !isPositive(page)) return undefined;
  if (typeof by !== "string" || !isSortField(by)) return undefined;
  if (order !== "asc" && order !== "desc") return undefined;
  const { total } = store;
  return {
    webhooks: store.slice((page - 1) * limit, page * limit, by, order),
    pagination: { current_page: page, per_page: limit, total, total_pages: Math.ceil(total / limit) },
  };
}

function isPositive(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

function createWebhook(store: Store, { body }: ValidRequest): Answer {
  const topic = valueAt(body, "/webhook/topic");
  const address = valueAt(body, "/webhook/address");
  if (typeof topic !== "string" || typeof address !== "string") return undefined;
  const format = valueAt(body, "/webhook/format") === "xml" ? "xml" : "json";
  return { webhook: store.create({ topic, address, format }) };
}

function getWebhook(store: Store, { path }: ValidRequest): Answer {
  const webhook = store.get(idIn(path));
  if (!webhook) throw notFound();
  return { webhook };
}

function deleteWebhook(store: Store, { path }: ValidRequest): Answer {
  if (!store.delete(idIn(path))) throw notFound();
  return { success: true, message: "The webhook was deleted." };
}

/** The last segment of the path. */
function idIn(path: string): string {
  const segment = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function notFound(): Problem {
  return problem(
    404,
    "The sandbox holds no webhook subscription with this id. GET /api/admin/26.0/webhooks lists those that it holds.",
  );
}
