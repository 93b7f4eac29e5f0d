import { setTimeout as sleep } from "node:timers/promises";
import { accessToken, type OperationId, operations } from "../../generated/contract.js";
import { retryAfter } from "../retry-after.js";
import { type JsonObject, options, phase, Skip } from "./run.js";

/** Whether an id of the contract is one of them. */
export function isOperation(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}

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

/** Query parameters of the list. */
export type Query = Readonly<Record<string, string | number>>;

/** The answer to a request. */
export interface Answer {
  operation: OperationId;
  /** HTTP status; 0 if no complete answer came. */
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON, with integers beyond 2^53 as text; `undefined` if it is not JSON. */
  body: unknown;
  /** Why no complete answer came. */
  lost?: string;
}

/** What was sent so far. */
export const traffic = { requests: 0, hasUnsettledWrite: false };

const accessTokenValue = process.env["SERVICE_ACCESS_TOKEN"] ?? "";
/** How often a request is sent again when the service asks for that. */
const MOST_REPEATS = 3;
/** How many answers may be lost, one after another: each can take as long as the timeout. */
const MOST_LOST = 3;

/**
 * Sends a request, and again when the service asks for that with status 429 or 503. A write that is under way is completed
 * when the walk is interrupted: only its answer says what there is to delete.
 *
 * @throws Skip when the walk is interrupted, or the service answers no more.
 */
export async function send(operation: OperationId, request: Request = {}): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    await request.guard?.();
    stopIfEnded();
    const answer = await sendOnce(operation, request);
    phase.lostInSequence = answer.lost === undefined ? 0 : phase.lostInSequence + 1;
    const wait = retryAfter(answer.headers) ?? 1000 * 2 ** tries;
    if (![429, 503].includes(answer.status) || tries === MOST_REPEATS || wait > phase.patience) return answer;
    phase.patience -= wait;
    await pause(wait);
  }
}

function stopIfEnded(): void {
  if (phase.signal.aborted) throw new Skip("the walk was interrupted");
  if (phase.lostInSequence >= MOST_LOST) throw new Skip("the service answers no more");
}

async function sendOnce(operation: OperationId, { id, query, body, token }: Request): Promise<Answer> {
  const { method, path } = operations[operation];
  const target = new URL(options.server + path.replace("{id}", encodeURIComponent(id ?? "")));
  for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, `${value}`);
  const timeout = AbortSignal.timeout(options.timeout);
  traffic.requests++;
  traffic.hasUnsettledWrite ||= method !== "GET";
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
      signal: method === "GET" ? AbortSignal.any([timeout, phase.signal]) : timeout,
    });
    const text = await response.text();
    return { operation, status: response.status, headers: response.headers, text, body: parseExactly(text) };
  } catch (error) {
    if (method === "GET") stopIfEnded();
    const lost = timeout.aborted ? `nothing came within ${options.timeout} ms` : quoted(reasonOf(error));
    return { operation, status: 0, headers: new Headers(), text: "", body: undefined, lost };
  }
}

/** Waits, unless the walk is interrupted. */
async function pause(ms: number): Promise<void> {
  await sleep(ms, undefined, { signal: phase.signal }).catch(() => {});
}

/** Waits until reads should show what was written. */
export async function settle(): Promise<void> {
  if (traffic.hasUnsettledWrite && options.settle > 0) await pause(options.settle);
  traffic.hasUnsettledWrite = false;
}

/** The innermost reason: fetch itself says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name;
}

const TOKENS = /"(?:[^"\\]+|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_INTEGER = /^-?\d{16,}$/;

/** Parses JSON; an integer that a number would round becomes its text, so that different ids stay different. */
function parseExactly(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!/\d{16}/.test(text)) return value;
    return JSON.parse(text.replace(TOKENS, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token)));
  } catch {
    return undefined;
  }
}

/** A value as an object; `undefined` for other values. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object(value) : undefined;
}

/** What no output may show, also as a URL or JSON writes it. */
const secrets = [accessTokenValue, ...textsIn(options.exchangeBody)]
  .filter((text) => text !== "")
  .flatMap((text) => [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]);

function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === "string" ? [value] : [];
}

/** What a terminal would obey, such as control characters, and what XML cannot hold. */
const HARMFUL = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufffe\uffff]|(?<=\]\])>/gu;
const LONGEST_QUOTE = 120;

/** A text of the service on one line: without secrets, and without what a terminal or a pipeline would obey. */
export function quoted(text: string): string {
  const line = secrets
    .reduce((masked, secret) => masked.replaceAll(secret, "<SECRET>"), text)
    .replaceAll(/((?:client_)?secret["'>]?\s*[:=]?\s*["']?)[^"'<>&,;\s}]+/g, "$1<SECRET>")
    .replaceAll(/\s+/g, " ");
  const cut = line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
  return cut.replaceAll(HARMFUL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A value of the service, as JSON. */
export function shown(value: unknown): string {
  return quoted(JSON.stringify(value) ?? "nothing");
}
