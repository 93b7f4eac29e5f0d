import type { JsonObject } from "../answer.js";
import { isVerdict, momentOf, success } from "../document.js";
import { FIRST_PAGE, LIMIT, readNewest, readPage } from "../list.js";
import { breach, Skip } from "../outcome.js";
import type { Walk } from "../walk.js";
import { expectVerdict } from "./expect.js";
import { forEach, type Tests } from "./section.js";

export const limitsAndOrder: Tests = {
  [`limit=${LIMIT.most} is accepted, and not reduced`]: async (walk) => {
    const { answer, rows, pagination } = await readNewest(walk);
    success(walk, answer);
    const { per_page: size } = pagination;
    // A service may write there how many it has returned.
    if (size !== LIMIT.most && size !== rows.length)
      throw breach(`limit=${LIMIT.most} returns ${rows.length} subscriptions, and per_page is ${walk.shown(size)}`);
  },
  [`no higher limit counts: at most ${LIMIT.most} are returned`]: async (walk) => {
    const { answer, rows, pagination } = await readPage(walk, { limit: LIMIT.most + 1 });
    if (rows.length > LIMIT.most || Number(pagination["per_page"]) > LIMIT.most)
      throw breach(`limit=${LIMIT.most + 1} is accepted, and the maximum is ${LIMIT.most}`, answer);
    expectVerdict(walk, answer);
  },
  "sort_by may come without sort_order": async (walk) => {
    const { answer } = await readPage(walk, { sort_by: "created_at" });
    success(walk, answer);
  },
  ...forEach(
    ["created_at", "updated_at", "topic"],
    (field) => `sort_by=${field} sorts, in both directions`,
    async (walk, field) => {
      const { answer, rows } = await readNewest(walk);
      success(walk, answer);
      for (const order of ["asc", "desc"] as const) await expectSorted(walk, field, order, rows.length);
    },
  ),
};

/** Checks one order. The document names `created_at`; a service may refuse other fields. */
async function expectSorted(walk: Walk, field: string, order: "asc" | "desc", count: number): Promise<void> {
  const query = `sort_by=${field}&sort_order=${order}`;
  const sent = { sort_by: field, sort_order: order, limit: LIMIT.most, page: FIRST_PAGE };
  const { answer, rows } = await readPage(walk, sent);
  if (field !== "created_at" && answer.status >= 400 && isVerdict(answer)) {
    walk.warn(
      "by-which-field-and-in-which-direction-the-list-is-sorted-by-default",
      `sort_by=${field} is refused with status ${answer.status}`,
    );
    throw new Skip(`sort_by=${field} is refused`);
  }
  success(walk, answer);
  if (rows.length < count) throw breach(`${query} returns ${rows.length} of ${count} subscriptions`, answer);
  const keys = rows.map((row) => keyOf(walk, row, field)).filter(({ key }) => !Number.isNaN(key));
  if (field === "topic" && walk.topic !== undefined)
    throw new Skip("all subscriptions of the walk have the same topic, so that no order shows");
  for (const [index, { key, value }] of keys.entries()) {
    const before = keys[index - 1];
    if (before && (order === "asc" ? key < before.key : key > before.key))
      throw breach(`${query} shows ${walk.shown(before.value)} before ${walk.shown(value)}`, answer);
  }
}

/**
 * What of a row can be compared, whatever a service thinks of letters: a time, or the letter in which the topics that the
 * walk has made up differ; `NaN` for other topics.
 */
function keyOf({ mark }: Walk, row: JsonObject, field: string): { key: number; value: unknown } {
  const value = row[field];
  if (field !== "topic") return { key: momentOf(value), value };
  const [, letter = ""] = new RegExp(`${mark}-([a-z])`, "i").exec(String(value)) ?? [];
  return { key: letter.toLowerCase().charCodeAt(0), value };
}
