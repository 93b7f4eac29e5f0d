import type { Answer } from "../answer.js";
import { reconcile } from "../created.js";
import { FIRST_PAGE, readNewest, readPage } from "../list.js";
import { breach } from "../outcome.js";
import { read } from "../read.js";
import { create, remove, update } from "../safety.js";
import type { Walk } from "../walk.js";
import { anyCreated, createOne, DEFAULT_FORMAT } from "./expect.js";
import type { Tests } from "./section.js";

/** A format that the contract does not list. */
export const UNKNOWN_FORMAT = `no-${DEFAULT_FORMAT}`;

/** An id that no subscription has. */
export function unknownId({ mark }: Walk): string {
  return `no-${mark}`;
}

/** Requests whose outcome the document leaves open. They are sent with --observed only, and any answer will do. */
export const probes: Tests = {
  "sort_by=title, which the document names, is answered": async (walk) => {
    expectAnswer((await readPage(walk, { sort_by: "title", limit: 3, page: FIRST_PAGE })).answer);
  },
  "limit=0 is answered": async (walk) => expectAnswer((await readPage(walk, { limit: 0 })).answer),
  "page=0 is answered": async (walk) => expectAnswer((await readPage(walk, { limit: 3, page: 0 })).answer),
  "an id that no subscription has is answered": async (walk) =>
    expectAnswer(await read(walk, "getWebhook", { id: unknownId(walk) })),
  "a format that the contract does not list is answered": async (walk) => {
    const { creation, answer } = await create(walk, { format: UNKNOWN_FORMAT });
    expectAnswer(answer);
    // No list should show it: the contract allows no such format there.
    const created = walk.present.find((each) => each === creation);
    if (created) await remove(walk, created);
  },
  "a second subscription with the same topic and address is answered": async (walk) => {
    const first = await anyCreated(walk);
    const { topic, address } = first.sent;
    const { creation, answer } = await create(walk, { topic, address });
    expectAnswer(answer);
    // A service may put the second in the place of the first one.
    if (creation.id !== undefined && creation.id !== first.id && !(await readNewest(walk)).byId.has(first.id))
      first.isAbsent = true;
  },
  "an update more than a second after the creation is answered": async (walk) => {
    // Not the newest: the order of the changes then differs from the order of creation, however fast a service is.
    const created = await anyCreated(walk);
    await walk.phase.pause(MORE_THAN_A_SECOND);
    await createOne(walk);
    expectAnswer(await update(walk, created));
    await readPage(walk);
    // Whatever it has changed among the subscriptions of the walk is expected from now on.
    reconcile(walk, await readNewest(walk));
  },
};

/** How long an update must come after a creation for its time to be another one, in ms. */
const MORE_THAN_A_SECOND = 1100;

/** Any answer will do but none. */
function expectAnswer({ operation, lost }: Answer): void {
  if (lost !== undefined) throw breach(`${operation} was not answered: ${lost}`);
}
