const ISO_8601 = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2}))?(?:([.,])(\d+))?(Z|[+-]\d{2}:\d{2})$/;

/** The parts of an ISO 8601 timestamp; `undefined` for other texts. The seconds may be absent, or 60. */
export function timestampOf(text: string) {
  const [, date, time, seconds, separator, fraction = "", offset] = ISO_8601.exec(text) ?? [];
  if (date === undefined || time === undefined || offset === undefined) return undefined;
  const kept = seconds === "60" ? "59" : (seconds ?? "00");
  return { seconds, separator, fraction, offset, toSecond: `${date}T${time}:${kept}` };
}

/** The time of a value, in nanoseconds since 1970; `undefined` if it is not a timestamp. */
export function momentOf(value: unknown): bigint | undefined {
  const parts = typeof value === "string" ? timestampOf(value) : undefined;
  const milliseconds = Date.parse(`${parts?.toSecond}${parts?.offset}`);
  if (!parts || Number.isNaN(milliseconds)) return undefined;
  return BigInt(milliseconds) * 1_000_000n + BigInt(parts.fraction.padEnd(9, "0").slice(0, 9));
}
