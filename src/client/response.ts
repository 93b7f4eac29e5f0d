import {
  type ServiceAnswer,
  ServiceConnectionError,
  type ServiceRequest,
  ServiceResponseError,
  ServiceStatusError,
} from "./errors.js";
import type { Received, Send } from "./http.js";
import type { Redaction } from "./redaction.js";

/**
 * Sends a request and reads the complete answer. No other code reads a body.
 *
 * @param isWatched - Whether middleware may read the response afterwards, cloned or not.
 * @throws ServiceConnectionError when there is no answer, or an incomplete one.
 */
export async function receive(
  fetch: Send,
  request: ServiceRequest,
  init: RequestInit,
  isWatched: boolean,
  redaction: (status?: number) => Redaction,
): Promise<Received> {
  const { signal } = init;
  const failure = (what: string) => (cause: unknown) => {
    if (signal?.aborted) throw signal.reason;
    throw new ServiceConnectionError(what, request, { cause: withoutSecrets(cause, redaction()) });
  };
  const response = await fetch(request.url, init).catch(failure("The service did not answer"));
  const text = await (isWatched ? response.clone() : response).text().catch(failure("The answer is incomplete"));
  if (isWatched) Object.assign(response, { text: async () => text, json: async () => JSON.parse(text) });
  return { response, text };
}

/** Copies only names, messages and codes of what `fetch` threw: Node's errors also hold what a peer has sent. */
function withoutSecrets(thrown: unknown, redaction: Redaction): unknown {
  if (!(thrown instanceof Error)) return undefined;
  const { name, message, cause } = thrown;
  const copy = new Error(redaction.text(message), { cause: withoutSecrets(cause, redaction) });
  return Object.assign(copy, { name, code: "code" in thrown ? thrown.code : undefined });
}

/**
 * Returns the body of a success.
 *
 * @param sample - See `Operation`.
 * @throws ServiceStatusError when the status is not 200.
 * @throws ServiceResponseError when the body does not match the sample.
 */
export function successOf<Body>(
  received: Received,
  sample: unknown,
  request: ServiceRequest,
  redaction: (status?: number) => Redaction,
): Body {
  const { status } = received.response;
  if (status !== 200) {
    const said = `The service answered with ${status ? `status ${status}` : "a redirect"}`;
    const happened = status > 200 && status < 300 && request.method !== "GET";
    const what = happened ? `${said}, so it may have carried out the request` : said;
    throw new ServiceStatusError(what, request, answerOf(received, redaction(status)));
  }
  const fail = (what: string) => new ServiceResponseError(what, request, answerOf(received, redaction(status)));
  const body = parsed(received.text);
  // Node's fetch treats a truncated compressed body as complete.
  if (body === undefined && received.response.headers.has("Content-Encoding") && /^({|$)/.test(received.text)) {
    throw new ServiceConnectionError("The answer is incomplete", request);
  }
  if (body === undefined) throw fail(`The answer is ${received.text ? "not JSON" : "empty"}`);
  const place = misfit(body, sample);
  if (place) throw fail(`The answer does not match the contract at ${place}`);
  return body;
}

/** Returns the part of an answer that an error shows. */
export function answerOf({ response, text }: Received, redaction: Redaction): ServiceAnswer {
  const { status, headers } = response;
  return { status, headers: redaction.headers(headers), body: bodyOf(text, redaction) };
}

function bodyOf(text: string, redaction: Redaction): unknown {
  try {
    return text ? redaction.json(JSON.parse(text)) : undefined;
  } catch {
    // Not JSON, or nested too deeply to be copied.
    return redaction.text(text);
  }
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the place where a value differs from the sample in type, such as `body.webhook.id`; empty if there is none.
 * An integer in the sample stands for any that JavaScript holds exactly, the first item of a list for all items, and
 * `undefined` for any value.
 */
function misfit(value: unknown, sample: unknown, place = "body"): string {
  if (sample === undefined) return "";
  if (typeof sample !== "object") {
    return (Number.isInteger(sample) ? Number.isSafeInteger(value) : typeof value === typeof sample) ? "" : place;
  }
  if (Object(value) !== value || Array.isArray(value) !== Array.isArray(sample)) return place;
  const samples = Array.isArray(value) ? value.map(() => Object(sample)[0]) : sample;
  for (const [key, inner] of Object.entries(Object(samples))) {
    const found = misfit(Object(value)[key], inner, `${place}.${key}`);
    if (found) return found;
  }
  return "";
}
