import { type Census, takeCensus } from "../census.js";
import type { Held, Items } from "../collection-items.js";
import { sectionOf } from "../document.js";
import { breach, unless } from "../findings.js";
import { compareOthers } from "../harm.js";
import type { JsonObject } from "../json.js";
import { shown, words } from "../message.js";
import { readList } from "../paging.js";
import { areOutOfOrder } from "../sort-order.js";
import type { Step } from "../step.js";
import { Skipped } from "../stop.js";
import { differences } from "./get.js";

/** What exists is listed. All of it belongs to others. */
export async function list(step: Step, items: Items): Promise<void> {
  const { census, response } = await takeCensus(step, items);
  if (census) items.begin(census, step.options);
  step.checkSuccess(response);
}

/** The list contains a new item as it was created. */
export async function listed(step: Step, items: Items): Promise<void> {
  const held = await step.own(items);
  const query = items.queries.largest("desc");
  let seen: Census["items"] | undefined;
  await step.settled(items, async () => {
    const { ids, items: found, response, isWhole } = await readList(step, items, query);
    if (isWhole) seen = new Map(ids.map((id, index) => [id, found[index] ?? {}]));
    const item = found[ids.indexOf(held.id)];
    if (item) return differences(items, response, item, held.record);
    if (!isWhole && !reaches(items, found, held)) return [];
    const place = { check: "value", source: sectionOf(items.list.id), at: response } as const;
    return [breach(place, words`${items.noun} ${shown(held.id)} is not in the list`)];
  });
  if (seen) await compareOthers(step, items, seen);
}

/** Whether the part of a list that begins with the newest goes back far enough to contain an item. */
function reaches({ queries: { sortBy, maximum = 0 } }: Items, found: readonly JsonObject[], { record }: Held): boolean {
  const field = String(sortBy?.example);
  return found.length < maximum || areOutOfOrder(found.at(-1)?.[field], record[field], "desc");
}

/** The list contains the item that was deleted no more, but all others. The answer of get for it is not specified. */
export async function listAfterDelete(step: Step, items: Items): Promise<void> {
  const gone = items.made.find(({ isDeleted }) => isDeleted);
  if (!gone) throw new Skipped(words`no ${items.noun} was deleted`);
  const source = sectionOf(items.collection.delete ?? "");
  let census: Census | undefined;
  await step.settled(items, async () => {
    const { response, ...taken } = await takeCensus(step, items, items.isLarge ? "newest" : "all");
    census = taken.census;
    if (!census) return [];
    const place = { check: "value", source, at: response } as const;
    // Another item may have got its id.
    const item = census.items.get(gone.id ?? "");
    const isThere = item && items.matches(item, gone);
    const { items: found, isWhole } = census;
    const lost = isWhole ? items.held.filter(({ id }) => !found.has(id)) : [];
    return [
      ...unless(!isThere, () => breach(place, words`${items.noun} ${shown(gone.id)} is still in the list`)),
      ...lost.map(({ id }) => breach(place, words`${items.noun} ${shown(id)} is gone, but was not deleted`)),
    ];
  });
  if (!items.isLarge) await compareOthers(step, items, census?.items);
}
