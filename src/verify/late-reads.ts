import { setTimeout as pause } from "node:timers/promises";

/** How often to look for what is not right, since other traffic may disturb a look. */
const MAX_LOOKS = 5;
/** How long to wait before a look at what may lag, in ms. */
const PAUSE = 200;

/**
 * Looks until what is seen is right, since reads may lag behind writes.
 *
 * @param endOf - Returns until when reads may lag, on the clock of `performance`. It is called after the first look: a
 * later one that writes would extend the time forever.
 * @returns What the last look has seen.
 */
export async function lookUntil<Seen>(
  look: () => Promise<Seen>,
  isRight: (seen: Seen) => boolean,
  endOf: () => number,
): Promise<Seen> {
  let end: number | undefined;
  for (let looks = 1; ; looks++) {
    const seen = await look();
    end ??= endOf();
    const isLate = performance.now() >= end;
    if (isRight(seen) || (isLate && looks >= MAX_LOOKS)) return seen;
    if (!isLate) await pause(PAUSE);
  }
}
