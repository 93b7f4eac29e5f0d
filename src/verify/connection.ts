import { setTimeout as pause } from "node:timers/promises";
import { accessToken, details, secretFields } from "../../generated/contract.js";
import type { Operation, Parameter } from "../contract.js";
import { assignmentTo, createRedaction, isWords, secretsIn } from "../redaction.js";
import { retryAfter } from "../retry-after.js";
import { parseExactly } from "./json.js";
import type { VerifyOptions } from "./verify-flags.js";

/** A request for an operation of the contract. */
export interface ServiceRequest {
  operation: Operation;
  /** Values of the path parameters. For those that are not given, the contract's examples are sent. */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON; nothing is sent for `undefined`. */
  body?: unknown;
  /** Access token to send instead of the user's own; `null` for no header. */
  token?: string | null | undefined;
}

/** The answer to a request. */
export interface ServiceResponse {
  operation: Operation;
  /** Path and query. */
  path: string;
  /** HTTP status; 0 if no answer came. */
  status: number;
  headers: Headers;
  /** The body as text. */
  text: string;
  /** The body as JSON, with integers beyond 2^53 as text; `undefined` if it is not JSON. */
  body: unknown;
  /** How long it took, in ms. */
  time: number;
  /** Why no complete answer came: whether the timeout ended it, and what that or the network says. */
  failure?: { isLate: boolean; reason: string };
}

/** What sends requests: the connection, or a step that counts them. */
export interface Service {
  send(request: ServiceRequest): Promise<ServiceResponse>;
}

/** Sends requests to the service. */
export interface Connection extends Service {
  /** Removes secrets from a text of the service. */
  redact(text: string): string;
  /** The same connection, ended by another signal, or when so many answers are lost one after another. */
  until(signal: AbortSignal | undefined, mostLost?: number): Connection;
}

/** What a connection is made with. */
export interface Line {
  fetch?: typeof globalThis.fetch;
  /** Receives every request and response, without secrets. */
  log?: ((text: string) => void) | undefined;
}

/** The user interrupted the walk, or the service answers no more. */
export class Interruption extends Error {}

/** A secret in a text that is not JSON, such as XML or a form: the name of its field, and its value. */
const ASSIGNED = new RegExp(`${assignmentTo(secretFields)}\\s*["']?([^\\s<>&"',;]+)`, "g");

/** The statuses of a service that serves a request at another time, perhaps. */
export const NOT_NOW = [429, 503];
/** How often a request is sent again when the service asks to slow down. */
const MAX_SLOWDOWNS = 3;
/** How long to wait if the service does not say, in ms; twice as long each time. */
const FIRST_WAIT = 1_000;
/** How long a walk waits for that in all, and the deletion after it once more, in seconds. */
export const LONGEST_WAIT = 60;
const LONGEST_LOGGED = 10_000;

/**
 * Creates a connection to the service. When the signal of `until` aborts, reads and the next request throw an
 * `Interruption`. A write that is under way is completed: only its answer says what there is to delete.
 */
