import { setTimeout as sleep } from "node:timers/promises";
import { accessToken, type OperationId, operations } from "../../generated/contract.js";
import { retryAfter } from "../retry-after.js";
import { cleaning, options, phase, Skip } from "./run.js";

// Requests to the service, and its answers, as they were sent and as they may be printed.

/** An object of an answer, such as a subscription. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Query parameters of the list. */
export type Query = Readonly<Record<string, string | number>>;

/** A request. What it does not say is as the contract says. */
export interface Request {
  id?: string | undefined;
  query?: Query | undefined;
  /** Sent as JSON; nothing is sent for `undefined`. */
  body?: unknown;
  /** Sent in place of the user's access token; `null` for none. */
  token?: string | null | undefined;
  /** Throws when it must not be sent. Also asked after a wait, in which others may have changed what it is about. */
  guard?: () => Promise<void>;
}

/** The answer to a request. */
export interface Answer {
  operation: OperationId;
  /** HTTP status; 0 if no complete answer came. */
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON, with ids beyond 2^53 as text; `undefined` if it is not JSON. */
  body: unknown;
  /** Why no complete answer came. */
  lost?: string;
}

const accessTokenValue = process.env["SERVICE_ACCESS_TOKEN"] ?? "";
/** How often a request is sent again when the service asks for that. */
const MOST_REPEATS = 3;
/** How many answers may be lost, one after another: each can take as long as the timeout. */
const MOST_LOST = 3;

/**
 * Sends a request, and again when the service asks for that with status 429 or 503.
 *
 * @throws Skip when the phase has ended, as by an interruption.
 */
export async function send(operation: OperationId, request: Request = {}): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    if (operations[operation].method === "GET") await settle();
    await request.guard?.();
    if (phase.ended) throw new Skip(phase.ended);
    const answer = await sendOnce(operation, request);
    phase.lost = answer.lost === undefined ? 0 : phase.lost + 1;
    if (phase.lost === MOST_LOST) phase.end("the service answers no more");
    const wait = retryAfter(answer.headers) ?? 1000 * 2 ** tries;
    // What the walk leaves it deletes also after a restart of the service.
    const mayComeBack = phase === cleaning && answer.lost !== undefined;
    if (!(mayComeBack || [429, 503].includes(answer.status)) || tries === MOST_REPEATS || wait > phase.patience)
      return answer;
    phase.patience -= wait;
    await pause(wait);
  }
}

let hasUnsettledWrite = false;

/** Waits until reads should show what was written. */
async function settle(): Promise<void> {
  if (hasUnsettledWrite && options.settle > 0) await pause(options.settle);
  hasUnsettledWrite = false;
}

/** Waits, unless the walk is interrupted. */
export async function pause(ms: number): Promise<void> {
  await sleep(ms, undefined, { signal: phase.interruption.signal }).catch(() => {});
}

/** A write that is under way is completed when the walk is interrupted: only its answer says what there is to delete. */
async function sendOnce(operation: OperationId, { id, query, body, token }: Request): Promise<Answer> {
  const { method, path } = operations[operation];
  const target = new URL(options.server + path.replace("{id}", encodeURIComponent(id ?? "")));
  for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, `${value}`);
  const timeout = AbortSignal.timeout(options.timeout);
  hasUnsettledWrite ||= method !== "GET";
  try {
    const response = await fetch(target, {
      method,
      headers: {
        "Content-Type": "application/json",
        // A kept connection may close when a write uses it again, and nobody would know whether it was done.
        Connection: "close",
        ...(token !== null && { [accessToken.header]: token ?? accessTokenValue }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: "manual",
      signal: method === "GET" ? AbortSignal.any([timeout, phase.interruption.signal]) : timeout,
    });
    const text = await response.text();
    return { operation, status: response.status, headers: response.headers, text, body: parse(text) };
  } catch (error) {
    if (method === "GET" && phase.ended) throw new Skip(phase.ended);
    const lost = timeout.aborted ? `nothing came within ${options.timeout} ms` : quoted(reasonOf(error));
    return { operation, status: 0, headers: new Headers(), text: "", body: undefined, lost };
  }
}

/** The innermost reason: fetch itself says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name;
}

/** Parses JSON; an id that a number would round becomes its text, so that different ids stay different. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(/("id"\s*:\s*)(-?\d{16,})(?=\s*[,}])/g, '$1"$2"'));
  } catch {
    return undefined;
  }
}

/** A value as an object; `undefined` for other values. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object(value) : undefined;
}

/** The access token, also as a URL or JSON writes it. */
const tokens = [accessTokenValue, encodeURIComponent(accessTokenValue), JSON.stringify(accessTokenValue).slice(1, -1)];
/** A secret under its name, in whatever form. */
const NAMED_SECRET = /(secret["'\\]*\s*[:=>]\s*["'\\[{]*)[^"'\\<>&,;{}]+/gi;
/** What a terminal would obey, such as control characters, and what XML cannot hold. */
const HARMFUL = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufffe\uffff]|(?<=\]\])>/gu;
const LONGEST_QUOTE = 120;

/** A text of the service on one line: without secrets, and without what a terminal or a pipeline would obey. */
export function quoted(text: string): string {
  const line = tokens
    .reduce((masked, token) => (token ? masked.replaceAll(token, "<SECRET>") : masked), text)
    .replaceAll(NAMED_SECRET, "$1<SECRET>")
    .replaceAll(/\s+/g, " ");
  const cut = line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
  return cut.replaceAll(HARMFUL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A value of the service, as JSON. */
export function shown(value: unknown): string {
  return quoted(JSON.stringify(value) ?? "nothing");
}
