import { Buffer } from "node:buffer";
import { type Reply, WITHOUT_BODY } from "../reply.js";
import type { SandboxRequest } from "../request.js";

/** A request of Node's, as far as the sandbox reads it: users without the types of Node have all types of the sandbox. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersionMajor?: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly readableEnded: boolean;
  readonly aborted?: boolean | undefined;
  on(event: "data", listener: (chunk: Uint8Array | string) => void): unknown;
  once(event: "end" | "error" | "close", listener: () => void): unknown;
  resume(): unknown;
}

/** A response of Node's, as far as the sandbox writes it. */
export interface NodeResponse {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  once(event: "close", listener: () => void): unknown;
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(chunk: Uint8Array, then: () => void): unknown;
  end(): unknown;
  end(body: string): unknown;
  destroy(): unknown;
}

/** Answers a request. @param remoteAddress - The IP address that it comes from. */
type Answer = (request: SandboxRequest, remoteAddress: string) => Promise<Reply>;

/** One for all: a stack of its own would say nothing about the caller. */
const GONE = new Error("The caller has closed the connection");

/** A request of Node's. As a class, since to define a getter for each object takes 1.4 µs. */
class ArrivedRequest implements SandboxRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: SandboxRequest["headers"];
  readonly text: () => Promise<string>;
  readonly #makeSignal: () => AbortSignal;
  #signal: AbortSignal | undefined;

  constructor(request: NodeRequest, makeSignal: () => AbortSignal) {
    this.method = request.method ?? "GET";
    this.url = request.url ?? "/";
    this.headers = headersOf(request);
    this.text = () => textOf(request);
    this.#makeSignal = makeSignal;
  }

  /** Made only for a request that waits, which most do not. */
  get signal(): AbortSignal {
    this.#signal ??= this.#makeSignal();
    return this.#signal;
  }
}

/**
 * Creates the function that Node calls for each request. What waits for a caller who has closed the connection ends.
 *
 * @param closing - Ends all requests.
 */
export function createListener(answer: Answer, closing: AbortSignal) {
  const callers = new Set<AbortController>();
  closing.addEventListener("abort", () => {
    for (const caller of callers) caller.abort(closing.reason);
  });
  /** Aborts when the connection is closed before the answer has been sent. */
  const signalOf = (response: NodeResponse): AbortSignal => {
    const caller = new AbortController();
    if (response.destroyed) {
      caller.abort(GONE);
      return caller.signal;
    }
    callers.add(caller);
    response.once("close", () => {
      callers.delete(caller);
      if (!response.writableEnded) caller.abort(GONE);
    });
    return caller.signal;
  };
  return (request: NodeRequest, response: NodeResponse): void => {
    if (closing.aborted) return void response.destroy();
    const arrived = new ArrivedRequest(request, () => signalOf(response));
    answer(arrived, request.socket.remoteAddress ?? "")
      // The client may have hung up.
      .then((reply) => response.destroyed || send(response, reply))
      // A request that fails must not stop the server.
      .catch(() => response.destroy());
  };
}

/** The headers of a request. HTTP/2 writes the host as a field with a colon, and method, path and scheme too. */
function headersOf({ headers }: NodeRequest): Map<string, string> {
  const all = new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const host = all.get(":authority");
  if (host === undefined) return all;
  const named = [...all].filter(([name]) => !name.startsWith(":"));
  return new Map([["host", host], ...named]);
}

function send(response: NodeResponse, { status, headers, body, broken }: Reply): void {
  // An answer without a body breaks off before its headers.
  if (broken === "before" || (broken && body === "")) return void response.destroy();
  const hasBody = !WITHOUT_BODY.includes(status);
  response.writeHead(status, hasBody ? { ...headers, "Content-Length": String(Buffer.byteLength(body)) } : headers);
  if (broken) response.write(Buffer.from(body.slice(0, Math.ceil(body.length / 2))), () => response.destroy());
  else if (hasBody) response.end(body);
  else response.end();
}

/** Leaves out the mark that a text may begin with, as the `text()` of a `Request` does. */
const utf8 = new TextDecoder();

/** The body of a request. Rejects when the connection breaks off. */
async function textOf(request: NodeRequest): Promise<string> {
  if (!mayHaveBody(request)) return "";
  if (request.readableEnded) return parsedBefore(request);
  // To read it with `for await` takes a fifth of the time of an answer.
  const chunks: Uint8Array[] = [];
  await new Promise<void>((resolve, reject) => {
    const breakOff = () => reject(new Error("The connection broke off"));
    request.on("data", (chunk) => chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk));
    request.once("error", breakOff);
    // Where a connection of HTTP/2 breaks off, there is no error, and there may be an end.
    request.once("end", () => (request.aborted ? breakOff() : resolve()));
    request.once("close", () => request.readableEnded || breakOff());
    request.resume();
  });
  return utf8.decode(Buffer.concat(chunks));
}

/** Whether a request has a body, as its headers say it. HTTP/2 does not require one that says so. */
function mayHaveBody({ headers, httpVersionMajor = 1 }: NodeRequest): boolean {
  const { "content-length": length, "transfer-encoding": encoding } = headers;
  if (httpVersionMajor >= 2) return length !== "0";
  return encoding !== undefined || (length !== undefined && length !== "0");
}

/** The body that another middleware has read and parsed. */
function parsedBefore(request: NodeRequest): string {
  const body: unknown = "body" in request ? request.body : "";
  if (body instanceof Uint8Array) return utf8.decode(body);
  return typeof body === "string" ? body : JSON.stringify(body ?? "");
}
