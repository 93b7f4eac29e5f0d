const ISO_8601 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::(\d{2}))?(?:[.,](\d+))?(Z|[+-]\d{2}:\d{2})$/;

/** The time of an ISO 8601 text, in nanoseconds since 1970; `undefined` for other values. The seconds may be absent, or 60. */
export function momentOf(value: unknown): bigint | undefined {
  const [, minute, seconds = "00", fraction = "", offset] = ISO_8601.exec(String(value)) ?? [];
  const milliseconds = Date.parse(`${minute}:${seconds === "60" ? "59" : seconds}${offset}`);
  return Number.isNaN(milliseconds)
    ? undefined
    : BigInt(milliseconds) * 1_000_000n + BigInt(fraction.padEnd(9, "0").slice(0, 9));
}

/** Two forms of one time may be rounded differently. */
const TOLERANCE = 1_000_000_000n;

/** Whether two values are different times. */
export function areDifferentTimes(one: unknown, other: unknown): boolean {
  const [first, second] = [momentOf(one), momentOf(other)];
  if (first === undefined || second === undefined) return false;
  return first - second > TOLERANCE || second - first > TOLERANCE;
}
