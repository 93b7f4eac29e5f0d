import { setTimeout as pause } from "node:timers/promises";
import { cleanUp, lookAgain } from "./clean-up.js";
import { connect, type Line } from "./connection.js";
import { PATIENCE } from "./others.js";
import { type Report, type ReportedStep, reportOf, reportStep } from "./report.js";
import type { Walk } from "./step.js";
import type { VerifyOptions } from "./verify-flags.js";
import { takeExchange, takeSteps } from "./walk.js";

/** How many answers the deletion may lose, one after another. */
const MOST_LOST = 3;

/** What a walk tells while it is under way, and how it is ended. */
export interface Surroundings extends Line {
  /** Interrupts the walk when it aborts. What the walk has created is still deleted. */
  signal?: AbortSignal;
  /** Ends the deletion, too. What is then left is named. */
  kill?: AbortSignal;
  /** Receives the step under way, and how many requests it has sent. */
  onRequest?: ((step: string, requests: number) => void) | undefined;
  /** Receives each step when it ends. */
  onStep?: ((step: ReportedStep) => void) | undefined;
}

/**
 * Walks through the service, and in any case deletes what it created. The report contains no secrets.
 *
 * @throws CommandError when the walk cannot start.
 */
export async function verify(options: VerifyOptions, surroundings: Surroundings = {}): Promise<Report> {
  const { signal = new AbortController().signal, kill, onRequest, onStep } = surroundings;
  const all = connect(options, surroundings);
  const walk: Walk = {
    options,
    signal,
    connection: all.until(signal),
    steps: [],
    items: [],
    earlier: new Map(),
    onRequest: ({ name, requests }) => onRequest?.(name, requests),
    onStep: (step) => onStep?.(reportStep(step, all.redact)),
  };
  let crash: unknown;
  await takeSteps(walk).catch((error: unknown) => {
    crash = error;
  });
  // Where the service answers no more, every request would take as long as the timeout.
  const deletion = all.until(kill, MOST_LOST);
  // What is in an item goes before the item.
  for (const items of walk.items.toReversed()) await cleanUp(deletion, items);
  if (crash === undefined) await takeExchange(walk);
  const isAmongOthers = walk.items.some(({ others }) => others.before.size > 0);
  if (isAmongOthers)
    await pause(Math.max(options.settle, PATIENCE), undefined, kill && { signal: kill }).catch(() => {});
  for (const items of walk.items) await lookAgain(items);
  const report = reportOf(walk, all.redact);
  if (crash === undefined) return report;
  if (crash instanceof Error) crash.message = [crash.message, ...report.harmed, ...report.cleanUp.failed].join("\n");
  throw crash;
}