export function connect(options: VerifyOptions, line: Line = {}): Connection {
  const isField = (field: string) => secretFields.includes(field);
  const sent = secretsIn(options.exchangeBody, (field, value) => typeof value === "string" || isField(field));
  const secrets = new Set([options.accessToken, ...sent]);
  const redact = (text: string) => createRedaction([...secrets]).text(text);
  const { text: redactKey } = createRedaction([...secrets]);
  const keep = ({ body, status, text }: ServiceResponse) => {
    // The code of an error is a word, unless it repeats a secret.
    const isSecret = (field: string, value: unknown) => isField(field) && !(status >= 400 && isWords(value));
    for (const secret of secretsIn(body, isSecret)) secrets.add(secret);
    if (body !== undefined) return;
    for (const [, field = "", value = ""] of text.matchAll(ASSIGNED)) if (isSecret(field, value)) secrets.add(value);
  };
  // The keys of JSON stay if they are words, whatever the service has called a secret.
  const clean = (whole: string) =>
    /^\s*[[{"]/.test(whole)
      ? whole.replaceAll(VALUES, (part, inner, colon) => (colon && isWords(inner) ? redactKey(part) : redact(part)))
      : redact(whole);
  const logged = (
    { operation, body }: ServiceRequest,
    { path, status, headers, text, failure, time }: ServiceResponse,
  ) => {
    const answer = failure?.reason ?? `${status} ${headers.get("content-type") ?? ""} in ${time} ms`;
    const sent = body === undefined ? "" : clean(JSON.stringify(body));
    const lines = [`> ${operation.method} ${redact(path)}`, sent, `< ${redact(answer)}`, cut(clean(text))];
    return `${lines.filter(Boolean).join("\n")}\n\n`;
  };
  const until = (signal: AbortSignal | undefined, mostLost = Number.POSITIVE_INFINITY): Connection => {
    let patience = LONGEST_WAIT * 1000;
    let lost = 0;
    const send = async (request: ServiceRequest, tries = 1): Promise<ServiceResponse> => {
      if (signal?.aborted) throw new Interruption();
      const response = await once(request, options, line, signal);
      const { status, headers, failure } = response;
      keep(response);
      line.log?.(logged(request, response));
      lost = failure ? lost + 1 : 0;
      if (lost >= mostLost) throw new Interruption();
      const wait = retryAfter(headers) ?? FIRST_WAIT * 2 ** (tries - 1);
      if (!NOT_NOW.includes(status) || tries > MAX_SLOWDOWNS || wait > patience) return response;
      patience -= wait;
      await pause(wait, undefined, signal && { signal }).catch(() => {});
      return send(request, tries + 1);
    };
    return { redact, until, send };
  };
  return until(undefined);
}

async function once(
  request: ServiceRequest,
  options: VerifyOptions,
  line: Line,
  signal: AbortSignal | undefined,
): Promise<ServiceResponse> {
  const { operation, body, token = options.accessToken } = request;
  const { method } = operation;
  const timeout = AbortSignal.timeout(options.timeout);
  const start = performance.now();
  const path = targetOf(request);
  const about = () => ({ operation, path, time: Math.round(performance.now() - start) });
  // A connection that is kept open may close when a write uses it again, and nobody would know whether it was done.
  const type = "application/json";
  const headers = { Connection: "close", "Content-Type": type, ...required(operation, "header") };
  try {
    const answer = await (line.fetch ?? fetch)(options.server + path, {
      method,
      headers: !token ? headers : { ...headers, [accessToken.header]: accessToken.prefix + token },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: "manual",
      signal: signal && method === "GET" ? AbortSignal.any([timeout, signal]) : timeout,
    });
    const text = await answer.text();
    return { ...about(), status: answer.status, headers: answer.headers, text, body: parseExactly(text) };
  } catch (error) {
    if (signal?.aborted && method === "GET") throw new Interruption();
    const reason = timeout.aborted ? `within ${options.timeout} ms` : reasonOf(error);
    const failure = { isLate: timeout.aborted, reason };
    return { ...about(), status: 0, headers: new Headers(), text: "", body: undefined, failure };
  }
}

/** Path and query of a request. */
function targetOf({ operation, path = {}, query = {} }: ServiceRequest): string {
  const values = { ...required(operation, "path"), ...path };
  // No URL can hold half of a character, which JSON can.
  const escaped = (value: unknown = "") => encodeURIComponent(String(value).replaceAll(/\p{Cs}/gu, "\ufffd"));
  const filled = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => escaped(values[name]));
  const asked = Object.entries({ ...required(operation, "query"), ...query });
  const search = new URLSearchParams(asked.flatMap(([name, value]) => [value].flat().map((one) => [name, `${one}`])));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The contract's examples of the required parameters in one place. */
function required({ id, parameters }: Operation, place: Parameter["in"]): Record<string, string[]> {
  const found = parameters.filter((one) => one.in === place && one.required);
  const examples = details[id]?.parameters ?? {};
  return Object.fromEntries(found.map(({ name }) => [name, [examples[name]].flat().map(String)]));
}

/** The strings of a JSON text, with the colon after those that are keys, and its numbers. */
const VALUES = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|-?[\d.]+/g;

function cut(text: string): string {
  return text.length > LONGEST_LOGGED ? `${text.slice(0, LONGEST_LOGGED)}…` : text;
}

/** The innermost reason: fetch itself says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause && error.cause !== error) return reasonOf(error.cause);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message || code || error.name;
}
