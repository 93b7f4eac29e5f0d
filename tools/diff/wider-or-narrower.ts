import { isDeepStrictEqual } from "node:util";
import { isObject } from "./place.js";
import type { Difference } from "./ratings.js";

/** What becomes of the values that a contract allows, from what it said before and says after; `undefined` for no difference. */
export type Order = (before: unknown, after: unknown) => Difference | undefined;

/** What has to be the same: no part of it can be compared. */
export const asOne: Order = (before, after) => {
  if (isDeepStrictEqual(before, after)) return undefined;
  if (before === undefined) return "added";
  return after === undefined ? "removed" : "changed";
};

/** A limit that cannot be compared with another one: only its presence counts. */
export const limit: Order = (before, after) => {
  if (isDeepStrictEqual(before, after)) return undefined;
  if (before === undefined) return "narrower";
  return after === undefined ? "wider" : "changed";
};

/** What allows more values, the greater a number is. */
function byAmount(amountOf: (said: unknown) => unknown): Order {
  return (before, after) => {
    const [was, is] = [amountOf(before), amountOf(after)];
    if (was === is) return undefined;
    if (typeof was !== "number" || typeof is !== "number") return "changed";
    return is > was ? "wider" : "narrower";
  };
}

/** A lower bound, and what it is where nothing is said. */
export function least(none: number): Order {
  return byAmount((bound = none) => (typeof bound === "number" ? -bound : bound));
}

/** An upper bound. */
export const most: Order = byAmount((bound = Number.POSITIVE_INFINITY) => bound);

/** What limits values when it is `true`, and is `false` by default. */
export const flag: Order = byAmount((said) => (said === true ? 0 : 1));

/** What a schema says about fields that it does not list: none, some, or by default any. */
export const others: Order = byAmount((said) => {
  if (said === false) return 0;
  return isDescribed(said) ? 1 : 2;
});

/** Whether a schema says anything about a value. */
export function isDescribed(schema: unknown): boolean {
  return isObject(schema) && Object.keys(schema).length > 0;
}

/** A list of what is allowed; without one, anything is. */
export const listed: Order = (before, after) => {
  if (!Array.isArray(before) || !Array.isArray(after)) return limit(before, after);
  const lacks = (list: readonly unknown[]) => (value: unknown) => !list.some((one) => isDeepStrictEqual(one, value));
  const [isWider, isNarrower] = [after.some(lacks(before)), before.some(lacks(after))];
  if (isWider) return isNarrower ? "changed" : "wider";
  return isNarrower ? "narrower" : undefined;
};

/** `password` is a hint to hide the value, and allows any. */
export const formats: Order = (before, after) => {
  return limit(before === "password" ? undefined : before, after === "password" ? undefined : after);
};
