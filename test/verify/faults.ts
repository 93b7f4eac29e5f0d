import { LIMIT } from "../sandbox/transports.js";
import { type Call, type Fault, type Json, type Reply, refusal, type Service, success, TOKEN } from "./service.js";

/** Whether a call is one of an operation, with the user's own token. */
export const isCall = (operation: string) => (call: Call) => call.operation === operation && call.token === TOKEN;

/** Changes the body of each success of an operation, or the whole answer. */
export function answering(operation: string, change: (body: Json, call: Call, reply: Reply) => unknown): Fault {
  return async (call, next) => {
    const reply = await next(call);
    if (call.operation === operation && reply.status < 300) change(reply.body, call, reply);
    return reply;
  };
}

/** Changes each subscription that operations show. */
export function showing(operation: string, change: object | ((row: Json, call: Call) => object)): Fault {
  return answering(operation, ({ webhook, webhooks, oauth }, call) => {
    for (const row of webhooks ?? [webhook ?? oauth])
      Object.assign(row, typeof change === "function" ? change(row, call) : change);
  });
}

/** Adds fields to the body of each success of an operation. */
export const withBody = (operation: string, fields: object) =>
  answering(operation, (body) => Object.assign(body, fields));

/** Names another content type. */
export const typed = (operation: string, type: string) =>
  answering(operation, (_body, _call, reply) =>
    Object.assign(reply, { headers: { ...reply.headers, "content-type": type } }),
  );

/** Answers something else where `change` returns that. */
export const replying = (change: (reply: Reply, call: Call) => Reply | false | undefined): Fault => {
  return async (call, next) => {
    const reply = await next(call);
    return change(reply, call) || reply;
  };
};

/** Asks to wait some seconds with each refusal. */
export const waiting = (seconds: number) =>
  replying((reply) => reply.status === 429 && { ...reply, headers: { "Retry-After": String(seconds) } });

/** Refuses calls that match; they do nothing. */
export const refusing = (matches: (call: Call, service: Service) => unknown, status = 422, body?: Json): Fault => {
  return (call, next, service) => (call.token === TOKEN && matches(call, service) ? refusal(status, body) : next(call));
};

/** Says that it deletes, and does not. */
export const deletingNothing: Fault = (call, next) =>
  isCall("deleteWebhook")(call) ? success(call, { success: true, message: "Gone." }) : next(call);

/** Accepts a made-up token. */
export const madeUp: Fault = (call, next) => next(call.token?.startsWith("made-up") ? { ...call, token: TOKEN } : call);

/** Changes calls of an operation before they are handled. */
export function asking(operation: string, change: (call: Call) => Partial<Call>): Fault {
  return (call, next) => next(call.operation === operation ? { ...call, ...change(call) } : call);
}

/** Changes the query of the list. */
export function querying(change: (query: URLSearchParams) => unknown): Fault {
  return asking("listWebhooks", (call) => {
    const query = new URLSearchParams(call.query);
    change(query);
    return { query };
  });
}

/** Does what requests without a token ask for: openly, or behind a refusal. */
export const open = (operation: string): Fault => asking(operation, ({ token }) => ({ token: token ?? TOKEN }));
export function secretly(operation: string): Fault {
  return async (call, next) => {
    if (call.operation === operation && call.token === null) await next({ ...call, token: TOKEN });
    return next(call);
  };
}

/** Does something else, too, before a call of an operation with the user's own token is handled. */
export function alongside(operation: string, act: (service: Service, call: Call) => unknown): Fault {
  return async (call, next, service) => {
    if (isCall(operation)(call)) await act(service, call);
    return next(call);
  };
}

/** Changes new and updated subscriptions as they are stored. */
export function storing(operation: string, change: (row: Json, call: Call) => Json): Fault {
  return async (call, next, service) => {
    const reply = await next(call);
    if (call.operation !== operation || reply.status >= 300) return reply;
    const changed = change(reply.body.webhook, call);
    service.change((row) => (row.id === reply.body.webhook.id ? { ...row, ...changed } : row));
    return { ...reply, body: { webhook: { ...reply.body.webhook, ...changed } } };
  };
}

export const slice = (rows: Json[], page: number, limit: number): Json[] =>
  rows.slice((page - 1) * limit, page * limit);

/** Changes the sorted list, and how pages are cut out of it. */
export function listing(
  change: (rows: Json[], call: Call) => Json[],
  cut = (rows: Json[], page: number, limit: number, _: Call) => slice(rows, page, limit),
): Fault {
  return async (call, next) => {
    const reply = await next(call);
    if (call.operation !== "listWebhooks" || reply.status >= 300) return reply;
    const query = new URLSearchParams({ ...Object.fromEntries(call.query), limit: `${LIMIT.most}`, page: "1" });
    const rows = change((await next({ ...call, query })).body.webhooks, call);
    const [limit, page] = [Number(call.query.get("limit") ?? LIMIT.usual), Number(call.query.get("page") ?? 1)];
    const pagination = {
      current_page: page,
      per_page: limit,
      total: rows.length,
      total_pages: Math.ceil(rows.length / limit),
    };
    return { ...reply, body: { webhooks: cut(rows, page, limit, call), pagination } };
  };
}

/** Cuts pages in another way. */
export const cutting = (cut: (rows: Json[], page: number, limit: number, call: Call) => Json[]) =>
  listing((rows) => rows, cut);

/** Answers reads that match as the same read was answered last, until a call clears all that it knows. */
export function caching(matches: (call: Call) => boolean, ...clearing: string[]): Fault {
  const answers = new Map<string, Reply>();
  return async (call, next) => {
    if (clearing.includes(call.operation)) answers.clear();
    const read = `${call.operation} ${call.id} ${call.query}`;
    const known = structuredClone(answers.get(read));
    if (known && matches(call)) return known;
    const reply = await next(call);
    if (/^(list|get)/.test(call.operation) && reply.status < 300) answers.set(read, structuredClone(reply));
    return reply;
  };
}

/** Reads show what was written only some ms later: new subscriptions are missing until then. */
export function lagging(ms: number): Fault {
  const shownFrom = new Map<unknown, number>();
  const isHidden = (id: unknown) => (shownFrom.get(String(id)) ?? 0) > Date.now();
  const list = listing((rows) => rows.filter(({ id }) => !isHidden(id)));
  return async (call, next, service) => {
    if (call.operation === "getWebhook" && isHidden(call.id)) return refusal(404);
    const reply = await list(call, next, service);
    if (call.operation === "createWebhook" && reply.status < 300)
      shownFrom.set(String(reply.body.webhook.id), Date.now() + ms);
    return reply;
  };
}
