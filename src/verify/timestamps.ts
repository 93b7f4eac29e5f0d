import { choices } from "./document.js";

const ISO_8601 = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2}))?(?:([.,])(\d+))?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Changes an ISO 8601 timestamp to the form that the contract has chosen: seconds from 00 to 59, and a dot before their
 * fraction.
 *
 * @returns The same time, to the second, and the choices that the text departs from; `undefined` for other texts.
 */
export function chosenForm(text: string): { value: string; departs: string[] } | undefined {
  const [, date, time, seconds, separator, fraction, offset] = ISO_8601.exec(text) ?? [];
  if (date === undefined || time === undefined || offset === undefined) return undefined;
  const departs: string[] = [];
  if (seconds === undefined || seconds === "60") departs.push(choices.seconds);
  if (separator === ",") departs.push(choices.fractions);
  const kept = seconds === "60" ? "59" : (seconds ?? "00");
  const rest = fraction === undefined || seconds === undefined ? "" : `.${fraction}`;
  return { value: `${date}T${time}:${kept}${rest}${offset}`, departs };
}

/** The time of a timestamp, in nanoseconds since 1970; `undefined` if the text is not a timestamp. */
export function momentOf(text: string): bigint | undefined {
  const form = chosenForm(text);
  const [, whole, fraction = ""] = /^(.{19})(?:\.(\d+))?/.exec(form?.value ?? "") ?? [];
  const [offset] = /(Z|[+-]\d{2}:\d{2})$/.exec(form?.value ?? "") ?? [];
  const milliseconds = Date.parse(`${whole}${offset}`);
  if (Number.isNaN(milliseconds)) return undefined;
  return BigInt(milliseconds) * 1_000_000n + BigInt(fraction.padEnd(9, "0").slice(0, 9));
}
