import { operationsByPath, passwords } from "../../generated/client.js";
import { accessToken as carrier } from "../../generated/contract.js";
import { retryAfter } from "../retry-after.js";
import {
  type FailedRequest,
  ServiceConnectionError,
  ServiceError,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
  ServiceTokenError,
} from "./errors.js";
import {
  type AccessToken,
  type CalledOperation,
  type CallOptions,
  checkOptions,
  headersOf,
  type Send,
  type ServiceClientOptions,
} from "./options.js";
import { pause, withTimeLimit } from "./time-limit.js";

// No library for retries: ky, the smallest that fits under openapi-fetch, adds 5 kB and makes a call 2.5 times as long.

/** What all calls of a client share. */
export interface Connection {
  readonly baseUrl: string;
  readonly accessToken: AccessToken | undefined;
  readonly headers: Record<string, string> | Extract<ServiceClientOptions["headers"], () => unknown>;
  readonly fetch: Send;
  readonly limits: Pick<CallOptions, "timeout" | "tryTimeout" | "maxRetries">;
  readonly onTry: ServiceClientOptions["onTry"];
  /** The token that the service last refused. */
  refused?: string | undefined;
  /** Whether the `accessToken` function is being called. */
  isAsking?: boolean;
}

/** One call and its request. */
export interface RunningCall extends FailedRequest {
  readonly options: CallOptions;
  /** Not on the clock of the day, which may be set while the call runs. */
  readonly start: number;
  readonly operation: CalledOperation;
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Empty if there is none. */
  body: string;
  /** The access tokens of its tries. */
  readonly tokens: string[];
}

/**
 * Begins a call: from now on, its time runs.
 *
 * @throws TypeError when an option cannot be used.
 */
export function beginCall(connection: Connection, method: string, path: string, options: CallOptions): RunningCall {
  checkOptions(options);
  // It would call itself for ever.
  if (connection.isAsking) throw new TypeError("accessToken must not use its own client");
  const call: RunningCall = {
    options,
    start: performance.now(),
    operation: operationsByPath[`${method} ${path}`] ?? { id: path },
    method,
    url: connection.baseUrl + path,
    headers: options.headers ? headersOf(options.headers) : {},
    body: "",
    tokens: [],
    hide: (text) => hidden(text, call),
  };
  return call;
}

