// Replaces test/servers/web.ts in a page: the server runs in Node, the listener in the page.
import { commands } from "vitest/browser";
import type { ArrivedRequest, OpenResponse, WebServer } from "../../servers/web.js";
import type { Action, ForwardedRequest } from "./server-commands.js";

/** Has Node do something with a response; resolves when it is done. */
type Forward = (...action: Action) => Promise<void>;

class PageRequest implements ArrivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ArrivedRequest["headers"];
  readonly socket: ArrivedRequest["socket"];
  readonly #body: string;

  constructor({ method, url, headers, body }: ForwardedRequest, forward: Forward) {
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.socket = { resetAndDestroy: () => forward("resetAndDestroy") };
    this.#body = body;
  }

  async *[Symbol.asyncIterator]() {
    yield this.#body;
  }
}

class PageResponse implements OpenResponse {
  readonly #forward: Forward;
  readonly #closeListeners: (() => void)[] = [];

  constructor(forward: Forward) {
    this.#forward = forward;
  }

  on(_: "close", listener: () => void) {
    this.#closeListeners.push(listener);
  }

  close() {
    for (const listener of this.#closeListeners) listener();
  }

  setHeader(name: string, value: string) {
    this.#forward("setHeader", name, value);
  }

  writeHead(status: number, headers: Record<string, string> = {}) {
    this.#forward("writeHead", status, headers);
    return this;
  }

  flushHeaders() {
    this.#forward("flushHeaders");
  }

  write(content: string, then?: () => void) {
    this.#forward("write", content).then(then);
  }

  end(content: string | Uint8Array = "") {
    if (typeof content === "string") this.#forward("end", content, "utf8");
    else this.#forward("end", btoa(String.fromCharCode(...content)), "base64");
  }

  destroy() {
    this.#forward("destroy");
  }
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
    const responses = new Map<number, PageResponse>();
    for (;;) {
      const events = await commands.nextServerEvents(id);
      if (!events) return;
      for (const { exchange, request } of events) {
        if (request) {
          const forward = createForward(id, exchange);
          const response = new PageResponse(forward);
          responses.set(exchange, response);
          listener(new PageRequest(request, forward), response);
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
