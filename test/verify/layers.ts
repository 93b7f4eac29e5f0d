import type { Item } from "../worlds/webhooks.js";
import {
  aboutItem,
  type Call,
  type Fault,
  idOf,
  itemsIn,
  type Reply,
  type Role,
  refusal,
  type Service,
  sending,
  success,
  TOKEN,
} from "./service.js";

/** Changes successful answers of one role. */
export function on(role: Role, change: (reply: Reply, call: Call) => unknown): Fault {
  return async (call, next) => {
    const reply = await next(call);
    if (call.role === role && reply.status === call.operation?.answer.status) change(reply, call);
    return reply;
  };
}

/** Changes the fields of the items that one role answers with. */
export function fields(role: Role, changes: Item | ((item: Item, call: Call) => Item)): Fault {
  return on(role, (reply, call) => {
    for (const item of objectsIn(call, reply)) {
      Object.assign(item, typeof changes === "function" ? changes(item, call) : changes);
    }
  });
}

/** The items in an answer, or the one object in it. */
function objectsIn(call: Call, reply: Reply): Item[] {
  const items = itemsIn(call.operation, reply);
  return items.length > 0 ? items : [Object(Object.values(Object(reply.body))[0])];
}

/** Answers one role with a status, and a body if one is given. */
export function status(role: Role, code: number, body?: unknown): Fault {
  return on(role, (reply) => Object.assign(reply, { status: code }, body !== undefined && { body }));
}

/** Answers one role with other headers. */
export function headers(role: Role, changed: Record<string, string>): Fault {
  return on(role, (reply) => Object.assign(reply, { headers: changed }));
}

/** Refuses the requests that match; they do nothing. */
export function refusing(matches: (call: Call) => boolean, code = 422, body?: unknown): Fault {
  return (call, next) => (call.token === TOKEN && matches(call) ? refusal(code, body) : next(call));
}

/** Changes the requests of one role before they are handled. */
export function asked(role: Role, change: (call: Call) => Call): Fault {
  return (call, next) => next(call.role === role ? change(call) : call);
}

/** Does something else, too, when the walk sends a request of one role. */
export function alongside(role: Role, act: (service: Service, call: Call) => unknown): Fault {
  return async (call, next, service) => {
    if (call.role === role && call.token === TOKEN) await act(service, call);
    return next(call);
  };
}

/** Does twice what requests of one role ask for. */
export function twice(role: Role): Fault {
  return async (call, next) => {
    if (call.role === role && call.token === TOKEN) await next(call);
    return next(call);
  };
}

/** Changes the query of a list. */
export function query(change: (parameters: URLSearchParams) => unknown): Fault {
  return asked("list", (call) => {
    const parameters = new URLSearchParams(call.query);
    change(parameters);
    return { ...call, query: parameters };
  });
}

/** Does what requests without a token ask for. */
export function open(role: Role): Fault {
  return (call, next) => next(call.role === role && call.token === undefined ? { ...call, token: TOKEN } : call);
}

/** Cuts a page out of a sorted list. */
export type Cut = (rows: Item[], page: number, limit: number, query: URLSearchParams) => Item[];

export const slice = (rows: Item[], page: number, limit: number): Item[] =>
  rows.slice((page - 1) * limit, page * limit);

/** Changes the sorted list, or how pages are cut out of it. */
export function listing(change: (rows: Item[], call: Call) => Item[], cut: Cut = slice): Fault {
  return async (call, next) => {
    const reply = await next(call);
    if (call.role !== "list" || reply.status !== 200) return reply;
    const largest = new URLSearchParams(call.query);
    largest.set("limit", String(10_000));
    largest.set("page", "1");
    const rows = change(itemsIn(call.operation, await next({ ...call, query: largest })), call);
    const [limit, page] = [Number(call.query.get("limit") ?? 20), Number(call.query.get("page") ?? 1)];
    const total = rows.length;
    const pagination = { current_page: page, per_page: limit, total, total_pages: Math.ceil(total / limit) };
    const webhooks = cut(rows, page, limit, call.query);
    return { ...reply, body: { ...Object(reply.body), webhooks, pagination } };
  };
}

