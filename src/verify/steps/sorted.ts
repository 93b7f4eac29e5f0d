import { type Page, pageOf, sameIds } from "../census.js";
import type { Items } from "../collection-items.js";
import { choiceOf, sectionOf } from "../document.js";
import { breach, departure, type Finding } from "../findings.js";
import { shown, words } from "../message.js";
import { fill, readList } from "../paging.js";
import { areOutOfOrder } from "../sort-order.js";
import type { Step } from "../step.js";
import { moreThanOnePage } from "./list-pages.js";

const ORDERS = ["asc", "desc"] as const;
type Order = (typeof ORDERS)[number];

/** The list can be sorted by each field, in both directions, across pages. */
export async function listSorted(step: Step, items: Items): Promise<void> {
  const { sortBy } = items.queries;
  await fill(step, items, moreThanOnePage(items));
  const allowed = sortBy?.schema.enum;
  for (const [field, { schema }] of Object.entries(items.collection.fields)) {
    // The order of listed values is not specified.
    if (schema.enum || (allowed && !allowed.includes(field))) continue;
    const isNamed = field === sortBy?.example || allowed !== undefined;
    for (const order of ORDERS) if (!(await sortedBy(step, items, field, order, isNamed))) break;
  }
}

/**
 * Checks one order, across pages for the fields that the contract names.
 *
 * @returns Whether the service sorts by the field at all. The document names only some as values of `sort_by`.
 */
async function sortedBy(step: Step, items: Items, field: string, order: Order, isNamed: boolean): Promise<boolean> {
  let isRefused = false;
  const query = (page: number) =>
    items.queries.part(moreThanOnePage(items) - 1, page, items.queries.inOrder(order, field));
  const send = (page: number) => step.send({ ...items.about(items.list.id), query: query(page) });
  await step.settled(items, async () => {
    const response = await send(1);
    isRefused = !isNamed && response.status >= 400 && response.status < 500;
    const place = { check: "refusal", source: choiceOf(items.list.id, "sortBy"), at: response } as const;
    if (isRefused) return [departure(place, words`sort_by=${field} is refused with status ${response.status}`)];
    step.checkSuccess(response);
    const first = pageOf(items, response, query(1));
    const isFurther = isNamed && items.queries.page && !first.isWhole;
    const pages = isFurther ? [first, pageOf(items, await send(2), query(2))] : [first];
    const wrong = [...orderFindings(items, pages, field, order), ...misplaced(items, first, field, order)];
    if (wrong.length === 0) return [];
    return sameIds(first.ids, (await readList(step, items, query(1))).ids) ? wrong.slice(0, 1) : undefined;
  });
  return !isRefused;
}

/** A breach if a value comes before one that it has to follow. */
function orderFindings(items: Items, pages: readonly Page[], field: string, order: Order): Finding[] {
  const values = pages.flatMap((page) => page.items.map((item) => item[field]));
  const wrong = values.findIndex((value, index) => index > 0 && areOutOfOrder(values[index - 1], value, order));
  const at = pages[0]?.response;
  if (wrong < 0 || !at) return [];
  const message = words`sort_by=${field}&sort_order=${order}: ${shown(values[wrong])} comes after ${shown(values[wrong - 1])}`;
  return [breach({ check: "order", source: sectionOf(items.list.id), at }, message)];
}

/** A breach if an item of this walk should come before the first in the list. */
function misplaced(items: Items, { items: [first], response: at }: Page, field: string, order: Order): Finding[] {
  const further = items.held.find(({ record }) => areOutOfOrder(first?.[field], record[field], order));
  if (!further) return [];
  const values = words`begins with ${shown(first?.[field])}, not with ${shown(further.record[field])}`;
  const message = words`sort_by=${field}&sort_order=${order} ${values}`;
  return [breach({ check: "order", source: sectionOf(items.list.id), at }, message)];
}
