import type { Client, Middleware } from "openapi-fetch";
import type { paths } from "../../generated/client.js";
import { operations } from "../../generated/contract.js";
import { ServiceStatusError } from "./errors.js";
import type { Outcome, Sent } from "./exchange.js";
import type { CallOptions } from "./options.js";
import type { Requester } from "./request.js";

export type { Middleware };

/** The paths of the contract with what it does not declare: the error that a call has after a failure. */
export type PathsWithErrors = {
  [Path in keyof paths]: {
    [Method in keyof paths[Path]]: paths[Path][Method] extends { responses: infer Responses }
      ? Omit<paths[Path][Method], "responses"> & {
          responses: Responses & { default: { content: { "application/json": ServiceStatusError } } };
        }
      : paths[Path][Method];
  };
};

/**
 * The openapi-fetch client (https://openapi-ts.dev/openapi-fetch) for the paths of the contract, with the token, the retries
 * and the options of a method. After a failure, `error` is the `ServiceStatusError` that a method would throw. `use` adds
 * middleware, which sees the calls of methods, too.
 */
export interface HttpClient extends Client<PathsWithErrors> {}

/** What a call of a path takes. The types of openapi-fetch follow the path; these are what matters here. */
interface PathInit extends CallOptions {
  readonly params?: Pick<Sent, "path" | "query">;
  readonly body?: unknown;
  readonly baseUrl?: unknown;
  readonly fetch?: unknown;
}

/** Makes `service.http`. */
export function createHttp({ request, use, eject }: Requester): HttpClient {
  const callPath = async (method: string, path: string, init: PathInit = {}) => {
    if (init.baseUrl || init.fetch) throw new TypeError("baseUrl and fetch are options of createServiceClient");
    const known = Object.values(operations).find((operation) => operation.path === path && operation.method === method);
    const { params, body } = init;
    return pathOutcome(await request(known ?? { id: path, method, path }, { ...params, body, init }, init));
  };
  const calledBy = (method: string) => (path: string, init?: PathInit) => callPath(method, path, init);
  const client = {
    request: (method: string, path: string, init?: PathInit) => callPath(method.toUpperCase(), path, init),
    GET: calledBy("GET"),
    PUT: calledBy("PUT"),
    POST: calledBy("POST"),
    DELETE: calledBy("DELETE"),
    OPTIONS: calledBy("OPTIONS"),
    HEAD: calledBy("HEAD"),
    PATCH: calledBy("PATCH"),
    TRACE: calledBy("TRACE"),
    use,
    eject,
  };
  // Its types follow the path. What is done is the same for every path.
  return client as unknown as HttpClient;
}

function pathOutcome(outcome: Outcome) {
  const { response, body } = outcome;
  return response.ok ? { data: body, response } : { error: new ServiceStatusError(outcome), response };
}
