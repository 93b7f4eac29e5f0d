import { setTimeout as sleep } from "node:timers/promises";
import { accessToken, type OperationId, operations } from "../../generated/contract.js";
import { retryAfter } from "../retry-after.js";
import type { Answer, Request } from "./answer.js";
import { Skip } from "./expect.js";

// How one request is sent, and how long a run waits. The linter lets only safety.ts import `send`.

/** How long an answer may take, in ms. */
const TIMEOUT = 10_000;
/** How often a request is sent again. */
const MOST_REPEATS = 3;

/** The service, and the access token for it. */
export interface Service {
  readonly server: string;
  readonly token: string;
  /** Sends the requests; the default is the `fetch` of Node.js. */
  readonly fetch?: (url: URL, init: RequestInit) => Promise<Response>;
}

/** Waits for some ms, or until the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const wait: Wait = async (ms, signal) => {
  await sleep(ms, undefined, { signal }).catch(() => {});
};

/** A part of a run: the checks, or the deletion of what they have created. */
export class Phase {
  /** Why it does not send anything more; `undefined` while it does. */
  ended: string | undefined;
  readonly #repeatsLost: boolean;
  readonly #interruption = new AbortController();
  /** How much longer it waits if the service asks for that, in ms. */
  #patience = 60_000;
  /** How many answers in a row were lost. */
  #lost = 0;

  /** @param repeatsLost - Whether requests without an answer are sent again, as the service may be restarting. */
  constructor(repeatsLost: boolean) {
    this.#repeatsLost = repeatsLost;
  }

  /** Aborts when the phase is interrupted. */
  get signal(): AbortSignal {
    return this.#interruption.signal;
  }

  /** Sends nothing more from now on. Only the first reason counts. */
  end(reason: string): void {
    this.ended ??= reason;
  }

  /** Ends the phase, and aborts its wait or read. */
  interrupt(): void {
    this.end("the run was interrupted");
    this.#interruption.abort();
  }

  /** How long to wait before a request is sent again, in ms; `undefined` if it is not sent again. */
  pauseAfter({ status, headers }: Answer, repeats: number): number | undefined {
    this.#lost = status === 0 ? this.#lost + 1 : 0;
    if (this.#lost > MOST_REPEATS) this.end("the service does not answer any more");
    const isPutOff = status === 429 || status === 503 || (status === 0 && this.#repeatsLost);
    if (!isPutOff || repeats === MOST_REPEATS) return undefined;
    const ms = retryAfter(headers) ?? 1000 * 2 ** repeats;
    if (ms > this.#patience) return undefined;
    this.#patience -= ms;
    return ms;
  }
}

/** Sends a request once. A write is never interrupted, since only its answer tells what has to be deleted. */
export async function send(
  service: Service,
  operation: OperationId,
  request: Request,
  interruption: AbortSignal,
): Promise<Answer> {
  const { method, path } = operations[operation];
  const url = new URL(service.server + path.replace("{id}", encodeURIComponent(request.id ?? "")));
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, String(value));
  // The service may close an open connection just as a write reuses it. Nobody would know whether the write was done.
  const headers = new Headers({ "Content-Type": "application/json", Connection: "close" });
  if (request.token !== null) headers.set(accessToken.header, request.token ?? service.token);
  const timeout = AbortSignal.timeout(TIMEOUT);
  const isRead = method === "GET";
  const sent = { operation, request, method, url: url.href };
  try {
    const response = await (service.fetch ?? fetch)(url, {
      method,
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      // A redirect would receive the access token.
      redirect: "manual",
      signal: isRead ? AbortSignal.any([timeout, interruption]) : timeout,
    });
    const text = await response.text();
    return { ...sent, status: response.status, headers: response.headers, text, body: parsed(text) };
  } catch (error) {
    if (isRead && interruption.aborted) throw new Skip("the run was interrupted");
    const text = timeout.aborted ? `nothing came within ${TIMEOUT / 1000} seconds` : reasonOf(error);
    return { ...sent, status: 0, headers: new Headers(), text, body: undefined };
  }
}

/** Parses JSON. An id that would be rounded as a number stays a text, so that different ids stay different. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(/("id"\s*:\s*)(-?\d{16,})(?=\s*[,}])/g, '$1"$2"'));
  } catch {
    return undefined;
  }
}

const UNKNOWN_CERTIFICATE = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/;

/** The innermost reason: fetch itself says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const reason = error.message || error.name;
  const isUnknown = "code" in error && UNKNOWN_CERTIFICATE.test(String(error.code));
  return isUnknown ? `${reason}; name a file with the certificate of its issuer in NODE_EXTRA_CA_CERTS` : reason;
}
