import type { Client, ClientPathsWithMethod, FetchOptions, FetchResponse, Middleware } from "openapi-fetch";
import type { ServiceStatusError } from "./errors.js";
import type { Outcome } from "./exchange.js";
import type { CallOptions } from "./options.js";

export type { FetchOptions, Middleware };

export type HttpMethod = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

/** What the methods of a client call a path with: openapi-fetch's types check path, parameters, body and data. */
export type CallPath<Paths extends object> = <
  Method extends HttpMethod,
  Path extends PathWith<Paths, Method>,
  Init extends Pick<FetchOptions<OperationAt<Paths, Path, Method>>, "params" | "body">,
>(
  method: Method,
  path: Path,
  options: CallOptions | null | undefined,
  ...init: Given<Init>
) => Promise<Outcome<Fetched<OperationAt<Paths, Path, Method>>["data"]>>;

/**
 * The openapi-fetch client beneath the methods, see https://openapi-ts.dev/openapi-fetch. `GET` and so on call a path, with
 * the access token, the tries and the deadline of a method. `use` adds middleware, which sees the calls of methods, too.
 */
export interface PathClient<Paths extends object> extends Pick<Client<Paths>, "use" | "eject"> {
  /** Calls a path by any method. */
  request: PathRequest<Paths>;
  GET: PathMethod<Paths, "get">;
  PUT: PathMethod<Paths, "put">;
  POST: PathMethod<Paths, "post">;
  DELETE: PathMethod<Paths, "delete">;
  OPTIONS: PathMethod<Paths, "options">;
  HEAD: PathMethod<Paths, "head">;
  PATCH: PathMethod<Paths, "patch">;
  TRACE: PathMethod<Paths, "trace">;
}

/**
 * What a call of a path returns: the data of a success, or the error. The error is the body of the answer, if the contract
 * declares such a body. Otherwise, as for an answer of a gateway, it is the error that a method would throw.
 */
export type PathOutcome<Operation extends Record<string | number, unknown>, Options> =
  | Fetched<Operation, Options>
  | { data?: never; error: DeclaredBody<Operation> | ServiceStatusError; response: Response };

/** Calls a path by one method. */
export type PathMethod<Paths extends object, Method extends HttpMethod> = <
  Path extends PathWith<Paths, Method>,
  Options extends OptionsOf<Paths, Path, Method>,
>(
  path: Path,
  ...options: Given<Options>
) => Promise<PathOutcome<OperationAt<Paths, Path, Method>, Options>>;

/** Calls a path by any method. */
export type PathRequest<Paths extends object> = <
  Method extends HttpMethod,
  Path extends PathWith<Paths, Method>,
  Options extends OptionsOf<Paths, Path, Method>,
>(
  method: Method,
  path: Path,
  ...options: Given<Options>
) => Promise<PathOutcome<OperationAt<Paths, Path, Method>, Options>>;

/** What openapi-fetch returns for a success. */
type Fetched<Operation extends Record<string | number, unknown>, Options = object> = Extract<
  FetchResponse<Operation, Options, `${string}/${string}`>,
  { data: unknown }
>;

type PathWith<Paths extends object, Method extends HttpMethod> = ClientPathsWithMethod<Client<Paths>, Method>;

type OperationAt<Paths, Path, Method> = Path extends keyof Paths
  ? Method extends keyof Paths[Path]
    ? Extract<Paths[Path][Method], Record<string | number, unknown>>
    : never
  : never;

/** What openapi-fetch takes, and the options of a call. Its own `signal` could not be `undefined`. */
type OptionsOf<Paths, Path, Method> = CallOptions &
  Omit<FetchOptions<OperationAt<Paths, Path, Method>>, keyof CallOptions>;

/** Options may be left out where none is required. */
type Given<Options> = object extends Options ? [options?: Options] : [options: Options];

/** The bodies of the failures that the contract declares. */
type DeclaredBody<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: `${Status & (string | number)}` extends `2${string}`
        ? never
        : Responses[Status] extends { content: infer Content }
          ? Content[keyof Content]
          : never;
    }[keyof Responses]
  : never;
