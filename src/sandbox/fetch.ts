import type { Answer } from "./engine.js";
import type { SandboxReply } from "./replies.js";
import { targetOf } from "./request.js";

/** Creates a `fetch` that the sandbox answers. */
export function createFetch(answer: Answer): typeof globalThis.fetch {
  return async (input, init) => {
    const request = input instanceof Request && !init ? input : new Request(input, init);
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const reply = await answer({
      method: request.method,
      ...targetOf(pathname + search),
      isLocal: true,
      signal: request.signal,
      header: (name) => request.headers.get(name) ?? undefined,
      text: () => (request.body === null ? "" : request.text()),
    });
    return responseOf(reply);
  };
}

function responseOf({ status, headers, body, isBroken }: SandboxReply): Response {
  if (isBroken) return new Response(brokenOff(body), { status, headers });
  return new Response(status === 204 ? null : body, { status, headers });
}

/** Half of a body, then the error of a lost connection. */
function brokenOff(body: string): ReadableStream<Uint8Array> {
  const half = new TextEncoder().encode(body.slice(0, Math.ceil(body.length / 2)));
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError("The answer breaks off here, as simulated"));
      else controller.enqueue(half);
      isSent = true;
    },
  });
}
