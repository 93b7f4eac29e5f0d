import type { Fields } from "../../src/contract.js";

const NAMES = {
  created: /^(date_?|time_?)?(created|creation|inserted)(_?(at|on|date|time))?$/i,
  updated: /^(date_?|time_?|last_?)?(updated|update|modified|changed)(_?(at|on|date|time))?$/i,
};

const TIMESTAMP = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** The fields that hold the time of a change, by their names and their examples. */
export function timesIn(fields: Fields, moment: keyof typeof NAMES): string[] {
  return Object.entries(fields).flatMap(([name, { example }]) => {
    const isTime = typeof example === "number" ? example > 1e8 : TIMESTAMP.test(String(example));
    return isTime && NAMES[moment].test(name) ? [name] : [];
  });
}
