import { Buffer } from "node:buffer";
import { forPages, Problem, problemReply, type Reply, type SandboxRequest, WITHOUT_BODY } from "../reply.js";

/** What the sandbox reads of a Node.js request. It is declared here for users without the types of Node.js. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersionMajor?: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawHeaders: readonly string[];
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly readableEnded: boolean;
  readonly aborted?: boolean | undefined;
  on(event: "data", listener: (chunk: Uint8Array | string) => void): unknown;
  once(event: "end" | "error" | "close", listener: () => void): unknown;
  resume(): unknown;
}

/** What the sandbox uses of a Node.js response. */
export interface NodeResponse {
  readonly destroyed: boolean;
  once(event: "close", listener: () => void): unknown;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(): unknown;
  end(body: string): unknown;
  destroy(): unknown;
}

/** Answers a request. @param remoteAddress - The IP address that it comes from. */
type Answer = (request: SandboxRequest, remoteAddress: string) => Promise<Reply>;

/**
 * Creates the function that Node.js calls for each request.
 *
 * @param closing - Ends the requests that wait, and those that still arrive.
 */
export function createListener(answer: Answer, closing: AbortSignal) {
  return async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    if (closing.aborted) return void response.destroy();
    try {
      const { method = "GET", url = "/" } = request;
      const signal = () => signalOf(response, closing);
      const sent = { method, url, headers: headersOf(request), body: await bodyOf(request), signal };
      const remoteAddress = request.socket.remoteAddress ?? "";
      send(response, hasOneHost(request) ? await answer(sent, remoteAddress) : twoHosts(sent));
    } catch {
      // Nobody waits for the answer anymore. A request that fails must not stop the server.
      response.destroy();
    }
  };
}

/** The headers of a request. HTTP/2, which Vite speaks over https, also has names such as `:path`, and `:authority` for the host. */
function headersOf({ headers, httpVersionMajor }: NodeRequest): SandboxRequest["headers"] {
  if (httpVersionMajor !== 2) return headers;
  const named = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
  return { host: headers[":authority"], ...Object.fromEntries(named) };
}

/** Whether a request has exactly one host. Of two, Node.js reads the first, and a proxy may have read the other. */
function hasOneHost({ rawHeaders }: NodeRequest): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (/^(host|:authority)$/i.test(rawHeaders[index] ?? "")) count++;
  }
  return count === 1;
}

function twoHosts(request: SandboxRequest): Reply {
  return forPages(request, problemReply(new Problem(400, "Send exactly one Host header."), request));
}

/** One error for all requests: a stack would say nothing about the caller. */
const GONE = new Error("The caller has closed the connection");

/** A signal that aborts when the connection is closed. It is made only for a request that waits or fails. */
function signalOf(response: NodeResponse, closing: AbortSignal): AbortSignal {
  const caller = new AbortController();
  const abort = () => {
    closing.removeEventListener("abort", abort);
    caller.abort(GONE);
  };
  closing.addEventListener("abort", abort);
  response.once("close", abort);
  if (response.destroyed || closing.aborted) abort();
  return caller.signal;
}

function send(response: NodeResponse, { status, headers, body, isAborted }: Reply): void {
  if (isAborted || response.destroyed) return void response.destroy();
  if (WITHOUT_BODY.includes(status)) {
    response.writeHead(status, { ...headers });
    response.end();
    return;
  }
  response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(body)) });
  response.end(body);
}

/** Removes a byte order mark, as the `text()` of a `Request` does. */
const utf8 = new TextDecoder();

/** The body of a request. Rejects when the connection is lost. */
async function bodyOf(request: NodeRequest): Promise<string> {
  if (!mayHaveBody(request)) return "";
  if (request.readableEnded) return readBefore(request);
  // Reading it with `for await` would take a fifth of the time of an answer.
  const chunks: Uint8Array[] = [];
  await new Promise<void>((resolve, reject) => {
    request.on("data", (chunk) => chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk));
    request.once("error", () => reject(GONE));
    // When an HTTP/2 connection is lost, there is no `error`, and there may be an `end`.
    request.once("end", () => (request.aborted ? reject(GONE) : resolve()));
    request.once("close", () => reject(GONE));
    request.resume();
  });
  return utf8.decode(Buffer.concat(chunks));
}

/** Whether a request may have a body. HTTP/2 does not require a header that says so. */
function mayHaveBody({ headers, httpVersionMajor }: NodeRequest): boolean {
  return httpVersionMajor === 2 || "content-length" in headers || "transfer-encoding" in headers;
}

/** The body that another middleware has read: as bytes, as text, or parsed. */
function readBefore(request: NodeRequest): string {
  const body: unknown = "body" in request ? request.body : undefined;
  if (body instanceof Uint8Array) return utf8.decode(body);
  if (body === undefined) return "";
  return typeof body === "string" ? body : JSON.stringify(body);
}
