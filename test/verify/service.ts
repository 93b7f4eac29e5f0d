import { accessToken, type OperationId, operations } from "../../generated/contract.js";
import { jsonIn } from "../../src/json.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { verify } from "../../src/verify/run.js";
import { type Options, Run } from "../../src/verify/safety.js";
import { LIMIT } from "../sandbox/transports.js";
import { bodyOf, startWebServer, type WebServer } from "../servers/web.js";

/** How many subscriptions others have: more than a page holds, so that a run creates few. */
export const FOREIGN = LIMIT.usual + 4;
/** The id of the first subscription that a run creates. */
export const FIRST_OWN = 1001 + FOREIGN;

/** The access token that the services of the tests accept. */
export const TOKEN = "correct-horse/battery staple";

// biome-ignore lint/suspicious/noExplicitAny: a fault breaks whatever it likes in an answer.
export type Json = any;

/** A request, as a service reads it. */
export interface Call {
  readonly operation: string;
  readonly id: string;
  readonly query: URLSearchParams;
  /** The subscription in the body. */
  readonly sent: Json;
  readonly token: string | null;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** Sent as JSON, or as it is if it is a text. */
  readonly body: Json;
}

/** What is wrong with a service: answers a call, or lets the next one answer it. One that throws closes the connection. */
export type Fault = (call: Call, next: (call: Call) => Promise<Reply>, service: Service) => Promise<Reply> | Reply;

/** A service: the sandbox with subscriptions of others, which requires the token, with faults around it. */
export class Service {
  readonly calls: Call[] = [];
  readonly #sandbox: ReturnType<typeof createSandbox>;
  readonly #faults: readonly Fault[];
  /** The subscriptions of others. */
  readonly before: readonly Json[];
  readonly #foreignIds: ReadonlySet<string>;
  /** The calls of deletions that the sandbox has seen, by id. */
  readonly deleted: string[] = [];
  /** The paths of requests that are none of the contract. */
  readonly unknownPaths: string[] = [];
  /** How often a run has waited. */
  waits = 0;

  constructor(faults: readonly Fault[], seed = FOREIGN) {
    this.#sandbox = createSandbox({ seed });
    this.#faults = faults;
    this.before = this.rows;
    this.#foreignIds = new Set(this.before.map(({ id }) => String(id)));
  }

  get rows(): Json[] {
    return [...this.#sandbox.webhooks];
  }

  /** Changes subscriptions, or deletes them, as somebody else does. */
  change(change: (row: Json) => Json | undefined): void {
    this.#sandbox.reset(this.rows.flatMap((row) => change(row) ?? []));
  }

  isForeign(id: unknown): boolean {
    return this.#foreignIds.has(String(id));
  }

  /** The calls of an operation with the user's access token. */
  sent(operation: string): Call[] {
    return this.calls.filter((call) => call.operation === operation && call.token === TOKEN);
  }

  async answer(call: Call): Promise<Reply> {
    this.calls.push(call);
    let answer = (inner: Call): Promise<Reply> => this.ask(inner);
    for (const fault of this.#faults) {
      const next = answer;
      answer = async (outer) => fault(outer, next, this);
    }
    return answer(call);
  }

  /** What the sandbox answers. */
  async ask({ operation, id, query, sent, token }: Call): Promise<Reply> {
    const { method = "", path = "" } = Object.values(operations).find((each) => each.id === operation) ?? {};
    if (operation === "deleteWebhook") this.deleted.push(id);
    const headers = new Headers({ "Content-Type": "application/json" });
    if (token === TOKEN) headers.set(accessToken.header, token);
    const response = await this.#sandbox.fetch(`http://sandbox.test${path.replace("{id}", id)}?${query}`, {
      method,
      headers,
      ...(sent && { body: JSON.stringify({ webhook: sent }) }),
    });
    return { status: response.status, body: jsonIn(await response.text()) };
  }

  /** Answers a request, in this process. */
  async fetch(method: string, url: URL, headers: Headers, text: string): Promise<Response> {
    const token = headers.get(accessToken.header) || null;
    const sent = text && JSON.parse(text).webhook;
    for (const operation of Object.values(operations)) {
      const pattern = new RegExp(`^${operation.path.replace("{id}", "([^/]+)")}$`);
      const found = method === operation.method && pattern.exec(url.pathname);
      if (!found) continue;
      const call = {
        operation: operation.id,
        id: decodeURIComponent(found[1] ?? ""),
        query: url.searchParams,
        sent,
        token,
      };
      const { status, headers, body } = await this.answer(call);
      const init = { status, headers: { "Content-Type": "application/json", ...headers } };
      return new Response(typeof body === "string" ? body : JSON.stringify(body), init);
    }
    this.unknownPaths.push(url.pathname);
    return new Response("{}", { status: 404 });
  }

  /** Answers requests on a port. */
  listen(): Promise<WebServer> {
    return startWebServer(async (request, response) => {
      try {
        const url = new URL(request.url ?? "", "http://service.test");
        const headers = new Headers({
          [accessToken.header]: String(request.headers[accessToken.header.toLowerCase()] ?? ""),
        });
        const answer = await this.fetch(request.method ?? "", url, headers, await bodyOf(request));
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
      } catch {
        response.destroy();
      }
    });
  }
}

