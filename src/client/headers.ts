import type { Exchange, ServiceRequest } from "./exchange.js";

/** Request headers, by name. Those that are `undefined` are not sent. */
export type RequestHeaders = Headers | Readonly<Record<string, string | number | boolean | undefined>>;

/** Headers that have been checked, or a function that returns those of each try. */
export type CommonHeaders = Readonly<Record<string, string>> | (() => RequestHeaders | Promise<RequestHeaders>);

/** Adds what every request has: the headers of the client, which those of the call replace, and the content type. */
export function withHeaders(common: CommonHeaders, next: Exchange): Exchange {
  const below = (own: Readonly<Record<string, string>>, { headers }: ServiceRequest) => {
    return { ...own, ...headers, "content-type": "application/json" };
  };
  if (typeof common !== "function")
    return (request, signal) => next({ ...request, headers: below(common, request) }, signal);
  return async (request, signal) => {
    const own = headersOf(await common());
    return await next({ ...request, headers: below(own, request) }, signal);
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
      throw new TypeError(`The header ${name} is not valid in HTTP`);
    }
  }
  return Object.fromEntries(headers);
}

/** The names and values of headers. Those of other libraries are not the platform's `Headers`, but are walked as they are. */
export function entriesOf(given: RequestHeaders | undefined): [name: string, value: unknown][] {
  const headers: object = given ?? {};
  return isWalked(headers) ? [...headers] : Object.entries(headers);
}

function isWalked(headers: object): headers is Iterable<[string, unknown]> {
  return Symbol.iterator in headers;
}
