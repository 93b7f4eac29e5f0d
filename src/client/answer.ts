import type { Redaction } from "../redaction.js";
import { ServiceConnectionError, ServiceResponseError, ServiceStatusError } from "./errors.js";
import { innermost, isUnsent, quoted, withoutSecrets, wordsIn } from "./failure-reason.js";
import type { Redactor } from "./secrets.js";
import type { Operation, ServiceRequest } from "./service-request.js";

/** The options that a `fetch` gets. */
export interface TryInit {
  /** HTTP method, in capitals. */
  method: string;
  headers: Record<string, string>;
  /** JSON text; `null` for none. */
  body: string | null;
  /** Aborts when the call ends. */
  signal: AbortSignal;
  /** With another mode, fetch would send the access token to wherever a redirect points. */
  redirect: "manual";
}

/** As much of a `Response` as the client needs, so that other libraries' types fit. */
interface FetchResponse {
  readonly status: number;
  readonly type?: string;
  readonly headers: Pick<Headers, "get" | "has"> & Iterable<[string, string]>;
  text(): Promise<string>;
}

/** Sends one request and returns its response, as `fetch` does. */
export type Send = (url: string, init: TryInit) => Promise<FetchResponse>;

/** A response and its complete body as text. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

/**
 * Sends a request and reads the complete answer.
 *
 * @throws ServiceConnectionError when there is no answer, or an incomplete one.
 */
export async function receive(fetch: Send, request: ServiceRequest, init: TryInit, redact: Redactor): Promise<Answer> {
  let what = "The service did not answer";
  let hasRejected = true;
  try {
    const response = await fetch(request.url, init);
    hasRejected = false;
    if (!isResponse(response) || response.type === "error") throw new TypeError("fetch returned no response");
    what = "The answer is incomplete";
    return { response, text: await response.text() };
  } catch (error) {
    const cause = withoutSecrets(error, redact());
    const reason = cause ? quoted(innermost(cause)) : "";
    throw new ServiceConnectionError(what + reason, request, { cause }, !(hasRejected && cause && isUnsent(error)));
  }
}

/** Other libraries' responses differ from the platform's only in their types. */
function isResponse(response: FetchResponse): response is Response {
  return typeof response?.text === "function" && Symbol.iterator in Object(response.headers);
}

/**
 * Returns the body of a success.
 *
 * @throws ServiceStatusError when the contract does not have the status.
 * @throws ServiceResponseError when the body does not match the contract.
 * @throws ServiceConnectionError when the body was cut.
 */
export function bodyOf<Body, Data>(
  { response, text }: Answer,
  { answers, returnedSecrets = [], fault }: Operation<Body, Data>,
  request: ServiceRequest,
  redactionOf: Redactor,
): Body {
  const { status, headers } = response;
  const sample = answers[status];
  const body = sample === null ? undefined : parsed(text);
  /** The part of the answer that an error shows. */
  const shown = () => {
    const redaction = redactionOf(status);
    const body = shownBody(text, redaction, returnedSecrets.length > 0);
    return { status, headers: redaction.headers(headers), body };
  };
  if (!Object.hasOwn(answers, status)) {
    const failed = shown();
    const what = `The service answered with ${status ? `status ${status}` : "a redirect"}`;
    throw new ServiceStatusError(what + quoted(wordsIn(failed.body)), request, failed);
  }
  if (body !== undefined || sample === null) {
    const place = misfit(body, sample ?? undefined);
    const wrong = place === undefined ? fault?.(body) : `The answer does not match the contract at body${place}`;
    if (wrong) throw new ServiceResponseError(wrong, request, shown());
    return body;
  }
  if (mayBeCut(text, headers)) throw new ServiceConnectionError("The answer is incomplete", request);
  throw new ServiceResponseError(`The answer is ${text ? "not JSON" : "empty"}`, request, shown());
}

/** Node's fetch, unlike a page's, takes what has arrived of a compressed body, or of one without a length, for all. */
function mayBeCut(text: string, headers: Headers): boolean {
  const endsWithConnection = !headers.has("Content-Length") && /close/i.test(headers.get("Connection") ?? "");
  const isPage = "document" in globalThis;
  return /^\s*([[{]|$)/.test(text) && (headers.has("Content-Encoding") || (endsWithConnection && !isPage));
}

function shownBody(text: string, redaction: Redaction, mayHoldSecrets: boolean): unknown {
  try {
    return text ? redaction.json(JSON.parse(text)) : undefined;
  } catch {
    // Not JSON, or nested too deeply to be copied: there are no fields whose names tell secrets.
    return mayHoldSecrets ? undefined : redaction.text(text);
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
 * Returns the place where a value differs from the sample in type, such as `.webhook.id`; `undefined` if there is none.
 * An integer in the sample stands for any that JavaScript holds exactly, the first item of a list for all items, and
 * `undefined` for any value.
 */
function misfit(value: unknown, sample: unknown): string | undefined {
  if (sample === undefined) return undefined;
  if (typeof sample !== "object") {
    return (Number.isInteger(sample) ? Number.isSafeInteger(value) : typeof value === typeof sample) ? undefined : "";
  }
  const object = Object(value);
  const expected = Object(sample);
  if (object !== value || Array.isArray(value) !== Array.isArray(sample)) return "";
  if (Array.isArray(value)) {
    const index = value.findIndex((item) => misfit(item, expected[0]) !== undefined);
    return index < 0 ? undefined : `.${index}${misfit(value[index], expected[0])}`;
  }
  for (const key in expected) {
    const found = misfit(object[key], expected[key]);
    if (found !== undefined) return `.${key}${found}`;
  }
  return undefined;
}
