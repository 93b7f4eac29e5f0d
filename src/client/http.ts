import type { Client, FetchOptions, Middleware } from "openapi-fetch";
import { facts, type HttpClient } from "../../generated/client.js";
import { ServiceStatusError } from "./errors.js";
import type { CalledOperation, Outcome } from "./exchange.js";
import { checkMiddleware } from "./openapi-fetch.js";
import type { CallOptions } from "./options.js";
import { type HttpMethod, METHODS } from "./path-client.js";
import type { SendCall } from "./send.js";

/** What a call of a path may be given. openapi-fetch's types of it follow the path. */
type PathOptions = CallOptions & Omit<FetchOptions<unknown>, keyof CallOptions>;

type AnyPaths = Record<string, Record<HttpMethod, object>>;

/**
 * Makes `service.http`, whose calls of paths are sent as those of methods are.
 *
 * @param middleware - Where `use` adds middleware for all calls.
 */
export function createHttp(send: SendCall, middleware: Middleware[]): HttpClient {
  const request = async (method: HttpMethod, path: string, options: PathOptions = {}) => {
    const { baseUrl, fetch, signal: _signal, headers: _headers, ...init } = options;
    if (baseUrl || fetch)
      throw new TypeError("service.http takes no baseUrl or fetch for a single call: create another client");
    const callPath = (http: Client<AnyPaths>) => http.request(method, path, init);
    const isSeen = init.middleware !== undefined || init.parseAs !== undefined;
    return pathOutcome(await send(operationOf(method.toUpperCase(), path), options, callPath, isSeen));
  };
  const methods = METHODS.map((method) => [method.toUpperCase(), request.bind(undefined, method)]);
  const http = {
    request,
    ...Object.fromEntries(methods),
    use(...added: Middleware[]) {
      checkMiddleware(added);
      middleware.push(...added);
    },
    eject(...removed: Middleware[]) {
      for (const one of removed) if (middleware.includes(one)) middleware.splice(middleware.indexOf(one), 1);
    },
  };
  // Its types are openapi-fetch's, which follow the path. What it does is the same for every path.
  return http as HttpClient;
}

function operationOf(method: string, path: string): CalledOperation {
  const known = Object.values(facts).find((operation) => operation.method === method && operation.path === path);
  return known ?? { id: path, method, path, status: 200 };
}

/** What a call of a path returns: an answer of any status is one. */
function pathOutcome({ request, response, data, error }: Outcome<unknown>) {
  if (response.ok) return { data, response };
  const failure = new ServiceStatusError(request, response, error);
  return { error: failure.declaredBody ?? failure, response };
}
