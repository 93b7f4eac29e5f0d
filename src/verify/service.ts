import { setTimeout as sleep } from "node:timers/promises";
import { accessToken, details, secretFields } from "../../generated/contract.js";
import type { Operation, Parameter } from "../contract-types.js";
import { assignmentTo, createRedaction, isWords, type Redaction, secretsIn } from "../redacted-text.js";
import { retryAfter } from "../retry-after.js";
import type { VerifyOptions } from "./flags.js";
import { parseExactly } from "./json.js";

/** A request for an operation of the contract. What is not said here is as the contract says. */
export interface Request {
  operation: Operation;
  /** Values of the path parameters. For those that are not given, the contract's examples are sent. */
  ids?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON; nothing is sent for `undefined`. */
  body?: unknown;
  /** Access token to send instead of the user's own; `null` for no header. */
  token?: string | null | undefined;
  /** Returns whether it may be sent again after a wait, in which others may have changed what it is about. */
  mayRepeat?: () => Promise<boolean>;
}

/** The answer to a request. */
export interface Answer {
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

/** What requests are sent with. */
export interface Line {
  fetch?: typeof globalThis.fetch;
  /** Waits for some ms, or until the signal aborts. */
  pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Receives every request and response, without secrets. */
  log?: ((text: string) => void) | undefined;
}

/** The user interrupted the walk, or the service answers no more. */
export class Interruption extends Error {}

/** The statuses of a service that serves a request at another time, perhaps. */
export const NOT_NOW = [429, 503];
/** How often a request is sent again when the service asks to slow down. */
const MAX_SLOWDOWNS = 3;
/** How long to wait if the service does not say, in ms; twice as long each time. */
const FIRST_WAIT = 1_000;
/** How long a walk waits for that in all, and the deletion after it once more, in seconds. */
export const LONGEST_WAIT = 60;

/** How many answers the deletion may lose, one after another: each can take as long as the timeout. */
const MOST_LOST = 3;

/** Sends requests to the service, and keeps their secrets. */
export class Service {
  readonly #options: VerifyOptions;
  readonly #line: Line;
  readonly #secrets: Set<string>;
  #redaction: Redaction;
  #signal: AbortSignal | undefined;
  #mostLost = Number.POSITIVE_INFINITY;
  #lost = 0;
  #patience = LONGEST_WAIT * 1000;

  /** @param signal - When it aborts, reads and the next request throw an `Interruption`. */
  constructor(options: VerifyOptions, line: Line, signal: AbortSignal | undefined) {
    this.#options = options;
    this.#line = line;
    this.#signal = signal;
    const sent = secretsIn(options.exchangeBody, (name, value) => typeof value === "string" || isSecretField(name));
    this.#secrets = new Set([options.accessToken, ...sent]);
    this.#redaction = createRedaction([...this.#secrets]);
  }

  /** Goes on under another signal, with new patience, until some answers are lost one after another. */
  goOn(signal: AbortSignal | undefined): void {
    this.#signal = signal;
    this.#mostLost = MOST_LOST;
    this.#lost = 0;
    this.#patience = LONGEST_WAIT * 1000;
  }

  /** Removes secrets from a text of the service. */
  redact(text: string): string {
    return this.#redaction.text(text);
  }

