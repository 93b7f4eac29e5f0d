import { retryAfter } from "../retry-after.js";
import {
  type FailedRequest,
  ServiceConnectionError,
  ServiceError,
  ServiceStatusError,
  ServiceTimeoutError,
  ServiceTokenError,
} from "./errors.js";
import {
  type AccessToken,
  type Call,
  type CallOptions,
  checkOptions,
  headersOf,
  type Send,
  type ServiceClientOptions,
} from "./options.js";
import { pause, withTimeLimit } from "./time-limit.js";

// No library for retries: ky, the smallest that fits under openapi-fetch, adds 5 kB and makes a call 2.5 times as long.

/** What all calls of a client share. */
export interface Connection extends ServiceClientOptions {
  readonly baseUrl: string;
  readonly headers: Record<string, string> | Extract<ServiceClientOptions["headers"], () => unknown>;
  readonly fetch: Send;
  /** The header that carries the access token, in lower case, and what comes before the token in it. */
  readonly header: string;
  readonly prefix: string;
  /** Names of the fields and headers whose values are passwords. */
  readonly passwords: readonly string[];
  /** The token that the service last refused. */
  refused?: string | undefined;
  /** Whether the `accessToken` function is being called. */
  isAsking?: boolean;
}

/** A response and its complete body as text. */
interface Answer {
  readonly response: Response;
  readonly text: string;
}

/** One call: its request, and how far its tries have come. */
export interface RunningCall extends FailedRequest {
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  readonly tryTimeout: number;
  readonly maxRetries: number;
  /** Not on the clock of the day, which may be set while the call runs. */
  readonly start: number;
  operation: CalledOperation;
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Empty if there is none. */
  body: string;
  /** The access tokens of its tries. */
  readonly tokens: string[];
  /** The last complete answer. */
  answer?: Answer;
  /** The error of the last try, if it failed. */
  failure?: unknown;
  /** The token that the service has refused. */
  refused?: string | undefined;
}

const LIMITS = { timeout: 30_000, tryTimeout: Infinity, maxRetries: 2 };

/** What is known of an operation before it is called. */
export interface CalledOperation {
  /** `operationId` of the contract. */
  readonly id: string;
  /** Status of success, if it is not 200. */
  readonly status?: number;
  /** Set if it takes no access token. */
  readonly isPublic?: boolean;
}

/** Sends the request of a call by openapi-fetch. */
export type SendRequest<Body> = (init: {
  readonly headers: Record<string, string>;
  readonly call: RunningCall;
}) => Promise<{ data?: Body | undefined; error?: unknown; response: Response }>;

/** Makes a call of a method. A success whose body is empty, or lacks `key`, is an error. */
export interface Run {
  /** Returns what the body holds under its only key. */
  <Key extends string, Data>(
    key: Key,
    options: CallOptions | undefined,
    request: SendRequest<{ [Name in Key]: Data }>,
  ): Call<Data>;
  /** Returns a page, which has its items under a key. `fault` returns what is wrong with it, if anything is. */
  <Body>(
    key: string,
    options: CallOptions | undefined,
    request: SendRequest<Body>,
    fault: (body: Body) => string | false,
  ): Call<Body>;
  /** Returns the body. */
  <Body>(key: "", options: CallOptions | undefined, request: SendRequest<Body>): Call<Body>;
  /** Returns nothing: the success has no body. */
  (key: null, options: CallOptions | undefined, request: SendRequest<unknown>): Call<void>;
}

/**
 * Begins a call: from now on, its time runs.
 *
 * @throws TypeError when an option cannot be used.
 */
export function beginCall(connection: Connection, given: CallOptions): RunningCall {
  checkOptions(given);
  // It would call itself for ever.
  if (connection.isAsking) throw new TypeError("accessToken must not use its own client");
  const limit = (name: keyof typeof LIMITS) => given[name] ?? connection[name] ?? LIMITS[name];
  const call: RunningCall = {
    signal: given.signal,
    timeout: limit("timeout"),
    tryTimeout: limit("tryTimeout"),
    maxRetries: limit("maxRetries"),
    start: performance.now(),
    operation: { id: "" },
    method: "",
    url: "",
    headers: given.headers ? headersOf(given.headers) : {},
    body: "",
    tokens: [],
    hide: (text) => hidden(text, call, connection.passwords),
  };
  return call;
}

