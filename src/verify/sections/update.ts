import { type Answer, idOf, isDone } from "../answer.js";
import { reconcile } from "../created.js";
import { isAboutInput, success } from "../document.js";
import { readNewest } from "../list.js";
import { breach } from "../outcome.js";
import { update } from "../safety.js";
import type { Created, Walk } from "../walk.js";
import {
  anyCreated,
  createOne,
  DEFAULT_FORMAT,
  expectShown,
  expectVerdict,
  OTHER_FORMATS,
  webhookIn,
} from "./expect.js";
import { get } from "./get-and-delete.js";
import { forEach, type Tests } from "./section.js";

const IDENTIFIED = "how-the-subscription-to-update-is-identified";

export const updates: Tests = {
  ...forEach(
    OTHER_FORMATS,
    (format) => `the format ${format} is kept, as get and the list show`,
    async (walk, format) => {
      // Not the newest: the time of its change then differs from the order of creation.
      const created = await anyCreated(walk);
      // A cache may have this answer after the update.
      await get(walk, created);
      const answer = await update(walk, created, { format });
      if (!isRefused(answer)) return expectUpdated(walk, created, format, answer);
      const plain = await update(walk, created);
      if (isDone(plain)) throw breach(`an update with ${format} is refused: ${answer.status}`, answer);
      expectVerdict(walk, plain);
      warnOfRefusal(walk, answer);
    },
  ),
  [`a format that is left out is ${DEFAULT_FORMAT}`]: async (walk) => {
    const hasOther = ({ record }: Created) => record["format"] !== DEFAULT_FORMAT;
    const created = walk.present.find(hasOther) ?? (await createOne(walk));
    const answer = await update(walk, created);
    return isRefused(answer) ? warnOfRefusal(walk, answer) : expectUpdated(walk, created, DEFAULT_FORMAT, answer);
  },
};

/** A service may find no subscription to update. */
function isRefused(answer: Answer): boolean {
  return isAboutInput(answer) || answer.status === 404;
}

function warnOfRefusal(walk: Walk, { status }: Answer): void {
  walk.warn(IDENTIFIED, `an update by topic and address is refused: ${status}`);
}

/** Checks the answer to an update, and what it has changed. Which subscription that is, the document leaves open. */
async function expectUpdated(walk: Walk, created: Created, format: string, answer: Answer): Promise<void> {
  const { id } = created;
  const isOther = ![undefined, id].includes(idOf(webhookIn(walk, answer)));
  if (isOther) walk.warn(IDENTIFIED, "an update by topic and address changes another subscription of the walk");
  else {
    const { topic, address } = created.sent;
    expectShown(walk, answer, { id, topic, address, format });
    created.record = { ...created.record, topic, address, format };
    expectShown(walk, await get(walk, created), created.record, " after an update");
  }
  const listing = await readNewest(walk);
  for (const deviation of reconcile(walk, listing)) {
    if (deviation.id === id && !isOther) throw breach(`after an update, ${deviation.message}`);
    walk.warn(IDENTIFIED, "an update changes other subscriptions of the walk");
  }
  success(walk, listing.answer);
}
