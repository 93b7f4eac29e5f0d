import { success } from "../document.js";
import { LIMIT, twiceIn } from "../list.js";
import { breach, Skip } from "../outcome.js";
import { readForeign } from "../safety.js";
import type { Tests } from "./section.js";

export const firstList: Tests = {
  "all that exists can be read: it is foreign": async (walk) => {
    const { answer, rows, pagination } = await readForeign(walk);
    success(walk, answer);
    const twice = twiceIn(answer);
    if (twice !== undefined) throw breach(`the list has the id ${walk.shown(twice)} twice`, answer);
    const { total } = pagination;
    if (rows.length < Math.min(LIMIT.most, Number(total)))
      throw breach(`limit=${LIMIT.most} returns ${rows.length} of ${walk.shown(total)} subscriptions`, answer);
    if (walk.walking.ended) throw new Skip(walk.walking.ended);
  },
};
