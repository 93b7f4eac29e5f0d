import type { Items } from "../collection-items.js";
import { areOutOfOrder, TOLERANCE } from "../comparison.js";
import { breach, departure, type Finding } from "../findings.js";
import type { Listing } from "../list-reader.js";
import { shown, words } from "../message.js";
import { isRefused } from "../refusals.js";
import type { Step } from "../step.js";
import { fill, moreThanOnePage } from "./paged.js";

type Order = "asc" | "desc";

/** The list can be sorted by each field, in both directions, across pages. */
export async function listSorted(step: Step, items: Items): Promise<void> {
  await fill(step, items, moreThanOnePage(items), items.others.before.size + items.held.length);
  const { enum: allowed } = items.reader.schemaOf("sortBy");
  for (const [field, { schema }] of Object.entries(items.collection.fields)) {
    // The order of listed values is not specified.
    if (schema.enum || (allowed && !allowed.includes(field))) continue;
    const isNamed = field === items.reader.sortExample || allowed !== undefined;
    for (const order of ["asc", "desc"] as const) await sortedBy(step, items, field, order, isNamed);
  }
}

/** Checks one order: across pages by the fields that the document names. A service may refuse others. */
async function sortedBy(step: Step, items: Items, field: string, order: Order, isNamed: boolean): Promise<void> {
  const { reader } = items;
  const query = (page: number) => reader.part(moreThanOnePage(items) - 1, page, reader.inOrder(order, field));
  await step.settled(items, async () => {
    const first = await reader.read(query(1));
    const { response, isWhole } = first;
    if (!isNamed && response.status >= 400 && response.status < 500 && !isRefused(response)) {
      const refused = words`sort_by=${field} is refused with status ${response.status}`;
      step.add([departure(response, "refusal", refused, "sortBy")]);
      return [];
    }
    step.checkSuccess(response);
    const wrong = wrongPair(first, field, order);
    if (wrong) return [wrong];
    const isFurther = isNamed && reader.hasPages && !isWhole;
    const rows = isFurther ? [...first.rows, ...(await reader.read(query(2))).rows] : first.rows;
    const across = wrongPair({ ...first, rows }, field, order) ?? wrongStart(items, first, field, order);
    if (!across) return [];
    return (await reader.isStill(first)) ? [across] : undefined;
  });
}

/** A breach if a value comes before one that it has to follow. */
function wrongPair({ rows, response }: Listing, field: string, order: Order): Finding | undefined {
  const values = rows.map((item) => item[field]);
  const wrong = values.findIndex((value, index) => index > 0 && areOutOfOrder(values[index - 1], value, order));
  const message = words`sort_by=${field}&sort_order=${order}: ${shown(values[wrong])} comes after ${shown(values[wrong - 1])}`;
  return wrong < 0 ? undefined : breach(response, "order", message);
}

/** A breach if an item of the walk should be the first: a service may sort only within a page. */
function wrongStart(items: Items, { rows, response }: Listing, field: string, order: Order): Finding | undefined {
  // A service may change an item without being asked, and then the time of its last change.
  if (items.collection.times[field]?.moment === "updated") return undefined;
  const first = rows[0]?.[field];
  const missing = items.held.find(({ record }) => areOutOfOrder(first, record[field], order, TOLERANCE));
  const values = words`begins with ${shown(first)}, not with ${shown(missing?.record[field])}`;
  return missing && breach(response, "order", words`sort_by=${field}&sort_order=${order} ${values}`);
}
