import type { ServiceAnswer, ServiceRequest } from "./errors.js";
import type { OperationRequest, RequestHeaders, Send, SendOperation } from "./http.js";
import { createRedaction, isWords, secretsIn } from "./redaction.js";
import { answerOf, receive, successOf } from "./response.js";
import type { TokenSource } from "./token.js";

/** An operation of the contract with its input. */
export interface Operation extends Pick<OperationRequest, "method" | "path" | "pathParameters" | "query"> {
  /** `operationId` of the contract. */
  readonly id: string;
  /** Sent as JSON; `undefined` sends no body. */
  readonly body?: unknown;
  /** An example of a success's body: it has the fields that the contract requires, with values of their types. */
  readonly sample: unknown;
  /** Names of the fields that hold secrets, in the request or the answer. */
  readonly secrets?: readonly string[];
  /** Whether the contract does not specify the request's body. */
  readonly hasOpenBody?: boolean;
}

/** The result of a call that succeeded. */
export interface Outcome<Body> {
  readonly body: Body;
  readonly response: Response;
  readonly request: ServiceRequest;
  /** Returns the part of the answer that an error shows. */
  answer(): ServiceAnswer;
}

/** What all calls of a client share. */
export interface Connection {
  readonly baseUrl: string;
  readonly token: TokenSource;
  readonly fetch: Send;
  readonly send: SendOperation;
}

/** The request of one call, which can be sent several times. */
export interface Attempt<Body> {
  /** Sends the request and reads the answer. */
  send(options: { signal: AbortSignal }): Promise<Outcome<Body>>;
  /** Returns the request that was sent last, or what is known of it before the first. */
  request(): ServiceRequest;
  /** Returns what the call is waiting for, as the beginning of an error message. */
  waitingFor(): string;
}

/**
 * Copies the input of a call, so that what the caller changes later is not sent.
 *
 * @throws TypeError when an id cannot be part of a path, or the body cannot be written as JSON.
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
      // A string is not awaited: every await makes a call slower.
      const accessToken = typeof answer === "string" ? answer : await answer;
      waiting = "The service did not answer";
      const redaction = (status = 0) => {
        const isSecret = (field: string, text: string) => secrets.includes(field) || (hasOpenBody && !isWords(text));
        const sent = body === undefined ? [] : secretsIn(JSON.parse(body), isSecret);
        // In an error response, `code` may be the name of an error, made of plain words.
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

/** Refuses an id that would lead to another path. */
function checkPath(parameters: object = {}): void {
  for (const [name, value] of Object.entries(parameters)) {
    // URL parsers drop "." and "..", percent-encoded or not, and a path with an empty id is the path of the list. A
    // number that is no safe integer, and half a surrogate pair, would arrive as something else.
    if (Number.isSafeInteger(value) || (typeof value === "string" && !/^\.{0,2}$|\p{Surrogate}/u.test(value))) continue;
    throw new TypeError(`The path parameter ${name} cannot be ${JSON.stringify(value)}`);
  }
}
