/** An HTTP date in each of its three forms. Other texts that `Date.parse` accepts are none: "1, 2" would be in 2001. */
const HTTP_DATE = /^[A-Z][a-z]+,? .* (GMT|\d{4})$/;

/** Returns how long an answer asks to wait, in ms, from seconds or a date; `undefined` if it does not say so. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("Retry-After") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // The form of C's asctime has no zone, and means GMT.
  const date = HTTP_DATE.test(value) ? Date.parse(value.replace(/ \d{4}$/, " GMT$&")) : Number.NaN;
  // By the clock of the service, if it tells the time: the two may differ.
  const now = Date.parse(headers.get("Date") ?? "") || Date.now();
  return date >= 0 ? Math.max(0, date - now) : undefined;
}
