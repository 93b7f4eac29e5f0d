import { isDone } from "../answer.js";
import { success } from "../document.js";
import { readAll } from "../list.js";
import { breach } from "../outcome.js";
import { exchange } from "../safety.js";
import { expectVerdict } from "./expect.js";
import type { Tests } from "./section.js";

/** The last requests of the walk: an exchange may end the access token. */
export const exchanges: Tests = {
  "it returns the oauth record": async (walk) => {
    success(walk, await exchange(walk));
  },
  "it requires an access token": async (walk) => {
    const answer = await exchange(walk, null);
    if (isDone(answer)) throw breach("exchangeAccessToken succeeds without an access token", answer);
    expectVerdict(walk, answer);
  },
  "it changes no foreign subscription": async (walk) => {
    if (walk.foreign.size > 0) success(walk, (await readAll(walk)).answer);
  },
};
