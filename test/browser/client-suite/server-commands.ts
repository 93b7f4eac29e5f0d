import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { BrowserCommand } from "vitest/node";
import { bodyOf, startWebServer, type WebServer } from "../../servers/web.js";

/** A request that has arrived completely. */
export interface ForwardedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An event of the exchange with this number: its request has arrived, or, without a request, it is closed. */
export interface ServerEvent {
  exchange: number;
  request?: ForwardedRequest;
}

/** What a page does with a response, in Node's words. */
export type Action =
  | ["setHeader", name: string, value: string]
  | ["writeHead", status: number, headers: Record<string, string>]
  | ["flushHeaders"]
  | ["write", content: string]
  | ["end", content: string, encoding: "utf8" | "base64"]
  | ["destroy"]
  | ["resetAndDestroy"];

interface PageServer {
  server: WebServer;
  exchanges: Map<number, ServerResponse>;
  /** Events that the page has not got yet. */
  events: ServerEvent[];
  /** Resolves when there is an event, or the server is closed. */
  notify: () => void;
}

const servers = new Map<number, PageServer>();
let lastNumber = 0;

// Pages of any origin may read the answers: what the service must allow is tested in test/browser/client.test.ts.
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "*",
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Expose-Headers": "*",
  // The tests count requests. Unlike Node, a browser answers some from its cache, such as one with status 301.
  "Cache-Control": "no-store",
  // On a connection that has carried a request before, Chromium itself repeats one that is reset.
  Connection: "close",
};

/** Starts a server whose requests a page answers. */
const startPageServer: BrowserCommand<[]> = async () => {
  const exchanges = new Map<number, ServerResponse>();
  const push = (event: ServerEvent) => {
    own.events.push(event);
    own.notify();
  };
  const server = await startWebServer(async (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    const exchange = ++lastNumber;
    exchanges.set(exchange, response);
    const { method = "", url = "", headers } = request;
    push({ exchange, request: { method, url, headers, body: await bodyOf(request) } });
    response.on("close", () => {
      exchanges.delete(exchange);
      push({ exchange });
    });
  });
  const own: PageServer = { server, exchanges, events: [], notify: () => undefined };
  const id = ++lastNumber;
  servers.set(id, own);
  return { id, url: server.url };
};

/** Returns the events since the last call, or else the next event; nothing when the server is closed. */
const nextServerEvents: BrowserCommand<[id: number]> = async (_, id) => {
  const own = servers.get(id);
  if (own && own.events.length === 0) {
    await new Promise<void>((resolve) => {
      own.notify = resolve;
    });
  }
  return servers.get(id)?.events.splice(0);
};

/**
 * Carries out in order what a page does with a response; resolves when what it has written was sent. Nothing happens
 * when the exchange is closed.
 */
const actOnResponse: BrowserCommand<[id: number, exchange: number, actions: Action[]]> = async (
  _,
  id,
  exchange,
  actions,
) => {
  const response = servers.get(id)?.exchanges.get(exchange);
  if (!response) return;
  for (const action of actions) await carryOut(response, action);
};

async function carryOut(response: ServerResponse, [name, ...values]: Action): Promise<void> {
  if (name === "resetAndDestroy") response.req.socket.resetAndDestroy();
  else if (name === "write") await new Promise<unknown>((resolve) => response.write(values[0], resolve));
  else Reflect.apply(response[name], response, values);
}

const closePageServer: BrowserCommand<[id: number]> = async (_, id) => {
  const own = servers.get(id);
  if (!own) return;
  servers.delete(id);
  await own.server[Symbol.asyncDispose]();
  own.notify();
};

/** The commands by which a page has servers in Node. */
export const serverCommands = { startPageServer, nextServerEvents, actOnResponse, closePageServer };

declare module "vitest/browser" {
  interface BrowserCommands {
    startPageServer(): Promise<{ id: number; url: string }>;
    nextServerEvents(id: number): Promise<ServerEvent[] | undefined>;
    actOnResponse(id: number, exchange: number, actions: Action[]): Promise<void>;
    closePageServer(id: number): Promise<void>;
  }
}
