/** Request headers, by name. Those that are `undefined` are not sent. */
export type RequestHeaders = Headers | Readonly<Record<string, string | number | boolean | undefined>>;

/** Headers as they are sent, by their names in lower case. */
export type SentHeaders = Readonly<Record<string, string>>;

/**
 * Copies headers, with their names in lower case.
 *
 * @throws TypeError when they cannot be sent. It does not quote a value, which may be a secret.
 */
export function headersOf(given: RequestHeaders | null | undefined): SentHeaders {
  const all = given ?? {};
  // Text may be a secret, which must not reach an error of the engine.
  if (typeof all !== "object") throw new TypeError("headers must be an object");
  const headers = new Headers();
  for (const [name, value] of Symbol.iterator in all ? all : Object.entries(all)) {
    if (value === undefined || value === null) continue;
    try {
      headers.set(name, String(value));
    } catch {
      throw new TypeError(`The header ${name} is not valid in HTTP`);
    }
  }
  return Object.fromEntries(headers);
}
