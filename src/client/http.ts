import type {
  Client,
  ClientPathsWithMethod,
  FetchResponse,
  Middleware,
  ParamsOption,
  RequestBodyOption,
} from "openapi-fetch";
import type { paths } from "../../generated/client.js";
import { operations } from "../../generated/contract.js";
import { ServiceStatusError } from "./errors.js";
import type { Sent } from "./exchange.js";
import type { CallOptions } from "./options.js";
import type { Requester } from "./request.js";

export type { Middleware };

type HttpMethod = "get" | "put" | "post" | "delete" | "patch";

type PathWith<Method extends HttpMethod> = ClientPathsWithMethod<Client<paths>, Method> & keyof paths;

/** What the contract says of an operation, as openapi-fetch's types take it. */
type OperationAt<Path extends keyof paths, Method extends HttpMethod> = Extract<
  paths[Path][Method],
  Record<string | number, unknown>
>;

/** What a call of a path takes: parameters and body, and the options of a method. */
export type PathInit<Path extends keyof paths, Method extends HttpMethod> = CallOptions &
  ParamsOption<OperationAt<Path, Method>> &
  RequestBodyOption<OperationAt<Path, Method>>;

/** What a call of a path returns: the body of a success, or the error that a method would throw for another status. */
export type PathOutcome<Path extends keyof paths, Method extends HttpMethod> =
  | Extract<FetchResponse<OperationAt<Path, Method>, object, `${string}/${string}`>, { data: unknown }>
  | { data?: never; error: ServiceStatusError; response: Response };

/** Options may be left out where none is required. */
type Given<Options> = object extends Options ? [options?: Options] : [options: Options];

/** Calls a path by one method. */
export type PathMethod<Method extends HttpMethod> = <Path extends PathWith<Method>>(
  path: Path,
  ...options: Given<PathInit<Path, Method>>
) => Promise<PathOutcome<Path, Method>>;

/**
 * Calls paths of the contract by openapi-fetch (https://openapi-ts.dev/openapi-fetch), with the token, the tries and the limits
 * of a method. `use` adds middleware, which sees the calls of methods, too.
 */
export interface HttpClient extends Pick<Requester, "use" | "eject"> {
  GET: PathMethod<"get">;
  PUT: PathMethod<"put">;
  POST: PathMethod<"post">;
  DELETE: PathMethod<"delete">;
  PATCH: PathMethod<"patch">;
}

/** Makes `service.http`. */
export function createHttp({ request, use, eject }: Requester): HttpClient {
  const pathMethod =
    (method: string) =>
    async (path: string, init: CallOptions & { params?: Sent; body?: unknown } = {}) => {
      const known = Object.values(operations).find(
        (operation) => operation.path === path && operation.method === method,
      );
      const outcome = await request(known ?? { id: path, method, path }, { ...init.params, body: init.body }, init);
      const { response, body } = outcome;
      return response.ok ? { data: body, response } : { error: new ServiceStatusError(outcome), response };
    };
  const methods = ["GET", "PUT", "POST", "DELETE", "PATCH"].map((method) => [method, pathMethod(method)]);
  // The types follow the path. What is done is the same for every path.
  return { ...Object.fromEntries(methods), use, eject } as HttpClient;
}
