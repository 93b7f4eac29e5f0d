import { type Answer, fieldOf } from "../answer.js";
import { expectListed } from "../created.js";
import { success } from "../document.js";
import { breach } from "../outcome.js";
import { read } from "../read.js";
import { remove } from "../safety.js";
import type { Created, Walk } from "../walk.js";
import { anyCreated, DEFAULT_FORMAT, expectShown } from "./expect.js";
import type { Tests } from "./section.js";

export function get(walk: Walk, { id }: Created): Promise<Answer> {
  return read(walk, "getWebhook", { id });
}

export const gets: Tests = {
  "a subscription of each format is as its creation has shown it": async (walk) => {
    const others = walk.present.filter(({ sent }) => ![undefined, DEFAULT_FORMAT].includes(formatOf(sent)));
    for (const created of [await anyCreated(walk), ...others])
      expectShown(walk, await get(walk, created), created.record);
  },
};

function formatOf({ format }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof format === "string" ? format : undefined;
}

export const deletions: Tests = {
  "success is true, and the subscription is gone, and nothing else": async (walk) => {
    const created = await anyCreated(walk);
    const answer = await remove(walk, created);
    if (success(walk, answer)["success"] !== true) throw breach("success is not true", answer);
    if (!created.isAbsent) throw breach("after a deletion, the subscription is still in the list");
    await expectListed(walk, "after a deletion, ");
    const { status, body } = await get(walk, created);
    if (status < 300 && fieldOf(body, "webhook") === null) throw breach("getWebhook shows null for it");
  },
};
