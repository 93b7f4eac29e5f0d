import { accessToken, type OperationId, operations, secretFields } from "../../generated/contract.js";
import { retryAfter } from "../retry-after.js";
import { type Answer, fieldOf, isJsonObject, type Request } from "./answer.js";
import { Skip } from "./outcome.js";
import type { Walk } from "./walk.js";

// How every request goes to the service. `read.ts` and `write.ts` call this, and the linter lets no other file do so.

/** How often a request is sent again when the service asks for that. */
const MOST_REPEATS = 3;
/** How many answers may be lost, one after another: each can take as long as the timeout. */
const MOST_LOST = 3;
/** How many rows of a list the log keeps. */
const MOST_LOGGED = 100;

/** Throws if a request must not be sent. */
export type Rule = () => Promise<void>;

/**
 * Sends a request, and again when the service asks for that with status 429 or 503; each time only if the rule allows it.
 *
 * @throws Skip when the phase has ended, as by an interruption.
 */
export async function send(walk: Walk, operation: OperationId, request: Request, rule?: Rule): Promise<Answer> {
  const { phase } = walk;
  for (let tries = 0; ; tries++) {
    if (operations[operation].method === "GET") await settle(walk);
    // Also after a wait, in which others may have changed what the request is about.
    await rule?.();
    if (phase.ended) throw new Skip(phase.ended);
    const answer = await sendOnce(walk, operation, request);
    walk.log.push(shortened(answer));
    walk.secrets.push(...secretsIn(answer));
    phase.lost = answer.lost === undefined ? 0 : phase.lost + 1;
    if (phase.lost === MOST_LOST) phase.end("the service answers no more");
    const wait = retryAfter(answer.headers) ?? 1000 * 2 ** tries;
    // What the walk leaves it deletes also after a restart of the service.
    const mayComeBack = phase === walk.cleaning && answer.lost !== undefined;
    const isAsked = answer.status === 429 || answer.status === 503;
    if (!(isAsked || mayComeBack) || tries === MOST_REPEATS || wait > phase.patience) return answer;
    phase.patience -= wait;
    await phase.pause(wait);
  }
}

/** Waits until reads should show what was written. */
async function settle(walk: Walk): Promise<void> {
  if (walk.isUnsettled && walk.options.settle > 0) await walk.phase.pause(walk.options.settle);
  walk.isUnsettled = false;
}

/** A write that is under way is completed when the walk is interrupted: only its answer says what there is to delete. */
async function sendOnce(walk: Walk, operation: OperationId, request: Request): Promise<Answer> {
  const { options, phase } = walk;
  const { method, path } = operations[operation];
  const isRead = method === "GET";
  const url = urlOf(options.server + path, request);
  const sent = { operation, request: { ...request, method, url } };
  const timeout = AbortSignal.timeout(options.timeout);
  if (!isRead) {
    walk.isUnsettled = true;
    walk.lastWrite = operation;
  }
  try {
    const response = await fetch(url, {
      method,
      headers: {
        "Content-Type": "application/json",
        // A kept connection may close when a write uses it again, and nobody would know whether it was done.
        Connection: "close",
        ...(request.token !== null && { [accessToken.header]: request.token ?? walk.token }),
      },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      redirect: "manual",
      signal: isRead ? AbortSignal.any([timeout, phase.interruption.signal]) : timeout,
    });
    const text = await response.text();
    return { ...sent, status: response.status, headers: response.headers, text, body: parse(text) };
  } catch (error) {
    if (isRead && phase.ended) throw new Skip(phase.ended);
    const lost = timeout.aborted ? `nothing came within ${options.timeout} ms` : walk.quoted(reasonOf(error));
    return { ...sent, status: 0, headers: new Headers(), text: "", body: undefined, lost };
  }
}

function urlOf(template: string, { id = "", query = {} }: Request): string {
  const url = new URL(template.replace("{id}", encodeURIComponent(id)));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, `${value}`);
  return url.href;
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

/** The secrets that an exchange has returned, wherever its answer has them. */
function secretsIn({ operation, body }: Answer): string[] {
  return operation === "exchangeAccessToken" ? textsIn(body, false) : [];
}

/** The texts and numbers in a value, at every depth, that are secrets by the name of a field around them. */
function textsIn(value: unknown, isSecret: boolean): string[] {
  if (typeof value === "string" || typeof value === "number") return isSecret ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, isSecret));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, isSecret || secretFields.includes(name)));
}

/** An answer as the log keeps it. */
function shortened(answer: Answer): Answer {
  const { body } = answer;
  const rows = fieldOf(body, "webhooks");
  if (!isJsonObject(body) || !Array.isArray(rows) || rows.length <= MOST_LOGGED) return answer;
  return { ...answer, text: "", body: { ...body, webhooks: rows.slice(0, MOST_LOGGED) } };
}
