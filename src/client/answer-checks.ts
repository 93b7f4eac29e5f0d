/** Node's fetch, unlike a page's, takes what has arrived of a compressed body, or of one without a length, for all. */
export function mayBeCut(text: string, headers: Headers): boolean {
  const endsWithConnection = !headers.has("Content-Length") && /close/i.test(headers.get("Connection") ?? "");
  const isPage = "document" in globalThis;
  return /^\s*([[{]|$)/.test(text) && (headers.has("Content-Encoding") || (endsWithConnection && !isPage));
}

/**
 * Returns the place where a value differs from the sample in type, such as `.webhook.id`; `undefined` if there is none.
 * An integer in the sample stands for any that JavaScript holds exactly, the first item of a list for all items, and
 * `undefined` or `null` for any value.
 */
export function misfit(value: unknown, sample: unknown): string | undefined {
  if (sample === undefined || sample === null) return undefined;
  if (typeof sample !== "object") {
    return (Number.isInteger(sample) ? Number.isSafeInteger(value) : typeof value === typeof sample) ? undefined : "";
  }
  const object = Object(value);
  const expected = Object(sample);
  const isList = Array.isArray(sample);
  if (object !== value || Array.isArray(value) !== isList) return "";
  for (const key in isList ? object : expected) {
    const found = misfit(object[key], expected[isList ? 0 : key]);
    if (found !== undefined) return `.${key}${found}`;
  }
  return undefined;
}
