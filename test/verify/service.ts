import { operation as operationOf, operations, routes } from "../../generated/contract.js";
import type { Operation } from "../../src/contract-types.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { inAnswer } from "../worlds/in-answer.js";
import type { Item } from "../worlds/webhooks.js";

const TOKEN_HEADER = "X-Service-Access-Token";

/** The access token that the services accept. */
export const TOKEN = "correct-horse";

/** What a request is for. */
export type Role = "list" | "create" | "update" | "get" | "delete" | "exchange" | "trigger";

/** A request, as a service reads it. */
export interface Call {
  role: Role | undefined;
  operation: Operation | undefined;
  method: string;
  pathname: string;
  query: URLSearchParams;
  /** The id in the path. */
  id: string;
  /** The fields in the body. */
  sent: Item;
  body: string | undefined;
  token: string | undefined;
}

/** What a service answers. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON; a string is sent unchanged. */
  body: unknown;
}

/** Answers a request, or lets the service answer it. */
export type Fault = (call: Call, next: (call: Call) => Promise<Reply>, service: Service) => Promise<Reply> | Reply;

/** A service of the tests: the sandbox, which requires the token, and faults around it. */
export interface Service {
  fetch: typeof globalThis.fetch;
  /** Lets time go by, on the service's own clock. */
  pause: (ms: number) => Promise<void>;
  /** The time on that clock, in ms. */
  now(): number;
  /** What reached the service, before any fault. */
  calls: Call[];
  /** All items that there are. */
  rows(): Promise<Item[]>;
  /** Does something as another client. */
  asOther(method: "POST" | "DELETE", id?: string | number, sent?: Item): Promise<Item>;
  /** Changes an item in a way that no operation offers. */
  patch(id: unknown, fields: Item): void;
}

/** What each operation is for. */
const ROLES: Readonly<Record<string, Role>> = {
  listWebhooks: "list",
  createWebhook: "create",
  updateWebhook: "update",
  getWebhook: "get",
  deleteWebhook: "delete",
  exchangeAccessToken: "exchange",
  deliverWebhook: "trigger",
};

const ROUTES = routes.map(([id, pattern]) => [operationOf(id), new RegExp(pattern)] as const);

/** Creates a service with faults; the first is the outermost. Without faults, it follows the contract. */
export function createService(faults: readonly Fault[] = [], seed = 24): Service {
  const sandbox = createSandbox({ seed });
  const calls: Call[] = [];
  let time = 0;
  const ground = async (call: Call): Promise<Reply> => {
    const search = call.query.size > 0 ? `?${call.query}` : "";
    const response = await sandbox.fetch(`http://sandbox.test${call.pathname}${search}`, {
      method: call.method,
      headers: { "Content-Type": "application/json", [TOKEN_HEADER]: TOKEN },
      ...(call.body !== undefined && { body: call.body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === "" ? "" : JSON.parse(text),
    };
  };
  const service: Service = {
    calls,
    now: () => time,
    pause: async (ms) => {
      time += ms;
    },
    fetch: async (input, init) => {
      const call = readCall(String(input), init);
      calls.push({ ...call, sent: { ...call.sent } });
      let next = async (inner: Call) => (inner.token === TOKEN ? ground(inner) : refusal(401));
      for (const fault of faults.toReversed()) {
        const inner = next;
        next = async (outer) => fault(outer, inner, service);
      }
      const { status, headers, body } = await next(call);
      init?.signal?.throwIfAborted();
      return new Response(status === 204 ? null : typeof body === "string" ? body : JSON.stringify(body), {
        status,
        headers,
      });
    },
    rows: async () => {
      const call = callFor("list");
      call.query.set("limit", "10000");
      return itemsIn(call.operation, await ground(call));
    },
    asOther: async (method, id, sent) => {
      const role = method === "POST" ? "create" : "delete";
      const call = callFor(role, id === undefined ? "" : String(id), sent);
      const [item = {}] = itemsIn(call.operation, await ground(call));
      return item;
    },
    patch: (id, fields) =>
      sandbox.reset(sandbox.webhooks.map((row) => (idOf(row) === String(id) ? { ...row, ...fields } : row))),
  };
  return service;
}

/** A request of another client. */
function callFor(role: Role, id = "", sent?: Item): Call {
  const operation = Object.values(operations).find(({ id }) => ROLES[id] === role);
  const pathname = (operation?.path ?? "/").replace(/\{[^}]+\}/, id);
  const body = sent && JSON.stringify({ webhook: sent });
  const method = operation?.method ?? "GET";
  return { role, operation, method, pathname, query: new URLSearchParams(), id, sent: sent ?? {}, body, token: TOKEN };
}

function readCall(url: string, init: RequestInit = {}): Call {
  const { pathname, searchParams: query } = new URL(url);
  const { method = "GET" } = init;
  const body = typeof init.body === "string" ? init.body : undefined;
  const token = new Headers(init.headers).get(TOKEN_HEADER) ?? undefined;
  for (const [operation, pattern] of ROUTES) {
    const match = operation.method === method ? pattern.exec(pathname) : null;
    if (!match) continue;
    const sent: Item = { ...(body !== undefined && Object(JSON.parse(body)).webhook) };
    const id = decodeURIComponent(match[1] ?? "");
    return { role: ROLES[operation.id], operation, method, pathname, query, id, sent, body, token };
  }
  return { role: undefined, operation: undefined, method, pathname, query, id: "", sent: {}, body, token };
}

/** A call about another item. */
export function aboutItem(call: Call, id: string): Call {
  if (call.id === "") return call;
  return { ...call, id, pathname: call.pathname.replace(`/${encodeURIComponent(call.id)}`, `/${id}`) };
}

/** A call whose body has other fields. */
export function sending(call: Call, sent: Item): Call {
  return { ...call, sent, body: JSON.stringify({ webhook: sent }) };
}

/** The items in an answer. */
export function itemsIn(operation: Operation | undefined, { body, status }: Reply): Item[] {
  if (!operation || status !== operation.answer.status) return [];
  const { holds } = operation.answer;
  const found = inAnswer(operation, body);
  const inner = Object(found);
  if (holds === "list") return Array.isArray(inner) ? inner : [];
  return holds === "item" && inner === found ? [inner] : [];
}

/** The id of an item, as text. */
export function idOf(item: Item): string {
  return String(item["id"]);
}

/** The answer of a service that has done something. */
export function success(body: unknown): Reply {
  return { status: 200, headers: { "Content-Type": "application/json" }, body };
}

/** The answer of a service that refuses something. */
export function refusal(status: number, body: unknown = { title: "Refused" }): Reply {
  // No test waits a second before the request is sent again.
  return { status, headers: { "Content-Type": "application/problem+json", "Retry-After": "0" }, body };
}