/** A run at a service, in this process. It waits for nothing: the service counts how often it would. */
export function runAt(service: Service, options: Partial<Options> = {}): Run {
  return new Run({
    server: "http://service.test",
    token: TOKEN,
    address: "https://service-admin-verify.example/hooks",
    deliver: true,
    wait: async () => void service.waits++,
    fetch: (url, { method = "", headers, body }) =>
      service.fetch(method, url, new Headers(headers), String(body ?? "")),
    ...options,
  });
}

/** A run that has read what exists, and may write. */
export async function startedAt(service: Service, options: Partial<Options> = {}): Promise<Run> {
  const run = runAt(service, options);
  await run.readForeign();
  return run;
}

/** What a run has found at a service, and left there. */
export type Verified = Awaited<ReturnType<typeof verified>>;

/** Verifies a service with faults, in this process. */
export async function verified(faults: Fault | readonly Fault[], options: Partial<Options> = {}, seed = FOREIGN) {
  const service = new Service([faults].flat(), seed);
  const run = runAt(service, options);
  let output = "";
  const { code, results } = await verify(run, (text) => {
    output += run.secrets.hidden(text);
  });
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const rows = service.rows;
  return {
    code,
    output,
    service,
    run,
    failed: failed.map(({ title }) => title),
    messages: failed.map(({ message }) => message ?? ""),
    /** Why checks were skipped, by title. */
    skipped: new Map(
      results.flatMap(({ title, outcome, message }) => (outcome === "skipped" ? [[title, message]] : [])),
    ),
    /** What was not there before. */
    left: rows.filter(({ id }) => !service.isForeign(id)),
    /** The foreign subscriptions, after the run. */
    foreign: rows.filter(({ id }) => service.isForeign(id)),
  };
}

/** Whether a call is one of an operation, with the user's own token. */
export const isCall = (operation: string) => (call: Call) => call.operation === operation && call.token === TOKEN;

/** The success of an operation. */
export function success({ operation }: Pick<Call, "operation">, body: Json): Reply {
  const { status = 0 } = Object.values(operations).find(({ id }) => id === operation) ?? {};
  return { status, body };
}

/** Follows the contract. */
export const follows: Fault = (call, next) => next(call);

/** Refuses calls that match; they do nothing. */
export function refuses(matches: (call: Call, service: Service) => unknown, status = 422, headers = {}): Fault {
  return (call, next, service) =>
    call.token === TOKEN && matches(call, service) ? { status, headers, body: { error: "no" } } : next(call);
}

