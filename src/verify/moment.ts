const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Two forms of one time may be rounded differently, in ms. */
const TOLERANCE = 1_000;

/** The time of an ISO 8601 text, in ms since 1970; `NaN` for other values. The seconds may be absent, or 60. */
export function momentOf(value: unknown): number {
  const text = String(value);
  return ISO_8601.test(text) ? Date.parse(text.replace(",", ".").replace(/:60(?=[.Z+-])/, ":59")) : Number.NaN;
}

/** Whether two values are different times. */
export function areDifferentTimes(one: unknown, other: unknown): boolean {
  return Math.abs(momentOf(one) - momentOf(other)) > TOLERANCE;
}
