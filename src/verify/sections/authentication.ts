import { randomUUID } from "node:crypto";
import { type Answer, isDone } from "../answer.js";
import { expectListed, reconcile } from "../created.js";
import { success } from "../document.js";
import { FIRST_PAGE, OLDEST_FIRST, readNewest, readPage } from "../list.js";
import type { Options } from "../options.js";
import { breach } from "../outcome.js";
import { read } from "../read.js";
import { create, remove, trigger, update } from "../safety.js";
import type { Created, Walk } from "../walk.js";
import { createOne, expectVerdict, OTHER_FORMATS } from "./expect.js";
import { forEach, type Tests } from "./section.js";

const QUERY = { ...OLDEST_FIRST, limit: 2, page: FIRST_PAGE };

/** Each operation that manages subscriptions, called without an access token. */
const CALLS: Readonly<Record<string, (walk: Walk) => Promise<Answer>>> = {
  updateWebhook: async (walk) => update(walk, await lastCreated(walk), { format: OTHER_FORMATS[0] }, null),
  listWebhooks: async (walk) => {
    // A cache may have this answer, and no right to show it.
    success(walk, (await readPage(walk, QUERY)).answer);
    return (await readPage(walk, QUERY, null)).answer;
  },
  createWebhook: async (walk) => (await create(walk, {}, null)).answer,
  deliverWebhook: async (walk) => trigger(walk, await lastCreated(walk), {}, null),
  getWebhook: async (walk) => read(walk, "getWebhook", { id: (await lastCreated(walk)).id, token: null }),
  deleteWebhook: async (walk) => remove(walk, await lastCreated(walk), null),
};

/** Earlier tests have read the first, which a cache may show, and the deletion may be done. */
async function lastCreated(walk: Walk): Promise<Created> {
  return walk.present.at(-1) ?? createOne(walk);
}

export function authentication({ deliver }: Options): Tests {
  const called = Object.entries(CALLS).filter(([operation]) => deliver || operation !== "deliverWebhook");
  return {
    ...forEach(
      called,
      ([operation]) => `${operation} requires an access token`,
      async (walk, [operation, call]) => {
        const answer = await call(walk);
        if (isDone(answer)) {
          // What that has changed is expected from now on: it is one breach.
          reconcile(walk, await readNewest(walk));
          throw breach(`${operation} succeeds without an access token`, answer);
        }
        // It may be refused, and done.
        await expectListed(walk, "without an access token, ");
        expectVerdict(walk, answer);
      },
    ),
    "with a token that nobody has": async (walk) => {
      const { answer } = await readPage(walk, QUERY, `made-up-${randomUUID()}`);
      expectVerdict(walk, answer);
      if (isDone(answer))
        walk.warn("which-scopes-an-access-token-has-and-how-long-it-lives", "a made-up access token is accepted");
    },
  };
}
