import { operationsByPath } from "../../generated/client.js";
import { accessToken as carrier } from "../../generated/contract.js";
import { retryAfter } from "../retry-after.js";
import {
  type FailedRequest,
  hidden,
  jsonIn,
  ServiceConnectionError,
  ServiceError,
  ServiceStatusError,
  ServiceTimeoutError,
  ServiceTokenError,
} from "./errors.js";
import { type AccessToken, type CallOptions, checkOptions, headersOf, isSendable, type Settings } from "./options.js";
import { pause, withTimeLimit } from "./time-limit.js";

// No library for retries: ky, the smallest that fits under openapi-fetch, adds 5 kB and makes a call twice as long.

/** One call and its request. */
export interface RunningCall extends FailedRequest {
  readonly settings: Settings;
  readonly options: CallOptions;
  /** Not on the clock of the day, which may be set while the call runs. */
  readonly start: number;
  readonly operation: (typeof operationsByPath)[string];
  headers: Record<string, string>;
  readonly tokens: string[];
  /** Of the last try, if there was one. */
  answer?: Answer | undefined;
}

/** A response, and its complete body. */
interface Answer {
  readonly response: Response;
  readonly text: string;
}

/**
 * Begins a call: from now on, its time runs.
 *
 * @throws TypeError when an option cannot be used.
 */
export function beginCall(settings: Settings, method: string, path: string, options: CallOptions): RunningCall {
  checkOptions(options);
  // It would call itself for ever.
  if (settings.memory.isAsking) throw new TypeError("accessToken must not use its own client");
  return {
    settings,
    options,
    start: performance.now(),
    operation: operationsByPath[`${method} ${path}`] ?? { id: path },
    method,
    url: settings.baseUrl + path,
    headers: options.headers ? headersOf(options.headers) : {},
    body: "",
    tokens: [],
  };
}

/** What is sent of a `Request`. */
export type SentRequest = Pick<Request, "method" | "url" | "headers"> & { text(): string | Promise<string> };

/**
 * Sends the request of a call, as `fetch` does: with the access token, within the time of the call, and again where that
 * is safe and may help. An answer of any status is a response.
 *
 * @throws ServiceError when there is no complete answer.
 */
export async function sendWithRetries(call: RunningCall, request: SentRequest): Promise<Response> {
  const { settings, options, operation } = call;
  const { timeout = settings.timeout, tryTimeout = settings.tryTimeout, signal } = options;
  const { maxRetries = settings.maxRetries } = options;
  const { method, url } = request;
  // Middleware may have changed it.
  if (!url.startsWith(`${settings.baseUrl}/`))
    throw new TypeError(`The client sends nothing to ${new URL(url).origin}`);
  const headers = Object.fromEntries(request.headers);
  Object.assign(call, { method, url, headers, body: await request.text() });
  const end = call.start + timeout;
  let failure: unknown;
  let refused: string | undefined;
  for (let attempt = 1; ; attempt++) {
    const start = performance.now();
    const most = Math.min(tryTimeout, end - start);
    const [last, cause] = [call.answer, failure];
    const said = `No answer within ${most < tryTimeout ? timeout : most} ms`;
    const expired = () => new ServiceTimeoutError(said, call, { cause });
    call.answer = failure = undefined;
    try {
      call.answer = await withTimeLimit(most, signal, expired, (ended) => receive(call, ended, refused));
      // There is no other token than the one that was refused: what came before stands.
      if (!call.answer && last) return readable(last, request);
      if (!call.answer) throw cause;
    } catch (error) {
      failure = error;
      if (error instanceof ServiceTokenError && cause) error.cause = cause;
    }
    const { response, text = "" } = call.answer ?? {};
    if (response && !response.ok) failure = new ServiceStatusError(call, response, jsonIn(text));
    const isRefused = response?.status === 401 && typeof settings.accessToken === "function";
    const delay = attempt > maxRetries ? undefined : retryDelay(failure, attempt, isRefused && !refused);
    // A wait past the end would only hide what went wrong behind a timeout.
    const wait = performance.now() + (delay ?? 0) > end ? undefined : delay;
    if (settings.onTry && !(failure instanceof ServiceTokenError)) {
      const [duration, status, shown] = [performance.now() - start, response?.status, hidden(url, call)];
      const report = { operation: operation.id, method, url: shown, attempt, duration, status, error: failure, wait };
      Promise.resolve(settings.onTry(report)).catch(() => undefined);
    }
    if (isRefused) settings.memory.refused = refused = call.tokens.at(-1);
    if (wait !== undefined) await pause(wait, signal);
    else if (call.answer) return readable(call.answer, request);
    else throw failure;
  }
}

