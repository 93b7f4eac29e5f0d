import { Buffer } from "node:buffer";
import { LARGEST_BODY } from "../limits.js";
import { type Answer, type SandboxReply, WITHOUT_BODY } from "../reply.js";
import type { Text } from "../request/request.js";
import { isThisMachine } from "./addresses.js";

/** A request of Node's, as far as the sandbox reads it: users without the types of Node have all types of the sandbox. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly readableEnded: boolean;
  on(event: "data", listener: (chunk: Uint8Array | string) => void): unknown;
  once(event: "end" | "error", listener: () => void): unknown;
  resume(): unknown;
}

/** A response of Node's, as far as the sandbox writes it. */
export interface NodeResponse {
  readonly destroyed: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(chunk: Uint8Array, then: () => void): unknown;
  end(body?: string): unknown;
  destroy(): unknown;
}

/** Answers a request of Node's. */
export type Listener = (request: NodeRequest, response: NodeResponse) => void;

/** Creates the function that Node calls for each request. */
export function createListener(answer: Answer, closing: AbortSignal): Listener {
  return (request, response) => {
    // A request that fails must not stop the server.
    exchange(request, response, answer, closing).catch(() => response.destroy());
  };
}

async function exchange(request: NodeRequest, response: NodeResponse, answer: Answer, signal: AbortSignal) {
  const [path, query] = pathAndQuery(request.url ?? "/");
  const reply = await answer({
    method: request.method ?? "GET",
    ...{ path, query },
    headers: request.headers,
    signal,
    isLocal: () => isThisMachine(request.socket.remoteAddress ?? ""),
    text: () => readText(request),
  });
  // The client may have hung up.
  if (!response.destroyed) send(response, reply);
}

function send(response: NodeResponse, { status, headers, body, isBroken }: SandboxReply): void {
  const hasBody = !WITHOUT_BODY.includes(status);
  const bytes = Buffer.byteLength(body);
  if (hasBody) headers["Content-Length"] = String(bytes);
  // An answer without a body breaks off before its headers.
  if (isBroken && bytes === 0) return void response.destroy();
  response.writeHead(status, headers);
  if (isBroken) response.write(Buffer.from(body).subarray(0, Math.floor(bytes / 2)), () => response.destroy());
  else response.end(hasBody ? body : undefined);
}

/** The body of a request. Rejects when the connection breaks off. */
function readText(request: NodeRequest): Text | Promise<Text> {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return "";
  if (request.readableEnded) return parsedBefore(request);
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    request.on("data", (chunk) => {
      bytes += chunk.length;
      // An earlier middleware may have requested text.
      if (bytes <= LARGEST_BODY) chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    });
    // A client that still sends may not read an answer: too much is read to its end as well.
    request.once("end", () => resolve(bytes > LARGEST_BODY ? undefined : Buffer.concat(chunks).toString("utf8")));
    request.once("error", () => reject(new Error("The connection broke off")));
    request.resume();
  });
}

/** The body that another middleware has read and parsed. */
function parsedBefore(request: NodeRequest): string {
  const body: unknown = "body" in request ? request.body : "";
  if (body instanceof Uint8Array) return Buffer.from(body).toString("utf8");
  return typeof body === "string" ? body : JSON.stringify(body ?? "");
}

/** The path of a request's target, normalized as by browsers, and its query without the question mark. */
export function pathAndQuery(target: string): [path: string, query: string] {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  if (SIMPLE.test(path)) return [path, end < 0 ? "" : target.slice(end + 1)];
  const { pathname, search } = new URL(`http://sandbox.invalid/${target.replace(/^\//, "")}`);
  return [pathname, search.slice(1)];
}

const SIMPLE = /^(\/[\w-][\w.-]*)+$/;
