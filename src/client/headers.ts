import type { Exchange } from "./exchange.js";
import { misuse } from "./stack.js";

/** Request headers, by name. Those that are `undefined` are not sent. */
export type RequestHeaders = Headers | Readonly<Record<string, string | number | boolean | undefined>>;

/** Headers of every call, or a function that returns those of each try. */
export type CommonHeaders = RequestHeaders | undefined | (() => RequestHeaders | Promise<RequestHeaders>);

/** Adds what every request has: the headers of the client, which those of the call replace, and the content type. */
export function withHeaders(given: CommonHeaders, next: Exchange): Exchange {
  const constant = typeof given === "function" ? undefined : headersOf(given);
  return async (request, signal) => {
    const own = typeof given === "function" ? headersOf(await given()) : constant;
    const headers = { ...own, ...request.headers, "content-type": "application/json" };
    return await next({ ...request, headers }, signal);
  };
}

/**
 * Copies headers, with their names in lower case.
 *
 * @throws TypeError when they cannot be sent. It does not quote a value, which may be a secret.
 */
export function headersOf(given: RequestHeaders | undefined): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of entriesOf(given)) {
    if (value === undefined || value === null) continue;
    try {
      headers.set(name, String(value));
    } catch {
      throw misuse(`The header ${name} is not valid in HTTP`);
    }
  }
  return Object.fromEntries(headers);
}

/** The names and values of headers. Those of other libraries are not the platform's `Headers`, but are walked as they are. */
export function entriesOf(given: RequestHeaders | undefined): [name: string, value: unknown][] {
  const headers: Iterable<[string, unknown]> | object = given ?? {};
  return Symbol.iterator in headers ? [...headers] : Object.entries(headers);
}
