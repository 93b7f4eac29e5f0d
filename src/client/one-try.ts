import { accessToken as carrier } from "../../generated/contract.js";
import { jsonIn, ServiceConnectionError, ServiceTokenError } from "./errors.js";
import { type AccessToken, headersOf, isSendable } from "./options.js";
import type { Answer, RunningCall } from "./running-call.js";

/**
 * Sends the request of a call once, and reads the complete answer. Returns the last answer if that refused the token, and
 * there is no other one.
 *
 * @param signal - Aborts when the try ends.
 */
export async function sendOnce(call: RunningCall, signal: AbortSignal): Promise<Answer> {
  const { settings, method, url, body, answer: last } = call;
  let { headers: common, accessToken: token } = settings;
  if (call.operation?.isPublic) token = undefined;
  // What is no function is not awaited: every await makes a call slower.
  if (typeof token === "function") token = await askForToken(call, token, signal);
  if (last?.response.status === 401 && token === settings.memory.refused) return last;
  if (typeof common === "function") common = headersOf(await common());
  // Nothing is sent once the try has ended.
  signal.throwIfAborted();
  const headers: Record<string, string> = { ...common, ...call.headers, "content-type": "application/json" };
  const header = carrier.header.toLowerCase();
  if (token) headers[header] = token;
  call.tokens.push(headers[header] ?? "");
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
  // Only until the function first waits: what calls the client after that may be somebody else.
  memory.isAsking = true;
  const asked = (async () => ask({ refused: memory.refused, signal }))();
  memory.isAsking = false;
  const token: unknown = await asked;
  if (isSendable(token)) return token;
  throw new ServiceTokenError("accessToken returned no token that a header can carry", call);
}

/** Whether JSON breaks off where fetch takes a part for all: of a compressed answer, and before a connection ends. */
function isCut({ headers }: Response, text: string): boolean {
  const mayBeCut = headers.has("Content-Encoding") || /close/i.test(headers.get("Connection") ?? "");
  return mayBeCut && /^\s*[[{]/.test(text) && jsonIn(text) === text;
}

/** Code and system call of Node's errors about a connection that did not come about. */
const UNCONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT) | connect$/;

/** Whether what `fetch` rejected with says, itself or by its cause, that it has sent nothing. */
function isUnsent(thrown: unknown): boolean {
  const { code, cause } = Object(thrown);
  const failed = Object(code ? thrown : cause);
  return UNCONNECTED.test(`${failed.code} ${failed.syscall}`);
}
