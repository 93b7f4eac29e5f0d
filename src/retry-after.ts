/** Returns the wait that `Retry-After` asks for, in ms; `undefined` if it is neither seconds nor a date. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("Retry-After") ?? "";
  // HTTP allows only whole seconds, but services such as Shopify write "2.0".
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // `Date.parse` also accepts texts that are not HTTP dates: "1, 2" would be a day in 2001.
  const date = / GMT$/.test(value) ? Date.parse(value) : NaN;
  // By the service's own clock, if it sends the time, since ours may differ.
  const now = Date.parse(headers.get("Date") ?? "") || Date.now();
  return date >= 0 ? Math.max(0, date - now) : undefined;
}