/** Changes the successes of an operation. */
export function changes(operation: OperationId, change: (reply: Json, call: Call) => unknown): Fault {
  return async (call, next) => {
    const reply = await next(call);
    if (call.operation === operation && reply.status < 300) change(reply, call);
    return reply;
  };
}

/** Changes each subscription that an operation shows, but not what is stored. */
export function shows(operation: OperationId, change: object | ((row: Json, call: Call) => object)): Fault {
  return changes(operation, ({ body }, call) => {
    for (const row of body.webhooks ?? [body.webhook ?? body.oauth])
      Object.assign(row, typeof change === "function" ? change(row, call) : change);
  });
}

/** Changes the subscriptions that an operation stores. */
export function stores(operation: OperationId, change: (row: Json, call: Call) => object): Fault {
  return async (call, next, service) => {
    const reply = await next(call);
    if (call.operation !== operation || reply.status >= 300) return reply;
    const webhook = { ...reply.body.webhook, ...change(reply.body.webhook, call) };
    service.change((row) => (row.id === webhook.id ? webhook : row));
    return { ...reply, body: { webhook } };
  };
}

/** Changes the calls of an operation before the sandbox sees them. */
export function receives(operation: OperationId, change: (call: Call) => Partial<Call>): Fault {
  return (call, next) => next(call.operation === operation ? { ...call, ...change(call) } : call);
}

/** Changes the query of the list. */
export function queries(change: (query: URLSearchParams) => unknown): Fault {
  return receives("listWebhooks", (call) => {
    const query = new URLSearchParams(call.query);
    change(query);
    return { query };
  });
}

/** Does something else, too, before a call of an operation with the user's own token is answered. */
export function also(operation: OperationId, act: (service: Service, call: Call) => unknown): Fault {
  return async (call, next, service) => {
    if (isCall(operation)(call)) await act(service, call);
    return next(call);
  };
}

/** Does something in place of the first call that matches. */
export function once(matches: (call: Call) => boolean, fault: Fault): Fault {
  let isDone = false;
  return (call, next, service) => {
    if (isDone || !matches(call)) return next(call);
    isDone = true;
    return fault(call, next, service);
  };
}

/** The subscriptions of a page. */
export function slice(rows: Json[], page: number, limit: number): Json[] {
  return rows.slice((page - 1) * limit, page * limit);
}

/** Changes the sorted list, and how pages are cut out of it. */
export function lists(
  change: (rows: Json[], call: Call, service: Service) => Json[],
  cut: (rows: Json[], page: number, limit: number, call: Call) => Json[] = slice,
): Fault {
  return async (call, next, service) => {
    const reply = await next(call);
    if (call.operation !== "listWebhooks" || reply.status >= 300) return reply;
    const query = new URLSearchParams({ ...Object.fromEntries(call.query), limit: `${LIMIT.most}`, page: "1" });
    const all: Json[] = [];
    for (let page = 1; ; page++) {
      query.set("page", `${page}`);
      const { webhooks } = (await next({ ...call, query })).body;
      all.push(...webhooks);
      if (webhooks.length < LIMIT.most) break;
    }
    const rows = change(all, call, service);
    const limit = Number(call.query.get("limit") ?? LIMIT.usual);
    const page = Number(call.query.get("page") ?? 1);
    const total_pages = Math.ceil(rows.length / limit);
    const pagination = { current_page: page, per_page: limit, total: rows.length, total_pages };
    return { ...reply, body: { webhooks: cut(rows, page, limit, call), pagination } };
  };
}

/** Cuts pages in another way. */
export function cuts(cut: (rows: Json[], page: number, limit: number, call: Call) => Json[]): Fault {
  return lists((rows) => rows, cut);
}

/** Says that it deletes, and does not. */
export const deletesNothing: Fault = (call, next) =>
  isCall("deleteWebhook")(call) ? success(call, { success: true, message: "Gone." }) : next(call);
