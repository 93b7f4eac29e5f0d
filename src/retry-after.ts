/** Returns how long an answer asks to wait, in ms, from seconds or a date; `undefined` if it does not say so. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("Retry-After") ?? "";
  // HTTP has whole seconds only. Services such as Shopify's write "2.0".
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Other texts that `Date.parse` accepts are no HTTP dates: "1, 2" would be in 2001.
  const date = / GMT$/.test(value) ? Date.parse(value) : NaN;
  // By the clock of the service, if it tells the time: the two may differ.
  const now = Date.parse(headers.get("Date") ?? "") || Date.now();
  return date >= 0 ? Math.max(0, date - now) : undefined;
}
