import { setTimeout as pause } from "node:timers/promises";

/** How long reads may lag behind writes after the walk, even if the user does not say so, in ms. */
export const PATIENCE = 2_000;

/** How often to look, since other traffic may disturb a look. */
const MAX_LOOKS = 5;
const PAUSE = 200;

/**
 * Looks until what it sees is right, since reads may lag behind writes, and other traffic may disturb a look.
 *
 * @param until - Returns until when reads may lag, on the clock of `performance`; asked once, after the first look.
 * @returns What the last look has seen.
 */
export async function settled<Seen>(
  look: () => Promise<Seen>,
  isRight: (seen: Seen) => boolean,
  until: () => number,
): Promise<Seen> {
  let end: number | undefined;
  for (let looks = 1; ; looks++) {
    const seen = await look();
    end ??= until();
    const isLate = performance.now() >= end;
    if (isRight(seen) || (isLate && looks >= MAX_LOOKS)) return seen;
    if (!isLate) await pause(PAUSE);
  }
}
