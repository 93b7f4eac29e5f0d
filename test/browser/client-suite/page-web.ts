// Replaces test/servers/web.ts in a page: the server runs in Node, the listener in the page.
import { commands } from "vitest/browser";
import type { ArrivedRequest, OpenResponse, WebServer } from "../../servers/web.js";
import type { Action, ForwardedRequest } from "./server-commands.js";

/** Has Node do something with a response; resolves when it is done. */
type Forward = (...action: Action) => Promise<void>;

function arrived({ body, ...request }: ForwardedRequest, forward: Forward): ArrivedRequest {
  return {
    ...request,
    socket: { resetAndDestroy: () => forward("resetAndDestroy") },
    async *[Symbol.asyncIterator]() {
      yield body;
    },
  };
}

/** A response in the page. `close` tells its listeners that it is closed in Node. */
function openResponse(forward: Forward): OpenResponse & { close(): void } {
  const closed = new EventTarget();
  return {
    on: (event, listener) => closed.addEventListener(event, listener),
    close: () => closed.dispatchEvent(new Event("close")),
    setHeader: (name, value) => forward("setHeader", name, value),
    writeHead(status, headers = {}) {
      forward("writeHead", status, headers);
      return this;
    },
    flushHeaders: () => forward("flushHeaders"),
    write: (content, then) => forward("write", content).then(then),
    end(content = "") {
      if (typeof content === "string") forward("end", content, "utf8");
      else forward("end", btoa(String.fromCharCode(...content)), "base64");
    },
    destroy: () => forward("destroy"),
  };
}

/** Keeps the order, and sends in one command what a listener does without waiting: most answers take one round trip. */
function createForward(server: number, exchange: number): Forward {
  const actions: Action[] = [];
  let sent = Promise.resolve();
  return (...action) => {
    actions.push(action);
    if (actions.length === 1) {
      sent = sent.then(() => commands.actOnResponse(server, exchange, actions.splice(0)));
    }
    return sent;
  };
}

export async function bodyOf(request: ArrivedRequest): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

export async function startWebServer(
  listener: (request: ArrivedRequest, response: OpenResponse) => unknown,
): Promise<WebServer> {
  const { id, url } = await commands.startPageServer();
  const listen = async () => {
    const responses = new Map<number, ReturnType<typeof openResponse>>();
    for (;;) {
      const events = await commands.nextServerEvents(id);
      if (!events) return;
      for (const { exchange, request } of events) {
        if (request) {
          const forward = createForward(id, exchange);
          const response = openResponse(forward);
          responses.set(exchange, response);
          listener(arrived(request, forward), response);
        } else {
          responses.get(exchange)?.close();
          responses.delete(exchange);
        }
      }
    }
  };
  const listening = listen();
  return {
    url,
    async [Symbol.asyncDispose]() {
      await commands.closePageServer(id);
      await listening;
    },
  };
}
