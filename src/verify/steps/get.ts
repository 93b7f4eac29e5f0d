import { isDeepStrictEqual } from "node:util";
import type { Items, Made } from "../collection-items.js";
import type { ServiceResponse } from "../connection.js";
import { sectionOf } from "../document.js";
import { breach, type Finding, unless } from "../findings.js";
import { fieldOf, type JsonObject } from "../json.js";
import { shown, words } from "../message.js";
import { readList } from "../paging.js";
import type { Step } from "../step.js";
import { momentOf } from "../timestamps.js";

/** Two forms of one time may be rounded differently. */
const SECOND = 1_000_000_000n;

/** An item is read back as it was created. */
export async function get(step: Step, items: Items): Promise<void> {
  await readBack(step, items, await step.own(items));
}

/** Reads an item back, and compares it with the answer to its creation. */
export async function readBack(step: Step, items: Items, { id = "", record = {} }: Made): Promise<void> {
  await step.settled(items, async () => {
    const { item, response } = await stored(step, items, id);
    return differences(items, response, item, record);
  });
}

/** An item as the service returns it: by its id, or in the list where no operation does that. */
export async function stored(step: Step, items: Items, id: string) {
  const { get: reading } = items.collection;
  if (reading !== undefined) {
    const response = await step.call(items.about(reading, id));
    return { item: items.in(response), response };
  }
  const page = await readList(step, items, items.queries.largest("desc"));
  return { item: page.items[page.ids.indexOf(id)], response: page.response };
}

/** The differences of an item from the answer to its creation: in its id, in what was sent, and in its time. */
export function differences(items: Items, at: ServiceResponse, read: unknown, record: JsonObject): Finding[] {
  const { idField, fields } = items.collection;
  const lasting = [idField, ...Object.keys(items.creation.body?.fields ?? {}).filter((name) => name in fields)];
  const changed = lasting.flatMap((name) => differing(at, read, name, record[name]));
  const moments = [fieldOf(read, "created_at"), record["created_at"]];
  const [now, then] = moments.map((text) => momentOf(String(text)));
  const away = now !== undefined && then !== undefined && (now - then > SECOND || then - now > SECOND);
  const place = { check: "value", source: sectionOf(at.operation), at } as const;
  const message = words`created_at is ${shown(moments[0])}, expected ${shown(moments[1])}`;
  return [...changed, ...unless(!away, () => breach(place, message))];
}

/** A breach if a field has another value than expected. */
export function differing(at: ServiceResponse, record: unknown, name: string, expected: unknown): Finding[] {
  const value = fieldOf(record, name);
  const place = { check: "value", source: sectionOf(at.operation), at } as const;
  const message = words`${name} is ${shown(value)}, expected ${shown(expected)}`;
  return unless(isDeepStrictEqual(value, expected), () => breach(place, message));
}
