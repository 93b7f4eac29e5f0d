import type { Middleware } from "openapi-fetch";
import type { HttpClient } from "../../generated/client.js";
import type { CallAnyPath } from "./call-path.js";
import { ServiceStatusError } from "./errors.js";
import type { OpenapiFetch } from "./openapi-fetch.js";

/** Makes `service.http`, whose calls of paths are sent as those of methods are. */
export function createHttp(callPath: CallAnyPath, openapiFetch: OpenapiFetch): HttpClient {
  const { client } = openapiFetch;

  // An answer of any status is what a call of a path returns.
  const request = async (...call: Parameters<CallAnyPath>) => {
    const { request, response, data, error } = await callPath(...call);
    if (response.ok) return { data, response };
    const failure = new ServiceStatusError(request, response, error);
    return { error: failure.declaredBody ?? failure, response };
  };

  // `GET` and so on, as openapi-fetch has them.
  const methods = Object.keys(client).map((method) => [method, request.bind(undefined, method)]);
  const http = {
    ...Object.fromEntries(methods),
    request,
    use(...added: Middleware[]) {
      client.use(...added);
      openapiFetch.hasMiddleware = true;
    },
    eject: client.eject,
  };
  // Its types are openapi-fetch's, which follow the path. What it does is the same for every path.
  return http as HttpClient;
}
