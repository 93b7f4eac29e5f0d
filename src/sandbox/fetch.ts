import { LARGEST_BODY } from "./limits.js";
import { type Answer, type SandboxReply, WITHOUT_BODY } from "./reply.js";
import type { Text } from "./request/request.js";

/** Creates a `fetch` that the sandbox answers. */
export function createFetch(answer: Answer): typeof globalThis.fetch {
  return async (input, init) => {
    const request = isRequest(input) && !isInit(init) ? input : new Request(input, init);
    request.signal?.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const reply = await answer({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      isLocal: () => true,
      text: () => (request.body === null ? "" : textOf(request)),
    });
    return responseOf(request.method === "HEAD" ? { ...reply, body: "" } : reply);
  };
}

async function textOf(request: Request): Promise<Text> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > LARGEST_BODY) return undefined;
  // Behind a port, a byte order mark is a part of the text.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Whether a value is a request, even one of another realm, such as that of a page in a test. */
function isRequest(input: unknown): input is Request {
  return "url" in Object(input);
}

/** What an answer depends on. */
const FIELDS = ["body", "headers", "method", "signal"];

/** Whether it changes a request. Servers of runtimes pass something else as a second argument. */
function isInit(init: object | undefined): boolean {
  return FIELDS.some((name) => name in Object(init));
}

function responseOf({ status, headers, body, isBroken }: SandboxReply): Response {
  if (isBroken) return new Response(brokenOff(body), { status, headers });
  return new Response(body === "" || WITHOUT_BODY.includes(status) ? null : body, { status, headers });
}

/** Half of a body, then the error of a lost connection. */
function brokenOff(body: string): ReadableStream<Uint8Array> {
  const half = new TextEncoder().encode(body.slice(0, Math.ceil(body.length / 2)));
  return new ReadableStream({
    start: (controller) => controller.enqueue(half),
    pull: (controller) => controller.error(new TypeError("The answer breaks off here, as simulated")),
  });
}