/** A text without the access tokens of a call, and without the passwords in its headers and its body. */
function hidden(text: string, { tokens, headers, body }: RunningCall, passwords: readonly string[]): string {
  const secrets: unknown[] = [...tokens, ...passwords.map((name) => headers[name])];
  jsonIn(body, (name, value) => {
    if (passwords.includes(name)) secrets.push(value);
    return value;
  });
  let shown = text;
  for (const secret of secrets) {
    // A shorter text is no secret, and would be found by chance within other words.
    if (typeof secret !== "string" || secret.length < 4) continue;
    // As it is, and as it is within JSON.
    for (const found of [secret, JSON.stringify(secret).slice(1, -1)]) shown = shown.replaceAll(found, "<SECRET>");
  }
  return shown;
}

/** The value of a text in JSON, else the text itself; `undefined` if it is empty. */
function jsonIn(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return text || undefined;
  }
}

/**
 * Sends a request for openapi-fetch, which takes this for `fetch`: with the access token, within the time of the call,
 * and again where that is safe and may help. An answer of any status is a response.
 *
 * @throws ServiceError when there is no complete answer.
 */
export async function sendWithRetries(given: Request, call: RunningCall, connection: Connection): Promise<Response> {
  const { method, url } = given;
  const { operation, signal, timeout, tryTimeout, maxRetries } = call;
  const end = call.start + timeout;
  // Middleware may have changed it.
  if (!url.startsWith(`${connection.baseUrl}/`))
    throw new TypeError(`The client sends nothing to ${new URL(url).origin}`);
  const body = /^(GET|HEAD)$/.test(method) ? "" : await given.text();
  Object.assign(call, { method, url, body, headers: Object.fromEntries(given.headers) });
  for (let attempt = 1; ; attempt++) {
    const start = performance.now();
    const most = Math.min(tryTimeout, end - start);
    const expired = () =>
      new ServiceTimeoutError(`No answer within ${most < tryTimeout ? timeout : most} ms`, call, {
        cause: call.failure,
      });
    let answer: Answer | undefined;
    let error: unknown;
    try {
      answer = await withTimeLimit(most, signal, expired, (ended) => receive(call, connection, ended));
      if (answer === call.answer) return readable(answer);
      const { response, text } = answer;
      if (!isSuccess(response)) error = new ServiceStatusError(call, response, jsonIn(text));
    } catch (thrown) {
      error = thrown;
    }
    const status = answer?.response.status;
    const isRefused = status === 401 && typeof connection.accessToken === "function";
    const delay = attempt > maxRetries ? undefined : retryDelay(error, attempt, isRefused && !call.refused);
    // A wait past the end would only hide what went wrong behind a timeout.
    const wait = performance.now() + (delay ?? 0) > end ? undefined : delay;
    if (connection.onTry && !(error instanceof ServiceTokenError)) {
      const duration = performance.now() - start;
      const report = { operation: operation.id, method, url: call.hide(url), attempt, duration, status, error, wait };
      Promise.resolve(connection.onTry(report)).catch(() => undefined);
    }
    Object.assign(call, { answer, failure: error });
    if (isRefused) connection.refused = call.refused = call.tokens.at(-1);
    if (wait !== undefined) await pause(wait, signal);
    // A response cannot have the status of a redirect that a browser hides.
    else if (answer && status) return readable(answer);
    else throw error;
  }
}

/** Lets openapi-fetch and middleware read the body of a response that has been read. A copy would cost a fifth of a call. */
function readable({ response, text }: Answer): Response {
  const clone = () => new Response(text || null, { status: response.status, headers: [...response.headers] });
  Object.assign(response, { text: async () => text, json: async () => JSON.parse(text), clone });
  return Object.defineProperty(response, "body", { get: () => clone().body, configurable: true });
}

const TRANSIENT = [408, 429, 500, 502, 503, 504];

/**
 * Returns how long to wait before a retry, in ms; `undefined` if a retry is not safe or would not help.
 *
 * @param error - The error of the last try.
 * @param tries - How many tries there have been.
 * @param mayRenew - Whether there may be another access token than one that was refused.
 */
