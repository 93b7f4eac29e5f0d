import { Buffer } from "node:buffer";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Answer } from "../engine.js";
import { LARGEST_BODY, tooLarge } from "../input.js";
import type { SandboxReply } from "../replies.js";
import { targetOf } from "../request.js";
import { isThisMachine } from "./addresses.js";

/** Creates the function that Node calls for each request. */
export function createListener(answer: Answer, closing: AbortSignal): RequestListener {
  return (request, response) => {
    // A request that fails must not stop the server.
    exchange(request, response, answer, closing).catch(() => response.destroy());
  };
}

async function exchange(request: IncomingMessage, response: ServerResponse, answer: Answer, signal: AbortSignal) {
  const { headers, method = "GET", url = "/", socket } = request;
  const reply = await answer({
    method,
    ...targetOf(url),
    get isLocal() {
      return isThisMachine(socket.remoteAddress ?? "");
    },
    signal,
    header: (name) => {
      const value = headers[name];
      return typeof value === "string" ? value : value?.join(", ");
    },
    text: () => readText(request),
  });
  // The client may have hung up.
  if (!response.destroyed) send(response, reply);
}

function send(response: ServerResponse, { status, headers, body, isBroken }: SandboxReply): void {
  const bytes = Buffer.byteLength(body);
  headers["Content-Length"] = String(bytes);
  response.writeHead(status, headers);
  if (!isBroken) response.end(body);
  else response.write(Buffer.from(body).subarray(0, Math.ceil(bytes / 2)), () => response.destroy());
}

/** The body of a request, as text. @throws Problem when it is too long. */
function readText(request: IncomingMessage): string | Promise<string> {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return "";
  if (Number(length) > LARGEST_BODY) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LARGEST_BODY) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.once("error", reject);
  });
}