/** Lets openapi-fetch and middleware read a body that has been read. A copy would cost a fifth of a call. */
function readable({ response, text }: Answer, request: SentRequest): Response {
  response.text = async () => text;
  response.json = async () => JSON.parse(text);
  if (!(request instanceof Request)) return response;
  response.clone = () => new Response(text || null, { status: response.status, headers: [...response.headers] });
  return Object.defineProperty(response, "body", { get: () => response.clone().body, configurable: true });
}

/**
 * Makes one try: sends the request, and reads the complete answer. `undefined` if there is no other token than the one
 * that the service has refused.
 */
async function receive(call: RunningCall, signal: AbortSignal, refused?: string): Promise<Answer | undefined> {
  const { settings, method, url, body } = call;
  let { headers: common, accessToken: token } = settings;
  if (call.operation.isPublic) token = undefined;
  // What is no function is not awaited: every await makes a call slower.
  if (typeof token === "function") token = await askForToken(call, token, signal);
  if (token && token === refused) return undefined;
  if (typeof common === "function") common = headersOf(await common());
  // Nothing is sent once the try has ended.
  signal.throwIfAborted();
  const headers: Record<string, string> = { ...common, ...call.headers, "content-type": "application/json" };
  const header = carrier.header.toLowerCase();
  if (token) headers[header] = carrier.prefix + token;
  call.tokens.push(token ?? headers[header] ?? "");
  let response: Response | undefined;
  try {
    const init = { method, headers, body: body || null, signal, redirect: "manual" } as const;
    // Other libraries' responses differ from the platform's only in their types.
    const answered: Response = Object(await settings.fetch(url, init));
    response = answered;
    const text = await answered.text();
    if (isCut(answered, text)) throw new TypeError("the connection broke off");
    return { response: answered, text };
  } catch (error) {
    const what = response ? "The answer is incomplete" : "The service did not answer";
    throw new ServiceConnectionError(what, call, error, Boolean(response) || !isUnsent(error));
  }
}

/** @throws ServiceTokenError when the function returns nothing that a header can carry. It does not quote that. */
async function askForToken(call: RunningCall, ask: Exclude<AccessToken, string>, signal: AbortSignal): Promise<string> {
  const { memory } = call.settings;
  memory.isAsking = true;
  const asked = (async () => ask({ refused: memory.refused, signal }))();
  memory.isAsking = false;
  const token: unknown = await asked;
  if (isSendable(token)) return token;
  throw new ServiceTokenError("accessToken returned no token that a header can carry", call);
}

/**
 * Whether an answer breaks off. Fetch takes what came of a compressed one for all; Node's, unlike a page's, also what
 * came before the end of a connection, where nothing else tells the length: if that is nothing, it may be meant so.
 */
function isCut({ status, headers }: Response, text: string): boolean {
  const isCompressed = headers.has("Content-Encoding");
  const endsWithConnection = !headers.has("Content-Length") && /close/i.test(headers.get("Connection") ?? "");
  if (!isCompressed && (!endsWithConnection || "document" in globalThis)) return false;
  return text ? /^\s*[[{]/.test(text) && jsonIn(text) === text : isCompressed && status === 200;
}

/** Code and system call of Node's errors about a connection that did not come about. */
const UNCONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT) | connect$/;

/** Whether what `fetch` rejected with says, itself or by its cause, that it has sent nothing. */
function isUnsent(thrown: unknown): boolean {
  const { code, cause } = Object(thrown);
  const failed = Object(code ? thrown : cause);
  return UNCONNECTED.test(`${failed.code} ${failed.syscall}`);
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
  if (!(error instanceof ServiceStatusError)) return isSafe || Object(error).maybeSent === false ? backoff : undefined;
  if (mayRenew && isSafe) return 0;
  const asked = retryAfter(error.headers);
  const mayRepeat = isSafe ? TRANSIENT.includes(error.status) : error.status === 429 && asked !== undefined;
  const delay = asked ?? backoff;
  // Whoever called does not expect a wait of more than a minute.
  return mayRepeat && delay <= 60_000 ? delay : undefined;
}
