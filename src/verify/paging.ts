import { type Page, pageOf } from "./census.js";
import type { Items } from "./collection-items.js";
import type { Query } from "./queries.js";
import type { Step } from "./step.js";
import { Skipped } from "./stop.js";

/** Reads one page of the list. @throws Unusable when its form is wrong. */
export async function readList(step: Step, items: Items, query: Query): Promise<Page> {
  const page = pageOf(items, await step.call({ ...items.about(items.list.id), query }), query);
  items.observe({ items: new Map(page.ids.map((id, index) => [id, page.items[index] ?? {}])), isWhole: page.isWhole });
  return page;
}

/**
 * Ensures that the service has at least `count` items: creates those that are missing, as far as the service allows.
 *
 * @returns How many of them there are.
 */
export async function fill(step: Step, items: Items, count: number): Promise<number> {
  if (items.others.before.size >= count) return count;
  let there = (await readList(step, items, items.queries.part(count, 1))).items.length;
  try {
    for (; there < count; there++) await step.create(items);
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    step.notChecked.push(error.reason);
  }
  return there;
}
