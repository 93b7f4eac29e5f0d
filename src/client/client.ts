import createClient from "openapi-fetch";
import { createMethods, type HttpClient, type Methods } from "../../generated/client.js";
import type { Expected } from "./calls.js";
import { ServiceResponseError, ServiceStatusError } from "./errors.js";
import { type CallOptions, type ServiceClientOptions, type Settings, settingsOf } from "./options.js";
import { beginCall, type RunningCall } from "./running-call.js";
import { type SentRequest, sendWithRetries } from "./tries.js";

// openapi-fetch gets no more updates. Only this file and `generated/` touch it.

/** A client of the Service API: the methods of the contract, by its tags. */
export interface ServiceClient extends Methods {
  readonly http: HttpClient;
}

/**
 * Makes a client of the Service API.
 *
 * @throws TypeError when an option cannot be used.
 * @example
 * const service = createServiceClient({ baseUrl: "https://service.example", accessToken });
 * const webhook = await service.webhooks.get(1001);
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const http = createHttp(settingsOf(options));
  return { http, ...createMethods(http) };
}

/** What a call of a path may be given, as much of it as this client looks at. openapi-fetch has types for the rest. */
interface PathOptions extends CallOptions {
  readonly baseUrl?: unknown;
  readonly fetch?: unknown;
  readonly middleware?: unknown;
  readonly parseAs?: unknown;
  readonly expected?: Expected | undefined;
}

/** What openapi-fetch returns. */
type Outcome = { readonly data?: unknown; readonly error?: unknown; readonly response: Response };

/** Makes the openapi-fetch client whose requests are calls of this client. */
function createHttp(settings: Settings): HttpClient {
  const client = createClient({ baseUrl: settings.baseUrl, pathSerializer: filledPath });
  const { request, use } = client;
  let hasMiddleware = false;
  const send = async (name: string, path: string, given: PathOptions = {}) => {
    const { expected, middleware, parseAs } = given;
    if (given.baseUrl || given.fetch)
      throw new TypeError("service.http takes no baseUrl or fetch for one call: make another client");
    const call = beginCall(settings, name.toUpperCase(), path, given);
    const sent = {
      ...given,
      // A request that follows it would stay attached for as long as it lives.
      signal: undefined,
      headers: call.headers,
      Request: hasMiddleware || middleware || parseAs ? undefined : plainRequest,
      fetch: (one: SentRequest) => sendWithRetries(call, one),
    };
    return outcomeOf(call, Reflect.apply(request, client, [call.method, path, sent]), expected);
  };
  const methods = Object.keys(client).filter((name) => /^[A-Z]/.test(name));
  return Object.assign(client, {
    request: send,
    ...Object.fromEntries(methods.map((name) => [name, send.bind(undefined, name)])),
    use(...middleware: Parameters<typeof use>) {
      hasMiddleware = true;
      use(...middleware);
    },
  });
}

/** Returns what came of a call, or throws its error. A path that is called expects nothing: it gets any answer. */
async function outcomeOf(call: RunningCall, sent: Promise<Outcome>, expected?: Expected): Promise<Outcome> {
  const { data, error, response } = await sent.catch((thrown: unknown) => {
    const { answer } = call;
    if (!(thrown instanceof SyntaxError && answer)) throw thrown;
    throw new ServiceResponseError("The answer is not JSON", call, answer.response, answer.text);
  });
  if (expected !== undefined) return { data: dataOf(call, response, error || data, expected), response };
  if (response.ok) return { data, response };
  const failure = new ServiceStatusError(call, response, error === "" ? undefined : error);
  return { response, error: failure.declaredBody ?? failure };
}

/** What openapi-fetch makes where nobody looks at it: a real `Request` would cost a tenth of the call. */
function plainRequest(url: string, init: { method: string; headers: Headers; body?: string }): SentRequest {
  return { method: init.method, url: new URL(url).href, headers: init.headers, text: () => init.body ?? "" };
}

/** Returns what a method returns of an answer. */
function dataOf(call: RunningCall, response: Response, body: unknown, expected: Expected): unknown {
  // Not only outside 2xx: the contract names the one status of success.
  if (response.status !== (call.operation?.status ?? 200)) throw new ServiceStatusError(call, response, body);
  if (expected === null) return undefined;
  const data = typeof expected === "string" ? Object(body)[expected] : body;
  const isMissing = data === undefined || data === null;
  const lack = body ? `has no ${expected}` : "is empty";
  const fault = isMissing ? `The answer ${lack}` : typeof expected === "function" && expected(body);
  if (fault) throw new ServiceResponseError(fault, call, response, body);
  return data;
}

/**
 * Fills a path of the contract.
 *
 * @throws TypeError when a value cannot be in a path.
 */
function filledPath(path: string, values: Record<string, unknown>): string {
  return path.replace(/\{(.*?)\}/g, (_, name) => {
    const value = values[name];
    // URL parsers drop "." and "..", percent-encoded or not, and a path with an empty id is the path of the list. A
    // number that is no safe integer would arrive as another one.
    if (typeof value === "string" ? !/^\.{0,2}$/.test(value) : Number.isSafeInteger(value))
      return encodeURIComponent(String(value));
    throw new TypeError(`The parameter ${name} cannot be in a path`);
  });
}
