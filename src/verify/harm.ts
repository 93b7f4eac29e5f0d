import { type Census, type Service, takeCensus } from "./census.js";
import type { Items } from "./collection-items.js";
import { type Words, words } from "./message.js";

/** What has become of items that belong to others. */
export interface Harm {
  /** A sentence about each that is missing or changed. */
  harmed: Words[];
  /** Why it is uncertain what has become of them. */
  doubts: Words[];
}

/** How many items are read one by one, since a list may err. */
const MOST_READ = 20;

/** Compares the items of others with those before the first write. Where any is missing or changed, no more is written. */
export async function compareOthers(service: Service, items: Items, read?: Census["items"]): Promise<Harm> {
  const { others, noun } = items;
  const { census } = read ? {} : await takeCensus(service, items);
  if (census) items.observe(census);
  const now = read ?? census?.items;
  if (!now) return { harmed: [], doubts: [["the list could not be read again"]] };
  const harmed: Words[] = [];
  for (const [index, id] of others.suspects(now).entries()) {
    const alone =
      index < MOST_READ && items.collection.get ? await service.send(items.about(items.collection.get, id)) : undefined;
    const item = alone && items.idOf(items.in(alone)) === id ? items.in(alone) : now.get(id);
    if (!item || others.suspects(new Map([...others.before, [id, item]])).length > 0)
      harmed.push(others.describe(noun, id, item));
  }
  if (harmed.length === 0) return { harmed, doubts: [] };
  // Others may have done it. If they are at it all the time, a second look shows it.
  const again = await takeCensus(service, items);
  if (again.census) items.observe(again.census);
  if (others.areActive) return { harmed: [], doubts: harmed.map((each) => words`${each} others are at it`) };
  items.stop(harmed);
  return { harmed, doubts: [] };
}
