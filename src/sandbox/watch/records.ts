/** How many requests, and how many deliveries, are kept. */
export const MOST_RECORDS = 1000;

/** Adds an entry to the latest ones, and drops the oldest one of too many. */
export function record<Entry>(latest: Entry[], entry: Entry): void {
  latest.push(entry);
  if (latest.length > MOST_RECORDS) latest.shift();
}