/** A text without the access tokens of a call, and without the passwords in its body. */
function hidden(text: string, { tokens, body }: RunningCall): string {
  const secrets: unknown[] = [...tokens];
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

/** A response, its complete body as text, and what is in it: the text itself, if that is no JSON. */
interface Answer {
  readonly response: Response;
  readonly text: string;
  readonly body: unknown;
}

/**
 * Sends a request for openapi-fetch, which takes this for `fetch`: with the access token, within the time of the call,
 * and again where that is safe and may help. An answer that is no success is a response.
 *
 * @throws ServiceError when there is no complete answer, or a success that is no JSON.
 */
export async function sendWithRetries(given: Request, call: RunningCall, connection: Connection): Promise<Response> {
  const { method, url } = given;
  const { baseUrl, accessToken, onTry, limits } = connection;
  const { timeout = limits.timeout ?? 30_000, tryTimeout = limits.tryTimeout ?? Infinity } = call.options;
  const { maxRetries = limits.maxRetries ?? 2, signal } = call.options;
  // Middleware may have changed it.
  if (!url.startsWith(`${baseUrl}/`)) throw new TypeError(`The client sends nothing to ${new URL(url).origin}`);
  const body = /^(GET|HEAD)$/.test(method) ? "" : await given.text();
  Object.assign(call, { method, url, body, headers: Object.fromEntries(given.headers) });
  const end = call.start + timeout;
  let last: Answer | undefined;
  let failure: unknown;
  let refused: string | undefined;
  for (let attempt = 1; ; attempt++) {
    const start = performance.now();
    const most = Math.min(tryTimeout, end - start);
    const said = `No answer within ${most < tryTimeout ? timeout : most} ms`;
    const expired = () => new ServiceTimeoutError(said, call, { cause: failure });
    let answer: Answer | undefined;
    let error: unknown;
    try {
      answer = await withTimeLimit(most, signal, expired, (ended) => receive(call, connection, ended, refused));
      // There is no other token than the one that was refused.
      if (!answer && last) return readable(last, call);
      if (answer && !answer.response.ok) error = new ServiceStatusError(call, answer.response, answer.body);
    } catch (thrown) {
      error = thrown;
    }
    const status = answer?.response.status;
    const isRefused = status === 401 && typeof accessToken === "function";
    const delay = attempt > maxRetries ? undefined : retryDelay(error, attempt, isRefused && !refused);
    // A wait past the end would only hide what went wrong behind a timeout.
    const wait = performance.now() + (delay ?? 0) > end ? undefined : delay;
    if (onTry && !(error instanceof ServiceTokenError)) {
      const duration = performance.now() - start;
      const { id: operation } = call.operation;
      const report = { operation, method, url: call.hide(url), attempt, duration, status, error, wait };
      Promise.resolve(onTry(report)).catch(() => undefined);
    }
    last = answer;
    failure = error;
    if (isRefused) connection.refused = refused = call.tokens.at(-1);
    if (wait !== undefined) await pause(wait, signal);
    else if (answer) return readable(answer, call);
    else throw error;
  }
}

/**
 * Lets openapi-fetch and middleware read the body of a response that has been read. A copy would cost a fifth of a call.
 *
 * @throws ServiceResponseError when a success is no JSON.
 */
function readable({ response, text, body }: Answer, call: RunningCall): Response {
  if (response.ok && text && body === text)
    throw new ServiceResponseError("The answer is not JSON", call, response, text);
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

/**
 * Makes one try: sends the request, and reads the complete answer. `undefined` if there is no other token than the one
 * that the service has refused.
 */
async function receive(
  call: RunningCall,
  connection: Connection,
  signal: AbortSignal,
  refused: string | undefined,
): Promise<Answer | undefined> {
  const { method, url, body: sent, tokens } = call;
  let { headers: common, accessToken: token } = connection;
  if (call.operation.isPublic) token = undefined;
  // A string is not awaited: every await makes a call slower.
  if (typeof token === "function") token = await askForToken(token, call, connection, signal);
  if (token && token === refused) return undefined;
  if (typeof common === "function") common = headersOf(await common());
  // Nothing is sent once the try has ended.
  signal.throwIfAborted();
  const headers: Record<string, string> = { ...common, ...call.headers, "content-type": "application/json" };
  const header = carrier.header.toLowerCase();
  if (token) headers[header] = carrier.prefix + token;
  tokens.push(token ?? headers[header] ?? "");
  let response: Response | undefined;
  try {
    // Other libraries' responses differ from the platform's only in their types.
    const answered: Response = Object(
      await connection.fetch(url, { method, headers, body: sent || null, signal, redirect: "manual" }),
    );
    response = answered;
    const text = await answered.text();
    const answer = { response: answered, text, body: jsonIn(text) };
    if (isCut(answer)) throw new TypeError("the connection broke off");
    return answer;
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
  throw new ServiceTokenError("accessToken returned no token that a header can carry", call);
}

/** Whether fetch sends a token unchanged: it trims white space at the ends, and refuses other characters. */
export function isSendable(token: unknown): token is string {
  return typeof token === "string" && /^(?! )[ -~\x80-\xff]+(?<! )$/.test(token);
}

/**
 * Whether an answer breaks off. Fetch takes what came of a compressed one for all; Node's, unlike a page's, also what
 * came before the end of a connection, where nothing else tells the length: if that is nothing, it may be meant so.
 */
function isCut({ response: { status, headers }, text, body }: Answer): boolean {
  const isCompressed = headers.has("Content-Encoding");
  const endsWithConnection = !headers.has("Content-Length") && /close/i.test(headers.get("Connection") ?? "");
  if (!isCompressed && (!endsWithConnection || "document" in globalThis)) return false;
  return text ? body === text && /^\s*[[{]/.test(text) : isCompressed && status === 200;
}

/** Code and system call of Node's errors about a connection that did not come about. */
const UNCONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT) | connect$/;

/** Whether what `fetch` rejected with says, itself or by its cause, that it has sent nothing. */
function isUnsent(thrown: unknown): boolean {
  const { code, cause } = Object(thrown);
  const failed = Object(code ? thrown : cause);
  return UNCONNECTED.test(`${failed.code} ${failed.syscall}`);
}
