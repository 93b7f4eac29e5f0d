import { type OperationFacts, operationFacts } from "../../generated/client.js";
import type { FailedRequest } from "./errors.js";
import { type CallOptions, checkOptions, headersOf, type Settings } from "./options.js";

/** One call, from its beginning to its end, with all of its tries. */
export interface RunningCall extends FailedRequest {
  readonly settings: Settings;
  readonly options: CallOptions;
  /** Not on the clock of the day, which may be set while the call runs. */
  readonly start: number;
  /** Absent if the contract does not have the path. */
  readonly operation: OperationFacts | undefined;
  readonly path: string;
  /** Of the call only: each try adds those of the client. */
  headers: Record<string, string>;
  readonly tokens: string[];
  /** Of the last try, if there was one. */
  answer?: Answer | undefined;
}

/** A response, and its complete body. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

/**
 * Begins a call: from now on, its time runs.
 *
 * @throws TypeError when an option cannot be used.
 */
export function beginCall(settings: Settings, method: string, path: string, options: CallOptions): RunningCall {
  checkOptions(options);
  // It would call itself for ever.
  if (settings.memory.isAsking) throw new TypeError("accessToken must not use its own client");
  return {
    settings,
    options,
    start: performance.now(),
    operation: operationFacts[`${method} ${path}`],
    path,
    method,
    url: settings.baseUrl + path,
    headers: options.headers ? headersOf(options.headers) : {},
    body: "",
    tokens: [],
  };
}
