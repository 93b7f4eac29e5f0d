import { hidden, jsonIn, ServiceStatusError, ServiceTimeoutError, ServiceTokenError } from "./errors.js";
import { sendOnce } from "./one-try.js";
import type { Answer, RunningCall } from "./running-call.js";
import { pause, withTimeLimit } from "./time-limit.js";
import { retryDelay } from "./when-to-retry.js";

// No library for retries: ky, the smallest that fits under openapi-fetch, adds 5 kB and makes a call twice as long.

/** What is sent of a `Request`. */
export type SentRequest = Pick<Request, "method" | "url" | "headers"> & { text(): string | Promise<string> };

/**
 * Sends the request of a call, as `fetch` does: with the access token, within the time of the call, and again where that
 * is safe and may help. An answer of any status is a response.
 *
 * @throws ServiceError when there is no complete answer.
 */
export async function sendWithRetries(call: RunningCall, request: SentRequest): Promise<Response> {
  const { settings, options } = call;
  const { maxRetries = settings.maxRetries, timeout = settings.timeout, signal } = options;
  await setRequest(call, request);
  const end = call.start + timeout;
  let failure: unknown;
  for (let attempt = 1; ; attempt++) {
    const [start, last] = [performance.now(), call.answer];
    failure = await failureOfTry(call, end - start, failure);
    // There was no other token than the one that the service refused: nothing was sent, and the refusal stands.
    if (last && call.answer === last) return readable(last, request);
    const canRenew = typeof settings.accessToken === "function";
    if (canRenew && call.answer?.response.status === 401) settings.memory.refused = call.tokens.at(-1);
    const delay = attempt > maxRetries ? undefined : retryDelay(failure, attempt, canRenew);
    // A wait past the end would only hide what went wrong behind a timeout.
    const wait = performance.now() + (delay ?? 0) > end ? undefined : delay;
    report(call, { attempt, duration: performance.now() - start, error: failure, wait });
    if (wait !== undefined) await pause(wait, signal);
    else if (call.answer) return readable(call.answer, request);
    else throw failure;
  }
}

/** What is sent may differ from what the call began with: middleware may have changed it. */
async function setRequest(call: RunningCall, request: SentRequest): Promise<void> {
  const { method, url, headers } = request;
  if (!url.startsWith(`${call.settings.baseUrl}/`))
    throw new TypeError(`The client sends nothing to ${new URL(url).origin}`);
  Object.assign(call, { method, url, headers: Object.fromEntries(headers), body: await request.text() });
}

/**
 * Makes one try within its time. Returns what it failed with; `undefined` if the answer is a success.
 *
 * @param left - Time of the call, in ms.
 * @param cause - What the try before failed with.
 */
async function failureOfTry(call: RunningCall, left: number, cause: unknown): Promise<unknown> {
  const { settings, options } = call;
  const { timeout = settings.timeout, tryTimeout = settings.tryTimeout, signal } = options;
  const limit = Math.min(tryTimeout, left);
  const said = `No answer within ${limit < tryTimeout ? timeout : limit} ms`;
  const expired = () => new ServiceTimeoutError(said, call, { cause });
  try {
    call.answer = await withTimeLimit(limit, signal, expired, (ended) => sendOnce(call, ended));
  } catch (error) {
    call.answer = undefined;
    if (error instanceof ServiceTokenError && cause) error.cause = cause;
    return error;
  }
  const { response, text } = call.answer;
  return response.ok ? undefined : new ServiceStatusError(call, response, jsonIn(text));
}

/** Tells `onTry` about a try that has sent something. */
function report(
  call: RunningCall,
  made: { attempt: number; duration: number; error: unknown; wait?: number | undefined },
) {
  const { settings, operation, path, method, url, answer } = call;
  if (!settings.onTry || made.error instanceof ServiceTokenError) return;
  const told = settings.onTry({
    ...{ operation: operation?.id ?? path, method, url: hidden(url, call), status: answer?.response.status },
    ...made,
  });
  Promise.resolve(told).catch(() => undefined);
}

/** Lets openapi-fetch and middleware read a body that has been read. A copy would cost a fifth of a call. */
function readable({ response, text }: Answer, request: SentRequest): Response {
  response.text = async () => text;
  response.json = async () => JSON.parse(text);
  if (!(request instanceof Request)) return response;
  response.clone = () => new Response(text || null, { status: response.status, headers: [...response.headers] });
  return Object.defineProperty(response, "body", { get: () => response.clone().body, configurable: true });
}
