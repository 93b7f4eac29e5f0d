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
 * Sends a request and reads the whole answer: the one place where a body is read.
 *
 * @param isWatched - Whether middleware may read the response afterwards, with or without cloning it.
 * @throws ServiceConnectionError when there is no answer, or not the whole of one.
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
  const text = await (isWatched ? response.clone() : response).text().catch(failure("The answer is not whole"));
  if (isWatched) Object.assign(response, { text: async () => text, json: async () => JSON.parse(text) });
  return { response, text };
}

/** What `fetch` threw, by its names, messages and codes alone: Node's errors hold what a peer has sent. */
function withoutSecrets(thrown: unknown, redaction: Redaction): unknown {
  if (!(thrown instanceof Error)) return undefined;
  const { name, message, cause } = thrown;
  const copy = new Error(redaction.text(message), { cause: withoutSecrets(cause, redaction) });
  return Object.assign(copy, { name, code: "code" in thrown ? thrown.code : undefined });
}

/**
 * Returns the body of a success.
 *
 * @param sample - A value of the form that the contract gives the body.
 * @throws ServiceStatusError when the status is not 200.
 * @throws ServiceResponseError when the body is not what the contract describes.
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
    const what = happened ? `${said}, so it may have carried the request out` : said;
    throw new ServiceStatusError(what, request, answerOf(received, redaction(status)));
  }
  const fail = (what: string) => new ServiceResponseError(what, request, answerOf(received, redaction(status)));
  const body = parsed(received.text);
  // Node's fetch takes a compressed body that breaks off for a whole one.
  if (body === undefined && received.response.headers.has("Content-Encoding") && /^({|$)/.test(received.text)) {
    throw new ServiceConnectionError("The answer is not whole", request);
  }
  if (body === undefined) throw fail(`The answer is ${received.text ? "not JSON" : "empty"}`);
  const place = misfit(body, sample);
  if (place) throw fail(`The answer is not what the contract says at ${place}`);
  return body;
}

/** What an error shows of an answer. */
export function answerOf({ response, text }: Received, redaction: Redaction): ServiceAnswer {
  const { status, headers } = response;
  return { status, headers: redaction.headers(headers), body: bodyOf(text, redaction) };
}

function bodyOf(text: string, redaction: Redaction): unknown {
  try {
    return text ? redaction.json(JSON.parse(text)) : undefined;
  } catch {
    // Not JSON, or nested too deep to be copied.
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
 * Where a value has another form than the sample, such as `body.webhook.id`; empty where it has the same. A sample
 * integer stands for all that JavaScript holds exactly, the first item of a list for all, and `undefined` for anything.
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
