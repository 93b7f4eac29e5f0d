import { choices, sectionOf } from "../document.js";
import { breach, departure, type Finding } from "../findings.js";
import { shown } from "../json.js";
import { fill, type Page, pageOf, readPage, sameIds } from "../paging.js";
import { areOutOfOrder } from "../sort-order.js";
import type { Step } from "../step.js";
import { listing, subscriptionFields } from "../subscriptions.js";
import { defaultLimit, moreThanOnePage } from "./list.js";

const { sort_by: sortBy, sort_order: sortOrder } = listing.queryParameters;
const source = sectionOf("listWebhooks");

/** The list can be sorted by each field, in both directions, across pages. */
export async function listSorted(step: Step): Promise<void> {
  if (!sortBy || !sortOrder) return;
  await fill(step, moreThanOnePage());
  for (const [field, { schema }] of Object.entries(subscriptionFields)) {
    // The order of listed values is not specified.
    if (schema.enum) continue;
    if (field !== sortBy.example && (await refusedBy(step, field))) continue;
    for (const order of ["asc", "desc"] as const) await sortedBy(step, field, order);
  }
}

/** Whether the service refuses to sort by a field. The document names only some as values of `sort_by`. */
async function refusedBy(step: Step, field: string): Promise<boolean> {
  const response = await step.send({ operation: "listWebhooks", query: { sort_by: field, sort_order: "asc" } });
  const refused = response.status >= 400 && response.status < 500;
  const place = { check: "refusal", source: choices.sortBy, at: response } as const;
  if (refused) step.add([departure(place, `sort_by=${field} is refused with status ${response.status}`)]);
  return refused;
}

async function sortedBy(step: Step, field: string, order: "asc" | "desc"): Promise<void> {
  const query = { sort_by: field, sort_order: order, ...(defaultLimit !== undefined && { limit: defaultLimit }) };
  await step.settled(async () => {
    const first = await readPage(step, { ...query, page: 1 });
    const second = pageOf(await step.send({ operation: "listWebhooks", query: { ...query, page: 2 } }));
    const wrong = [...orderFindings([first, second], field, order), ...misplaced(step, first, field, order)];
    if (wrong.length === 0) return [];
    const again = await readPage(step, { ...query, page: 1 });
    return sameIds(first.ids, again.ids) ? wrong.slice(0, 1) : undefined;
  });
}

/** A breach if a value comes before one that it has to follow. */
function orderFindings(pages: readonly Page[], field: string, order: "asc" | "desc"): Finding[] {
  const values = pages.flatMap(({ items }) => items.map((item) => item[field]));
  const wrong = values.findIndex((value, index) => index > 0 && areOutOfOrder(values[index - 1], value, order));
  const at = pages[0]?.response;
  if (wrong < 0 || !at) return [];
  const message = `sort_by=${field}&sort_order=${order}: ${shown(values[wrong])} comes after ${shown(values[wrong - 1])}`;
  return [breach({ check: "order", source, at }, message)];
}

/** A breach if a subscription of this walk should come before the first in the list. */
function misplaced(step: Step, { items, response }: Page, field: string, order: "asc" | "desc"): Finding[] {
  const first = items[0]?.[field];
  const further = step.subscriptions.held.find(({ record }) => areOutOfOrder(first, record[field], order));
  if (!further) return [];
  const message = `sort_by=${field}&sort_order=${order} begins with ${shown(first)}, not with ${shown(further.record[field])}`;
  return [breach({ check: "order", source, at: response }, message)];
}
