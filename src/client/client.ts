import createClient from "openapi-fetch";
import { createMethods, type HttpClient, type Methods, operationsByPath, passwords } from "../../generated/client.js";
import { basePath, accessToken as carrier } from "../../generated/contract.js";
import { ServiceResponseError, ServiceStatusError } from "./errors.js";
import { baseUrlOf, type CallOptions, checkOptions, headersOf, type ServiceClientOptions } from "./options.js";
import {
  beginCall,
  type Connection,
  isSendable,
  type Run,
  type RunningCall,
  type SendRequest,
  sendWithRetries,
} from "./tries.js";

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
  const given: ServiceClientOptions = Object(options);
  const { baseUrl, accessToken, headers, fetch = (...sent) => globalThis.fetch(...sent) } = given;
  checkOptions(given);
  if (accessToken !== undefined && typeof accessToken !== "function" && !isSendable(accessToken))
    throw new TypeError("accessToken must be a text that a header can carry, or a function");
  const connection: Connection = {
    ...given,
    baseUrl: baseUrlOf(baseUrl, basePath),
    headers: typeof headers === "function" ? headers : headersOf(headers),
    fetch,
    header: carrier.header.toLowerCase(),
    prefix: carrier.prefix,
    passwords,
  };
  const http = createHttp(connection);
  return { http, ...createMethods(http, createRun(connection)) };
}

/** What a call of a path may be given, as much of it as this client looks at. openapi-fetch has types for the rest. */
interface PathOptions extends CallOptions {
  readonly baseUrl?: unknown;
  readonly fetch?: unknown;
  /** The call that it is a part of; without one, it is a call of its own. */
  readonly call?: RunningCall;
}

/** Makes the openapi-fetch client whose requests are calls of this client. */
function createHttp(connection: Connection): HttpClient {
  const client = createClient({ baseUrl: connection.baseUrl, pathSerializer: filledPath });
  const { request } = client;
  const send = async (name: string, path: string, given: PathOptions = {}) => {
    const method = name.toUpperCase();
    const { baseUrl, fetch, signal, call = beginCall(connection, given), ...init } = given;
    if (baseUrl || fetch)
      throw new TypeError("service.http takes no baseUrl or fetch for one call: make another client");
    const operation = operationsByPath[`${method} ${path}`] ?? { id: path };
    Object.assign(call, { operation, method, url: connection.baseUrl + path });
    const sent = { ...init, headers: call.headers, fetch: (one: Request) => sendWithRetries(one, call, connection) };
    try {
      const outcome = await Reflect.apply(request, client, [method, path, sent]);
      // A failure without a body would pass for a success.
      return outcome.response.ok || outcome.error ? outcome : { ...outcome, error: call.failure };
    } catch (error) {
      // It would quote the answer, which may repeat the access token.
      if (!(error instanceof SyntaxError && call.answer)) throw error;
      throw new ServiceResponseError("The answer is not JSON", call, call.answer.response, call.answer.text);
    }
  };
  const named = (method: string) => [method, (path: string, given?: PathOptions) => send(method, path, given)];
  const methods = Object.keys(client).filter((name) => /^[A-Z]/.test(name));
  return Object.assign(client, { request: send, ...Object.fromEntries(methods.map(named)) });
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

/** Makes the function that the methods make their calls with. */
function createRun(connection: Connection): Run {
  return (
    key: string | null,
    options: CallOptions | null | undefined,
    request: SendRequest<unknown>,
    fault?: (body: ReturnType<typeof Object>) => string | false,
  ) => {
    const start = async () => {
      const call = beginCall(connection, options ?? {});
      const { data, error, response } = await request({ call, headers: {} });
      // Not only outside 2xx: the contract names the one status of success.
      if (response.status !== (call.operation.status ?? 200))
        throw new ServiceStatusError(call, response, error === call.failure ? data : (error ?? data));
      const body = Object(data);
      const isMissing = key && (body[key] ?? undefined) === undefined;
      const wrong = data ? (isMissing ? `The answer has no ${key}` : fault?.(body)) : "The answer is empty";
      if (wrong && key !== null) throw new ServiceResponseError(wrong, call, response, data);
      return { data: key === null ? undefined : key && !fault ? body[key] : body, response };
    };
    const started = start();
    const call = started.then(({ data }) => data);
    // After the call, so that a rejection does not go unhandled.
    return Object.assign(call, { withResponse: () => call.then(() => started) });
  };
}