export function retryDelay(error: unknown, tries: number, mayRenew = false): number | undefined {
  if (!(error instanceof ServiceError) || error instanceof ServiceTokenError) return undefined;
  // The contract does not say that a POST is safe to repeat, nor a PATCH, unless the service has not acted on it.
  const isSafe = !/^P[AO]/.test(error.method);
  // Up to half a second, then up to twice as long each time, so that many clients do not retry at the same moment.
  const backoff = Math.random() * Math.min(250 * 2 ** tries, 8_000);
  if (!(error instanceof ServiceStatusError)) {
    const wasUnsent = error instanceof ServiceConnectionError && !error.maybeSent;
    return wasUnsent || isSafe ? backoff : undefined;
  }
  if (mayRenew && isSafe) return 0;
  const asked = retryAfter(error.headers);
  const mayRepeat = isSafe ? TRANSIENT.includes(error.status) : error.status === 429 && asked !== undefined;
  const delay = asked ?? backoff;
  // Whoever called does not expect a wait of more than a minute.
  return mayRepeat && delay <= 60_000 ? delay : undefined;
}

/** Makes one try: sends the request, and reads the complete answer. */
async function receive(call: RunningCall, connection: Connection, signal: AbortSignal): Promise<Answer> {
  const { method, url, body, tokens } = call;
  let { headers: common, accessToken: token } = connection;
  if (call.operation.isPublic) token = undefined;
  // A string is not awaited: every await makes a call slower.
  if (typeof token === "function") token = await askForToken(token, call, connection, signal);
  // It would be refused again: the call ends with the last answer.
  if (call.answer && token && token === call.refused) return call.answer;
  if (typeof common === "function") common = headersOf(await common());
  // Nothing is sent once the try has ended.
  signal.throwIfAborted();
  const headers: Record<string, string> = { ...common, ...call.headers, "content-type": "application/json" };
  if (token) headers[connection.header] = connection.prefix + token;
  tokens.push(token ?? headers[connection.header] ?? "");
  let response: Response | undefined;
  try {
    const init = { method, headers, body: body || null, signal, redirect: "manual" } as const;
    const answered = await connection.fetch(url, init);
    if (!isResponse(answered)) throw new TypeError("fetch returned no response");
    response = answered;
    const text = await response.text();
    if (!isCut(response, text)) return { response, text };
    throw new TypeError("the connection broke off");
  } catch (error) {
    const what = response ? "The answer is incomplete" : "The service did not answer";
    throw new ServiceConnectionError(what, call, error, Boolean(response) || !isUnsent(error));
  }
}

/** @throws ServiceTokenError when the function returns nothing that a header can carry. It does not quote that. */
async function askForToken(
  ask: Exclude<AccessToken, string>,
  call: RunningCall,
  connection: Connection,
  signal: AbortSignal,
): Promise<string> {
  connection.isAsking = true;
  const asked = (async () => ask({ refused: connection.refused, signal }))();
  connection.isAsking = false;
  const token: unknown = await asked;
  if (isSendable(token)) return token;
  const what = typeof token === "string" ? "a text that no header can carry" : typeof token;
  throw new ServiceTokenError(`accessToken returned ${what}`, call);
}

function isSuccess({ status }: Response): boolean {
  return status >= 200 && status < 300;
}

/** Whether fetch sends a token unchanged: it trims white space at the ends, and refuses other characters. */
export function isSendable(token: unknown): token is string {
  return typeof token === "string" && /^(?! )[ -~\x80-\xff]+(?<! )$/.test(token);
}

/** Other libraries' responses differ from the platform's only in their types. */
function isResponse(response: Awaited<ReturnType<Send>>): response is Response {
  return Symbol.iterator in Object(response?.headers) && response.type !== "error";
}

/** Whether an answer breaks off. Node's fetch, unlike a page's, takes what came of one without a length for all. */
function isCut({ headers }: Response, text: string): boolean {
  const endsWithConnection = !headers.has("Content-Length") && /close/i.test(headers.get("Connection") ?? "");
  const mayBeCut = headers.has("Content-Encoding") || (endsWithConnection && !("document" in globalThis));
  return mayBeCut && /^\s*([[{]|$)/.test(text) && typeof jsonIn(text) !== "object";
}

/** Code and system call of Node's errors about a connection that did not come about. */
const UNCONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT) | connect$/;

/**
 * Whether what `fetch` rejected with says that it has sent nothing, of an `AggregateError` at each address. Its own cause
 * says so, but none behind that.
 */
function isUnsent(thrown: unknown): boolean {
  const { code, cause } = Object(thrown);
  const failed = code ? thrown : cause;
  const tried = [Object(failed).errors ?? failed].flat();
  return tried.length > 0 && tried.every((error) => UNCONNECTED.test(`${error?.code} ${error?.syscall}`));
}