  /**
   * Sends a request, again after a while if the service asks for that. A write that is under way is completed when the
   * walk is interrupted: only its answer says what there is to delete.
   *
   * @throws Interruption
   */
  async send(request: Request): Promise<Answer> {
    for (let wait = FIRST_WAIT, tries = 0; ; wait *= 2, tries++) {
      if (this.#signal?.aborted) throw new Interruption();
      const answer = await this.#once(request);
      this.#keepSecrets(answer);
      this.#line.log?.(this.#logged(request, answer));
      this.#lost = answer.failure ? this.#lost + 1 : 0;
      if (this.#lost >= this.#mostLost) throw new Interruption();
      const asked = retryAfter(answer.headers) ?? wait;
      if (!NOT_NOW.includes(answer.status) || tries >= MAX_SLOWDOWNS || asked > this.#patience) return answer;
      this.#patience -= asked;
      await this.pause(asked);
      if (request.mayRepeat && !(await request.mayRepeat())) return answer;
    }
  }

  /** Waits, unless the walk is interrupted. */
  async pause(ms: number): Promise<void> {
    const signal = this.#signal;
    await (this.#line.pause?.(ms, signal) ?? sleep(ms, undefined, signal && { signal }).catch(() => {}));
  }

  async #once(request: Request): Promise<Answer> {
    const { operation, body, token = this.#options.accessToken } = request;
    const { method } = operation;
    const signal = method === "GET" ? this.#signal : undefined;
    const timeout = AbortSignal.timeout(this.#options.timeout);
    const start = performance.now();
    const path = targetOf(request);
    const about = () => ({ operation, path, time: Math.round(performance.now() - start) });
    // A connection that is kept open may close when a write uses it again, and nobody would know whether it was done.
    const headers = { Connection: "close", "Content-Type": "application/json", ...required(operation, "header") };
    try {
      const response = await (this.#line.fetch ?? fetch)(this.#options.server + path, {
        method,
        headers: token ? { ...headers, [accessToken.header]: accessToken.prefix + token } : headers,
        body: body === undefined ? null : JSON.stringify(body),
        redirect: "manual",
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      });
      const text = await response.text();
      return { ...about(), status: response.status, headers: response.headers, text, body: parseExactly(text) };
    } catch (error) {
      if (signal?.aborted) throw new Interruption();
      const reason = timeout.aborted ? `within ${this.#options.timeout} ms` : reasonOf(error);
      const failure = { isLate: timeout.aborted, reason };
      return { ...about(), status: 0, headers: new Headers(), text: "", body: undefined, failure };
    }
  }

  #keepSecrets({ body, status, text }: Answer): void {
    // The code of an error is a word, unless it repeats a secret.
    const isSecret = (name: string, value: unknown) => isSecretField(name) && !(status >= 400 && isWords(value));
    const known = this.#secrets.size;
    for (const secret of secretsIn(body, isSecret)) this.#secrets.add(secret);
    const assigned = body === undefined ? text.matchAll(ASSIGNED) : [];
    for (const [, name = "", value = ""] of assigned) if (isSecret(name, value)) this.#secrets.add(value);
    if (this.#secrets.size > known) this.#redaction = createRedaction([...this.#secrets]);
  }

  #logged({ body }: Request, { operation, path, status, headers, text, failure, time }: Answer): string {
    const answer = failure?.reason ?? `${status} ${headers.get("content-type") ?? ""} in ${time} ms`;
    const sent = body === undefined ? "" : this.redact(JSON.stringify(body));
    const lines = [
      `> ${operation.method} ${this.redact(path)}`,
      sent,
      `< ${this.redact(answer)}`,
      cut(this.redact(text)),
    ];
    return `${lines.filter(Boolean).join("\n")}\n\n`;
  }
}

/** A secret in a text that is not JSON, such as XML or a form: the name of its field, and its value. */
const ASSIGNED = new RegExp(`${assignmentTo(secretFields)}\\s*["']?([^\\s<>&"',;]+)`, "g");

function isSecretField(name: string): boolean {
  return secretFields.includes(name);
}

const LONGEST_LOGGED = 10_000;

function cut(text: string): string {
  return text.length > LONGEST_LOGGED ? `${text.slice(0, LONGEST_LOGGED)}…` : text;
}

/** Path and query of a request. */
function targetOf({ operation, ids = {}, query = {} }: Request): string {
  const values = { ...required(operation, "path"), ...ids };
  const filled = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(`${values[name] ?? ""}`),
  );
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

/** The innermost reason: fetch itself says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause && error.cause !== error) return reasonOf(error.cause);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message || code || error.name;
}
