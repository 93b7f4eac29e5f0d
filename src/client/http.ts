import type { HttpClient } from "../../generated/client.js";
import type { CallAnyPath } from "./call-path.js";
import { ServiceStatusError } from "./errors.js";
import type { OpenapiFetch, PathInit } from "./openapi-fetch.js";
import type { CallOptions } from "./options.js";
import { misuse } from "./stack.js";

/** What a call of a path may be given. openapi-fetch's types of it follow the path. */
type PathOptions = CallOptions & PathInit & { readonly baseUrl?: unknown; readonly fetch?: unknown };

/** Makes `service.http`, whose calls of paths are sent as those of methods are. */
export function createHttp(callPath: CallAnyPath, { client, use }: OpenapiFetch): HttpClient {
  // An answer of any status is what a call of a path returns.
  const request = async (method: string, path: string, options: PathOptions = {}) => {
    if (options.baseUrl || options.fetch)
      throw misuse("service.http takes no baseUrl and no fetch: create another client");
    // They are the options of our call, and what openapi-fetch takes.
    const outcome = await callPath(method, path, options, options);
    const { response, body } = outcome;
    if (response.ok) return { data: body, response };
    const failure = new ServiceStatusError(outcome);
    return { error: failure.declaredBody ?? failure, response };
  };

  // `GET` and so on, as openapi-fetch has them.
  const methods = Object.keys(client).map((method) => [method, request.bind(undefined, method)]);
  // Its types are openapi-fetch's, which follow the path. What it does is the same for every path.
  return { ...Object.fromEntries(methods), request, use, eject: client.eject } as HttpClient;
}
