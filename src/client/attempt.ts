import type { ServiceAnswer, ServiceRequest } from "./errors.js";
import type { OperationRequest, RequestHeaders, Send, SendOperation } from "./http.js";
import { createRedaction, isWords, secretsIn } from "./redaction.js";
import { answerOf, receive, successOf } from "./response.js";
import type { TokenSource } from "./token.js";

/** An operation of the contract with its input, ready to be called. */
export interface Operation extends Pick<OperationRequest, "method" | "path" | "pathParameters" | "query"> {
  /** `operationId` of the contract. */
  readonly id: string;
  /** What is sent as JSON; nothing where it is `undefined`. */
  readonly body?: unknown;
  /** A value of the form that the contract gives the body of a success. */
  readonly sample: unknown;
  /** Fields of the request or the answer that hold secrets. */
  readonly secrets?: readonly string[];
  /** Whether the contract leaves open what the request's body is. */
  readonly hasOpenBody?: boolean;
}

/** What a call has come to. */
export interface Outcome<Body> {
  readonly body: Body;
  readonly response: Response;
  readonly request: ServiceRequest;
  /** What an error shows of the answer. */
  answer(): ServiceAnswer;
}

/** What every call of a client goes through. */
export interface Connection {
  readonly baseUrl: string;
  readonly token: TokenSource;
  readonly fetch: Send;
  readonly send: SendOperation;
}

/** One call's request, ready to be sent as often as it takes. */
export interface Attempt<Body> {
  /** Sends the request and reads the answer. */
  send(options: { signal: AbortSignal }): Promise<Outcome<Body>>;
  /** What was sent last, as far as it is known. */
  request(): ServiceRequest;
  /** What the call waits for, as the beginning of a sentence. */
  waitingFor(): string;
}

/**
 * Takes the input of a call as it is now: what the caller changes later is not sent.
 *
 * @throws TypeError when no path leads to a resource with such an id, or the body cannot be written as JSON.
 */
export function prepare<Body>(
  { sample, secrets = [], hasOpenBody = false, ...operation }: Operation,
  callHeaders: RequestHeaders | undefined,
  { baseUrl, token, fetch, send }: Connection,
): Attempt<Body> {
  checkPath(operation.pathParameters);
  const { method, path, pathParameters } = operation;
  const query = { ...operation.query };
  const headers = new Headers(callHeaders);
  const body = operation.body === undefined ? undefined : JSON.stringify(operation.body);

  let request: ServiceRequest = { method: method.toUpperCase(), url: baseUrl + path };
  let waiting = "";
  return {
    request: () => request,
    waitingFor: () => waiting,
    async send({ signal }) {
      waiting = "accessToken returned no token";
      const answer = token(signal);
      // A string is not awaited: every await is felt in the time of a call.
      const accessToken = typeof answer === "string" ? answer : await answer;
      waiting = "The service did not answer";
      const redaction = (status = 0) => {
        const isSecret = (field: string, text: string) => secrets.includes(field) || (hasOpenBody && !isWords(text));
        const sent = body === undefined ? [] : secretsIn(JSON.parse(body), isSecret);
        // A refusal may call something else a `code`, in words.
        const hides = (field: string, value: unknown) => secrets.includes(field) && !(status >= 400 && isWords(value));
        return createRedaction([accessToken, ...sent], hides);
      };
      const parts = { method, path, pathParameters, query, body, headers, accessToken };
      const received = await send(parts, (url, init, isWatched) => {
        request = { method: request.method, url };
        return receive(fetch, request, { ...init, signal, redirect: "manual" }, isWatched, redaction);
      });
      return {
        body: successOf(received, sample, request, redaction),
        response: received.response,
        request,
        answer: () => answerOf(received, redaction(received.response.status)),
      };
    },
  };
}

/** Refuses an id that would lead elsewhere. */
function checkPath(parameters: object = {}): void {
  for (const [name, value] of Object.entries(parameters)) {
    // URL parsers drop "." and "..", percent-encoded or not, and a path with nothing for an id is that of the list. A
    // number that is no safe integer, and half a surrogate pair, would arrive as something else.
    if (Number.isSafeInteger(value) || (typeof value === "string" && !/^\.{0,2}$|\p{Surrogate}/u.test(value))) continue;
    throw new TypeError(`No path leads to the ${name} ${JSON.stringify(value)}`);
  }
}
