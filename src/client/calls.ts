import type { CallOptions } from "./options.js";

/** A running call of a method. `await` returns the data of the answer. */
export interface Call<Data> extends Promise<Data> {
  /** Returns the data together with its response. The body of that response has been read. */
  withResponse(): Promise<{ data: Data; response: Response }>;
}

/**
 * What a method expects in the body of success: a key, whose value it returns, or `null` for no body, or a function that
 * returns what is wrong with the body, if anything is.
 */
export type Expected = string | null | ((body: ReturnType<typeof Object>) => string | false);

/** Sends a request by openapi-fetch. */
type SendRequest<Body> = (init: object) => Promise<{ data?: Body | undefined; response: Response }>;

/** Makes a call of a method, which returns what the body holds under a key. */
export function run<Key extends string, Data>(
  options: CallOptions | undefined,
  send: SendRequest<{ [Name in Key]: Data }>,
  key: Key,
): Call<Data>;
/** Makes a call of a method, which returns the body. */
export function run<Body>(
  options: CallOptions | undefined,
  send: SendRequest<Body>,
  faultOf?: (body: Body) => string | false,
): Call<Body>;
/** Makes a call of a method, which returns nothing. */
export function run(options: CallOptions | undefined, send: SendRequest<unknown>, nothing: null): Call<void>;
export function run(options: CallOptions | undefined, send: SendRequest<unknown>, expected: Expected = () => false) {
  const outcome = send({ ...options, expected });
  const call = outcome.then(({ data }) => data);
  // After the call, so that a rejection does not go unhandled.
  return Object.assign(call, { withResponse: () => call.then(() => outcome) });
}