/** Changes how pages are cut out of the sorted list. */
export const cutting = (cut: Cut): Fault => listing((rows) => rows, cut);

/** Deletes another item than it is asked to. */
export const deletingFirst: Fault = (call, next) =>
  next(call.role === "delete" && call.token === TOKEN ? aboutItem(call, "1001") : call);

/** Says that it has deleted what it is asked to, and deletes nothing. */
export const deletingNothing: Fault = (call, next) =>
  call.role === "delete" && call.token === TOKEN ? success({ success: true, message: "Gone." }) : next(call);

/** Refuses what has no token, but does it. */
export function doing(role: Role): Fault {
  return async (call, next) => {
    if (call.role === role && call.token === undefined) await next({ ...call, token: TOKEN });
    return next(call);
  };
}

/** Accepts access tokens that nobody has. */
export const acceptingMadeUp: Fault = (call, next) =>
  next(call.token?.startsWith("made-up") ? { ...call, token: TOKEN } : call);

/** Changes the pages of a list. */
export function pages(change: (rows: Item[], position: Item, call: Call) => Item[] | undefined): Fault {
  return on("list", (reply, call) => {
    const body = Object(reply.body);
    body.webhooks = change(body.webhooks, body.pagination, call) ?? body.webhooks;
  });
}

/** Changes fields of new items, as they are stored. */
export function storing(change: (item: Item, call: Call) => Item): Fault {
  return async (call, next, service) => {
    const reply = await next(call);
    const [item] = call.role === "create" ? itemsIn(call.operation, reply) : [];
    if (!item) return reply;
    const changes = change(item, call);
    service.patch(idOf(item), changes);
    Object.assign(item, changes);
    return reply;
  };
}

/** Takes requests of one role without a field, as if it had a value. */
export function filling(role: Role, field: string, value: unknown): Fault {
  return asked(role, (call) => (field in call.sent ? call : sending(call, { ...call.sent, [field]: value })));
}

/** Answers a read of what was deleted with status 200 and a body. */
export function goneAs(body: object): Fault {
  const gone = new Set<string>();
  return (call, next) => {
    if (call.role === "delete" && call.token === TOKEN) gone.add(call.id);
    const isGone = call.role === "get" && call.token === TOKEN && gone.has(call.id);
    return isGone ? success(body) : next(call);
  };
}

/** Reads lag behind writes, by some ms: new items are not shown, and deleted ones still are. */
export function lagging(ms: number): Fault {
  const hiddenUntil = new Map<string, number>();
  const ghosts = new Map<string, { item: Item; until: number }>();
  return async (call, next, service) => {
    const isHidden = (id: string) => service.now() < (hiddenUntil.get(id) ?? 0);
    const list = listing((rows) => {
      const shown = rows.filter((row) => !isHidden(idOf(row)));
      return [...shown, ...[...ghosts.values()].filter(({ until }) => service.now() < until).map(({ item }) => item)];
    });
    if (call.role === "list") return list(call, next, service);
    if (call.role === "get" && isHidden(call.id)) return refusal(404);
    const gone = call.role === "delete" ? (await service.rows()).find((row) => idOf(row) === call.id) : undefined;
    const reply = await next(call);
    const [made] = call.role === "create" ? itemsIn(call.operation, reply) : [];
    const until = service.now() + ms;
    if (made) hiddenUntil.set(idOf(made), until);
    if (gone && reply.status === 200) ghosts.set(call.id, { item: gone, until });
    return reply;
  };
}

/** Gives items other ids in all answers and paths. */
export function withIds(toShown: (id: number) => unknown, toStored: (shown: string) => string): Fault {
  return async (call, next) => {
    const reply = await next(call.id === "" ? call : aboutItem(call, toStored(call.id)));
    for (const item of itemsIn(call.operation, reply)) item["id"] = toShown(Number(item["id"]));
    const big = JSON.stringify(reply.body, (_, value) => (typeof value === "bigint" ? `big:${value}` : value));
    return { ...reply, body: big.replaceAll(/"big:(\d+)"/g, "$1") };
  };
}
