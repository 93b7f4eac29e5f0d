import type { Client, Middleware } from "openapi-fetch";
import type { paths } from "../../generated/client.js";
import { operations } from "../../generated/contract.js";
import { ServiceStatusError } from "./errors.js";
import type { Outcome, Sent } from "./exchange.js";
import type { CallOptions } from "./options.js";
import type { Requester } from "./request.js";

export type { Middleware };

/** The paths of the contract, which declares no failures, with the `error` that a failed call returns. */
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
 * and the options of a method. If the response is not a success, `error` is the `ServiceStatusError` that a method would
 * throw. Calls reject with all other errors. `use` adds middleware, which also sees the calls of methods.
 */
export interface HttpClient extends Client<PathsWithErrors> {}

/** The options of a call that matter here. The types of openapi-fetch depend on the path. */
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
  // Its types depend on the path, but it does the same for every path.
  return client as unknown as HttpClient;
}

function pathOutcome(outcome: Outcome) {
  const { response, body } = outcome;
  return response.ok ? { data: body, response } : { error: new ServiceStatusError(outcome), response };
}
