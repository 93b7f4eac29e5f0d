import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { VerifyOptions } from "./arguments.js";
import { EXCHANGE, WEBHOOKS } from "./paths.js";

/**
 * Stands between respect and the service. It adds the access token, so that respect never holds it; it hands every
 * answer on as it is, redirects included, which respect would follow; and it watches what may have been made.
 */
export interface Relay extends AsyncDisposable {
  /** Base URL to send requests to. */
  url: string;
  /** Whether a subscription was asked for, and none said to be deleted since. */
  mayBeLeft(): boolean;
  /** Ids that it may have: those of the answer to its creation, and those shown with its address. */
  candidates: Set<string>;
  /** The secrets of the OAuth record, as the service gave them. */
  secrets: Set<string>;
  /** Resolves when every request has been answered, or given up. */
  settled(): Promise<void>;
}

// They are about one connection, and there are two here; fetch has decoded the body, too.
const OF_CONNECTION = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|host|expect|upgrade)$/;

export async function startRelay(options: VerifyOptions, address: string): Promise<Relay> {
  const candidates = new Set<string>();
  const secrets = new Set<string>();
  const pending = new Set<Promise<void>>();
  let mayBeLeft = false;

  const watch = (request: Request, status: number, body: unknown) => {
    // By HTTP itself, the service has done nothing then.
    if (creates(request) && status >= 400 && status < 500) mayBeLeft = false;
    const { method } = request;
    for (const { id, address: shown, client_secret, code, success } of objectsIn(body)) {
      if (method === "DELETE" && status === 200 && success === true) mayBeLeft = false;
      for (const secret of [client_secret, code]) if (typeof secret === "string") secrets.add(secret);
      if (typeof id !== "number" && typeof id !== "string") continue;
      if (creates(request) || shown === address) candidates.add(String(id));
      if (method === "GET" && shown === address) mayBeLeft = true;
    }
  };
  const exchange = async (incoming: IncomingMessage, response: ServerResponse) => {
    try {
      const request = await receive(incoming, options);
      if (creates(request)) mayBeLeft = true;
      const answer = await send(request, options);
      const body = Buffer.from(await answer.arrayBuffer());
      watch(request, answer.status, parsed(body.toString()));
      const headers = [...answer.headers].filter(([name]) => !OF_CONNECTION.test(name) && name !== "location");
      response.writeHead(answer.status, headers.flat()).end(body);
    } catch {
      // No answer: respect is to see none either.
      response.destroy();
    }
  };

  const server = createServer((request, response) => {
    const answered = exchange(request, response).finally(() => pending.delete(answered));
    pending.add(answered);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (typeof bound !== "object" || !bound) throw new Error("The relay does not listen on a port");
  return {
    url: `http://127.0.0.1:${bound.port}`,
    candidates,
    secrets,
    mayBeLeft: () => mayBeLeft,
    settled: async () => void (await Promise.all(pending)),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface Request {
  method: string;
  path: string;
  headers: Headers;
  body: string | null;
}

function creates({ method, path }: Request): boolean {
  return method === "POST" && path === WEBHOOKS;
}

/** The request to send in place of the one that came, with its secrets. */
async function receive(incoming: IncomingMessage, options: VerifyOptions): Promise<Request> {
  const { method = "GET", url: path = "/" } = incoming;
  const received = await text(incoming);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string" && !OF_CONNECTION.test(name)) headers.set(name, value);
  }
  headers.set("X-Service-Access-Token", options.accessToken);
  const body =
    path === EXCHANGE && options.exchangeBody !== undefined ? JSON.stringify(options.exchangeBody) : received;
  return { method, path, headers, body: body || null };
}

function send({ method, path, headers, body }: Request, { server, timeout }: VerifyOptions): Promise<Response> {
  // respect gives up at the timeout; a subscription that is made later is still to be seen, and deleted.
  const signal = AbortSignal.timeout(timeout * 2);
  return fetch(server + path, { method, headers, body, redirect: "manual", signal });
}

/** The value of a JSON text, or `undefined` where it is none: respect tells of that. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every object in a JSON value: what stands where is for respect to check. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [Object.fromEntries(Object.entries(value)), ...inner];
}
