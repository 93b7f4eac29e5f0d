import { MOST_RECORDS } from "../limits.js";

/** Adds an entry to the latest ones, and drops the oldest one of too many. */
export function record<Entry>(latest: Entry[], entry: Entry): void {
  latest.push(entry);
  if (latest.length > MOST_RECORDS) latest.shift();
}
