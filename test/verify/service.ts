import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { accessTokenHeader, type OperationId, operations } from "../../generated/old-contract.js";
import type { Webhook } from "../../src/client/index.js";
import { startWebServer } from "../servers/web.js";

/** A request, as the service reads it. */
export interface Call {
  operation: OperationId | "none";
  query: URLSearchParams;
  /** The id in the path, as text. */
  id: string;
  /** The subscription in the body. */
  webhook: { topic?: string; address?: string; format?: string; event?: string; app_id?: number; secret?: string };
  /** The request body, unparsed. */
  body: string;
  token: string | undefined;
}

/** What the service is about to answer. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON; a string is sent unchanged. */
  body: unknown;
}

/** How a service differs from a correct one: in what it reads, stores or answers. */
export interface Fault {
  /** Changes a request before it is handled. */
  read?(call: Call): unknown;
  /** The status that refuses a request, or 0 to accept it. `undefined` leaves it to the service. */
  refuse?(call: Call): number | undefined;
  /** Changes a new subscription. */
  create?(webhook: Webhook, call: Call, kept: Webhook[]): unknown;
  /** Replaces deletion. */
  delete?(kept: Webhook[], id: string): void;
  /** Replaces sorting. */
  sort?(kept: readonly Webhook[], query: URLSearchParams): Webhook[];
  /** Replaces the cut of a page out of the sorted list. */
  slice?(sorted: Webhook[], page: number, limit: number): Webhook[];
  /** Changes an answer. */
  answer?(answer: Answer, call: Call): unknown;
  /** Replaces sending the answer, if it returns true. */
  send?(response: ServerResponse, call: Call): boolean;
  /** What other clients do between two requests. */
  between?(kept: Webhook[]): unknown;
  /** Number of reads after a write that show the state before it. */
  lag?: number;
}

export interface Service extends AsyncDisposable {
  url: string;
  /** The subscriptions that it keeps. */
  kept: Webhook[];
  calls: Call[];
}

/** The access token that the service accepts. */
export const TOKEN = "correct-horse";

/** The service's limits, which are those of the contract. */
const { limit, page: pageNumber } = operations.listWebhooks.queryParameters;
const FORMATS: readonly string[] = operations.createWebhook.body.fields.format.schema.enum;

/** A small service with a memory, which follows the contract except for one fault. */
export async function startService(fault: Fault = {}): Promise<Service> {
  const kept = seeds();
  const calls: Call[] = [];
  const replica = { kept: structuredClone(kept), readsLeft: 0 };
  const server = await startWebServer(async (request, response) => {
    const token = request.headers[accessTokenHeader.toLowerCase()];
    const call = read(request.method ?? "", request.url ?? "", await text(request));
    call.token = typeof token === "string" ? token : undefined;
    calls.push(call);
    fault.read?.(call);
    fault.between?.(kept);
    const reads = ["listWebhooks", "getWebhook"].includes(call.operation);
    const stale = reads && fault.lag !== undefined && replica.readsLeft-- > 0;
    if (reads && !stale) replica.kept = structuredClone(kept);
    const status = fault.refuse?.(call) ?? refusalOf(call);
    const answer = status ? refusal(status) : answerTo(call, stale ? replica.kept : kept, fault);
    if (!reads) replica.readsLeft = fault.lag ?? 0;
    if (call.token !== undefined) fault.answer?.(answer, call);
    if (fault.send?.(response, call)) return;
    response.writeHead(answer.status, answer.headers);
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  });
  return { ...server, kept, calls };
}

/** More than a default page of subscriptions; sorted as text, their timestamps would be out of order. */
export function seeds(): Webhook[] {
  return Array.from({ length: 24 }, (_, index) => {
    const time = new Date(Date.UTC(2026, 2, 28, 22, 5 * index)).toISOString().slice(0, 19);
    const shifted = new Date(Date.UTC(2026, 2, 29, 1, 5 * index)).toISOString().slice(0, 19);
    const created_at = index % 2 ? `${time}+00:00` : `${shifted}+03:00`;
    const address = `https://lantern-books.example/hooks/${(index * 7) % 24}`;
    return { id: 1001 + index, address, topic: "orders/create", format: "xml", created_at, updated_at: created_at };
  });
}

