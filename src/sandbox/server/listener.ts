import { Buffer } from "node:buffer";
import { type Reply, WITHOUT_BODY } from "../reply.js";
import type { SandboxRequest } from "../request.js";
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

/** A request of Node's in the form that the sandbox reads. */
export interface ServedRequest extends SandboxRequest {
  /** Whether it comes from this machine. */
  isLocal(): boolean;
}

/** Creates the function that Node calls for each request. @param closing - Ends the requests that wait. */
export function createListener(answer: (request: ServedRequest) => Promise<Reply>, closing: AbortSignal) {
  return (request: NodeRequest, response: NodeResponse): void => {
    const served: ServedRequest = {
      method: request.method ?? "GET",
      url: request.url ?? "/",
      headers: new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      signal: closing,
      isLocal: () => isThisMachine(request.socket.remoteAddress ?? ""),
      text: () => textOf(request),
    };
    answer(served)
      // The client may have hung up.
      .then((reply) => response.destroyed || send(response, reply))
      // A request that fails must not stop the server.
      .catch(() => response.destroy());
  };
}

function send(response: NodeResponse, { status, headers, body, broken }: Reply): void {
  // An answer without a body breaks off before its headers.
  if (broken === "before" || (broken && body === "")) return void response.destroy();
  const hasBody = !WITHOUT_BODY.includes(status);
  if (hasBody) headers["Content-Length"] = String(Buffer.byteLength(body));
  response.writeHead(status, headers);
  if (broken) response.write(Buffer.from(body.slice(0, Math.ceil(body.length / 2))), () => response.destroy());
  else response.end(hasBody ? body : undefined);
}

/** The body of a request. Rejects when the connection breaks off. */
async function textOf(request: NodeRequest): Promise<string> {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return "";
  if (request.readableEnded) return parsedBefore(request);
  // To read it with `for await` takes a fifth of the time of an answer.
  const chunks: Uint8Array[] = [];
  await new Promise<void>((resolve, reject) => {
    request.on("data", (chunk) => chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk));
    request.once("end", resolve);
    request.once("error", () => reject(new Error("The connection broke off")));
    request.resume();
  });
  return Buffer.concat(chunks).toString();
}

/** The body that another middleware has read and parsed. */
function parsedBefore(request: NodeRequest): string {
  const body: unknown = "body" in request ? request.body : "";
  if (body instanceof Uint8Array) return Buffer.from(body).toString("utf8");
  return typeof body === "string" ? body : JSON.stringify(body ?? "");
}
