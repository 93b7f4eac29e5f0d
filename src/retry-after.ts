/** Returns how long an answer asks to wait, in ms, from seconds or a date; `undefined` if it does not say so. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("Retry-After") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse also accepts text that is no HTTP date: "1, 2" would be a day in 2001.
  const date = /GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
