import { isDone } from "../answer.js";
import { reconcile } from "../created.js";
import { differences, isAboutInput, success } from "../document.js";
import { readNewest } from "../list.js";
import { breach, Skip } from "../outcome.js";
import { trigger } from "../safety.js";
import type { Walk } from "../walk.js";
import { anyCreated, DEFAULT_FORMAT, OTHER_FORMATS, webhookIn, withoutRequired } from "./expect.js";
import { forEach, type Tests } from "./section.js";

const TRIGGERED = "what-a-triggered-delivery-sends-and-how-its-outcome-is-reported";

export const withoutDeliver: Tests = {
  "a delivery": async () => {
    throw new Skip("add --deliver");
  },
};

export const deliveries: Tests = {
  ...forEach(
    [DEFAULT_FORMAT, ...OTHER_FORMATS],
    (format) => `a delivery of ${format} is answered with a subscription`,
    expectDelivery,
  ),
  ...withoutRequired(async (walk, extra) => trigger(walk, await anyCreated(walk), extra)),
  "a delivery changes no subscription": async (walk) => {
    const listing = await readNewest(walk);
    for (const { message } of reconcile(walk, listing)) walk.warn(TRIGGERED, message);
    success(walk, listing.answer);
  },
};

async function expectDelivery(walk: Walk, format: string): Promise<void> {
  const created = await anyCreated(walk);
  const isDefault = format === DEFAULT_FORMAT;
  const answer = await trigger(walk, created, isDefault ? {} : { format });
  if (!isDefault && isAboutInput(answer) && isDone(await trigger(walk, created)))
    throw breach(`a delivery of ${format} is refused: ${answer.status}`, answer);
  const { topic, address } = created.sent;
  for (const { text } of differences(walk, webhookIn(walk, answer), { topic, address, format }))
    walk.warn(TRIGGERED, `the answer does not match the request: ${text}`);
}
