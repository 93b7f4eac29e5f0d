import type { ServiceResponse } from "../connection.js";
import { sectionOf } from "../document.js";
import { breach, type Finding, unless } from "../findings.js";
import { fieldOf, type JsonObject, shown } from "../json.js";
import type { Step } from "../step.js";
import { aboutOne, creation, getting, subscriptionFields } from "../subscriptions.js";
import { momentOf } from "../timestamps.js";
import { differing } from "./create.js";

/** The fields that must not change: the id and what was sent. */
const LASTING = ["id", ...Object.keys(creation.body?.fields ?? {}).filter((name) => name in subscriptionFields)];

/** Two forms of one time may be rounded differently. */
const SECOND = 1_000_000_000n;

/** A subscription is read back as it was created. */
export async function get(step: Step): Promise<void> {
  const { id, record } = step.own;
  await step.settled(async () => {
    const response = await step.call(aboutOne("getWebhook", id));
    return differences(response, fieldOf(response.body, getting.response.key), record);
  });
}

/** The differences of a subscription from the answer to its creation. */
export function differences(at: ServiceResponse, read: unknown, record: JsonObject): Finding[] {
  const changed = LASTING.flatMap((name) => differing(at, read, name, record[name]));
  const moments = [fieldOf(read, "created_at"), record["created_at"]];
  const [now, then] = moments.map((text) => momentOf(String(text)));
  const away = now !== undefined && then !== undefined && (now - then > SECOND || then - now > SECOND);
  const place = { check: "value", source: sectionOf(at.operation), at } as const;
  const message = `created_at is ${moments.map(shown).join(", expected ")}`;
  return [...changed, ...unless(!away, () => breach(place, message))];
}