function read(method: string, url: string, body: string): Call {
  const { pathname, searchParams: query } = new URL(url, "http://service.example");
  for (const operation of idsOf(operations)) {
    const { method: expected, path } = operations[operation];
    const [, id = ""] = new RegExp(`^${path.replace(/\{\w+\}/, "([^/]+)")}$`).exec(pathname) ?? [undefined, undefined];
    const matches = expected === method && (path.includes("{") ? id !== "" : path === pathname);
    if (matches)
      return { operation, query, id: decodeURIComponent(id), webhook: webhookIn(body), body, token: undefined };
  }
  return { operation: "none", query, id: "", webhook: {}, body, token: undefined };
}

function idsOf(all: typeof operations): OperationId[] {
  return Object.keys(all).filter((id): id is OperationId => id in all);
}

function webhookIn(body: string): Call["webhook"] {
  return body.startsWith("{") ? (JSON.parse(body).webhook ?? {}) : {};
}

/** The status that a request is refused with; 0 for none. */
function refusalOf({ operation, query, webhook, token }: Call): number {
  if (token !== TOKEN) return 401;
  if (operation === "none") return 404;
  if (Number(query.get("limit")) > limit.schema.maximum) return 422;
  if (!["createWebhook", "updateWebhook", "deliverWebhook"].includes(operation)) return 0;
  const { topic, address, format = "json" } = webhook;
  return topic && address && FORMATS.includes(format) ? 0 : 422;
}

function answerTo(call: Call, kept: Webhook[], fault: Fault): Answer {
  const found = kept.find(({ id }) => String(id) === call.id);
  switch (call.operation) {
    case "exchangeAccessToken": {
      const moment = "2026-03-02T08:15:00Z";
      const secrets = { client_secret: "battery-staple", code: "tr0ub4dor-and-3" };
      return success({ oauth: { id: 7, client_id: "lantern", ...secrets, created_at: moment, updated_at: moment } });
    }
    case "listWebhooks":
      return success(page(call.query, kept, fault));
    case "createWebhook": {
      const webhook = subscription(call, Math.max(1000, ...kept.map(({ id }) => id)) + 1);
      fault.create?.(webhook, call, kept);
      kept.push(webhook);
      return success({ webhook });
    }
    case "getWebhook":
      return found ? success({ webhook: found }) : refusal(404);
    case "deleteWebhook":
      if (!found) return refusal(404);
      if (fault.delete) fault.delete(kept, call.id);
      else kept.splice(kept.indexOf(found), 1);
      return success({ success: true, message: "Gone." });
    case "updateWebhook": {
      const { topic, address } = call.webhook;
      const own = kept.find((webhook) => webhook.topic === topic && webhook.address === address);
      return own ? success({ webhook: Object.assign(own, call.webhook) }) : refusal(404);
    }
    case "deliverWebhook":
      return success({ webhook: subscription(call, 1) });
    case "none":
      return refusal(404);
  }
}

function page(query: URLSearchParams, kept: readonly Webhook[], fault: Fault) {
  const per_page = Number(query.get("limit") ?? limit.schema.default);
  const current_page = Number(query.get("page") ?? pageNumber.schema.default);
  const sorted = (fault.sort ?? sort)(kept, query);
  const cut = fault.slice ?? slice;
  const total = kept.length;
  return {
    webhooks: cut(sorted, current_page, per_page),
    pagination: { current_page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

export function slice(sorted: Webhook[], page: number, limit: number): Webhook[] {
  return sorted.slice((page - 1) * limit, page * limit);
}

/** Sorts by any field, timestamps by their moments; by id unless the query says otherwise. */
export function sort(kept: readonly Webhook[], query: URLSearchParams): Webhook[] {
  const sign = query.get("sort_order") === "desc" ? -1 : 1;
  const field = query.get("sort_by") ?? "id";
  const value = (webhook: Webhook) => {
    const found: unknown = Object.entries(webhook).find(([name]) => name === field)?.[1];
    return field.endsWith("_at") ? Date.parse(String(found).replace(",", ".").replace(":60", ":59")) : found;
  };
  return kept.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (typeof one === "number" && typeof other === "number") return sign * (one - other);
    return one === other ? 0 : sign * (String(one) < String(other) ? -1 : 1);
  });
}

function subscription({ webhook }: Call, id: number): Webhook {
  const now = `${new Date().toISOString().slice(0, 19)}+00:00`;
  const { topic = "", address = "", format } = webhook;
  return { id, format: format === "xml" ? "xml" : "json", topic, address, created_at: now, updated_at: now };
}

function success(body: object): Answer {
  return { status: 200, headers: { "Content-Type": "application/json; charset=utf-8" }, body: structuredClone(body) };
}

export function refusal(status: number): Answer {
  return { status, headers: { "Content-Type": "application/problem+json" }, body: { title: "Refused" } };
}
