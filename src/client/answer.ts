import { mayBeCut, misfit } from "./answer-checks.js";
import { innermost, isUnsent, withoutSecrets } from "./connection-failure.js";
import { quoted, ServiceConnectionError, ServiceResponseError, ServiceStatusError } from "./errors.js";
import type { Redactor } from "./request-secrets.js";
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
  // They are iterable, too, but not in the same types everywhere: in `dom` of TypeScript 5, they are not at all.
  readonly headers: Pick<Headers, "get" | "has">;
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
  let hasAnswered = false;
  try {
    const response = await fetch(request.url, init);
    if (!isResponse(response)) throw new TypeError("fetch returned no response");
    hasAnswered = true;
    return { response, text: await response.text() };
  } catch (error) {
    const what = hasAnswered ? "The answer is incomplete" : "The service did not answer";
    const cause = withoutSecrets(error, redact());
    const reason = cause ? quoted(innermost(cause)) : "";
    throw new ServiceConnectionError(what + reason, request, { cause }, hasAnswered || !isUnsent(error));
  }
}

/** Other libraries' responses differ from the platform's only in their types. */
function isResponse(response: FetchResponse): response is Response {
  return Symbol.iterator in Object(response?.headers) && response.type !== "error";
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
  const body = sample === null ? undefined : attempt(() => JSON.parse(text));
  let wrong: string | false | undefined;
  if (!(status in answers)) wrong = `The service answered with ${status ? `status ${status}` : "a redirect"}`;
  else if (body === undefined && sample !== null) {
    if (mayBeCut(text, headers)) throw new ServiceConnectionError("The answer is incomplete", request);
    wrong = `The answer is ${text ? "not JSON" : "empty"}`;
  } else {
    const place = misfit(body, sample);
    wrong = place === undefined ? fault?.(body) : `The answer does not match the contract at body${place}`;
  }
  if (!wrong) return body;

  const redaction = attempt(() => redactionOf(status, body)) ?? redactionOf(status);
  let shown = attempt(() => redaction.json(body));
  // Not JSON, or nested too deeply to be copied: there are no fields whose names tell secrets.
  if (shown === undefined && returnedSecrets.length === 0) shown = redaction.text(text) || undefined;
  const FoundError = status in answers ? ServiceResponseError : ServiceStatusError;
  throw new FoundError(wrong, request, {
    status,
    headers: redaction.headers(headers),
    body: shown,
  });
}

/** What some work returns; `undefined` if it throws. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
