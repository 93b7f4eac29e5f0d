import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Webhook } from "../../src/client/index.js";
import { addressOf } from "../servers/port.js";

/** A request as the service understands it. */
export interface Call {
  operation: "exchange" | "list" | "create" | "update" | "get" | "delete" | "deliver" | "none";
  query: URLSearchParams;
  /** The id in the path, as text. */
  id: string;
  webhook: { topic: string; address: string; format?: "json" | "xml" };
  /** The request body, as it came. */
  body: string;
}

/** What the service is about to answer. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON, except for a string, which is sent as it is. */
  body: unknown;
}

/** What is wrong with a service: changes an answer, what is kept, or how it is sent. */
export interface Fault {
  answer?(answer: Answer, call: Call): void;
  /** Changes how the query of a list is understood. */
  read?(query: URLSearchParams): unknown;
  /** Takes the place of a deletion. */
  delete?(kept: Webhook[], id: string): void;
  /** Takes the place of sorting. */
  sort?(kept: Webhook[], order: string | null): Webhook[];
  /** Takes the place of sending the answer, if it returns true. */
  send?(response: ServerResponse, call: Call): boolean;
}

export interface Service extends AsyncDisposable {
  url: string;
  /** The subscriptions that it keeps. */
  kept: Webhook[];
  calls: Call[];
}

/** The access token that it takes. */
export const TOKEN = "correct-horse";

/** A small service that keeps the contract and remembers, except for one fault. */
export async function startService(fault: Fault = {}): Promise<Service> {
  const kept = seeds();
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const call = read(request.method ?? "", request.url ?? "", await text(request));
    calls.push(call);
    const known = request.headers["x-service-access-token"] === TOKEN;
    const answer = known ? answerTo(call, kept, fault) : refusal(401);
    if (known) fault.answer?.(answer, call);
    if (fault.send?.(response, call)) return;
    response.writeHead(answer.status, answer.headers);
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: addressOf(server).url,
    kept,
    calls,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** More than a default page of subscriptions; sorted as text, their timestamps would be out of order. */
export function seeds(): Webhook[] {
  return Array.from({ length: 24 }, (_, index) => {
    const time = new Date(Date.UTC(2026, 2, 28, 22, 5 * index)).toISOString().slice(0, 19);
    const shifted = new Date(Date.UTC(2026, 2, 29, 1, 5 * index)).toISOString().slice(0, 19);
    const created_at = index % 2 ? `${time}+00:00` : `${shifted}+03:00`;
    const address = `https://lantern-books.example/hooks/${index}`;
    return { id: 1001 + index, address, topic: "orders/create", format: "xml", created_at, updated_at: created_at };
  });
}

function read(method: string, url: string, body: string): Call {
  const { pathname, searchParams: query } = new URL(url, "http://service.example");
  const [, id = ""] = /^\/api\/admin\/26\.0\/webhooks\/(.+)$/.exec(pathname) ?? [];
  const operations: Record<string, Call["operation"]> = {
    "POST oauth/access_token": "exchange",
    "GET webhooks": "list",
    "POST webhooks": "create",
    "PUT webhooks": "update",
    "GET webhooks/{id}": "get",
    "DELETE webhooks/{id}": "delete",
    "POST internal/webhooks/deliver": "deliver",
  };
  const path = pathname.replace("/api/admin/26.0/", "").replace(/^webhooks\/.+/, "webhooks/{id}");
  const operation = operations[`${method} ${path}`] ?? "none";
  const wrapped = ["create", "update", "deliver"].includes(operation);
  return { operation, query, id, webhook: wrapped ? JSON.parse(body).webhook : { topic: "", address: "" }, body };
}

function answerTo(call: Call, kept: Webhook[], fault: Fault): Answer {
  const found = kept.find(({ id }) => String(id) === call.id);
  switch (call.operation) {
    case "exchange": {
      const moment = "2026-03-02T08:15:00Z";
      const secrets = { client_secret: "battery-staple", code: "tr0ub4dor-and-3" };
      return success({ oauth: { id: 7, client_id: "lantern", ...secrets, created_at: moment, updated_at: moment } });
    }
    case "list":
      return success(page(call.query, kept, fault));
    case "create": {
      const webhook = subscription(call, Math.max(1000, ...kept.map(({ id }) => id)) + 1);
      kept.push(webhook);
      return success({ webhook });
    }
    case "get":
      return found ? success({ webhook: found }) : refusal(404);
    case "delete":
      if (!found) return refusal(404);
      if (fault.delete) fault.delete(kept, call.id);
      else kept.splice(kept.indexOf(found), 1);
      return success({ success: true, message: "Gone." });
    case "update":
    case "deliver":
      return success({ webhook: subscription(call, 1) });
    case "none":
      return refusal(404);
  }
}

function page(asked: URLSearchParams, kept: Webhook[], fault: Fault) {
  const query = new URLSearchParams(asked);
  fault.read?.(query);
  const per_page = Number(query.get("limit") ?? 20);
  const current_page = Number(query.get("page") ?? 1);
  const sorted = (fault.sort ?? byTime)(kept, query.get("sort_order"));
  const total = kept.length;
  return {
    webhooks: sorted.slice((current_page - 1) * per_page, current_page * per_page),
    pagination: { current_page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

function byTime(kept: Webhook[], order: string | null): Webhook[] {
  const sign = order === "desc" ? -1 : 1;
  return kept.toSorted((a, b) => sign * (Date.parse(a.created_at) - Date.parse(b.created_at)));
}

function subscription({ webhook }: Call, id: number): Webhook {
  const now = `${new Date().toISOString().slice(0, 19)}+00:00`;
  return { id, format: "json", ...webhook, created_at: now, updated_at: now };
}

function success(body: object): Answer {
  return { status: 200, headers: { "Content-Type": "application/json; charset=utf-8" }, body: structuredClone(body) };
}

function refusal(status: number): Answer {
  return { status, headers: { "Content-Type": "application/problem+json" }, body: { title: "Refused" } };
}
