import type { VerifyOptions } from "./arguments.js";
import { type CleanUp, cleanUp } from "./clean-up.js";
import { connect, type Line } from "./connection.js";
import { render } from "./message.js";
import { type Report, type ReportedStep, reportOf, reportStep } from "./report.js";
import type { Step } from "./step.js";
import { takeSteps, type Walked } from "./walk.js";

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
  const connection = all.until(signal);
  const walked: Walked = { steps: [], items: [], leftOut: [] };
  const walk = { options, connection, onRequest: ({ name, requests }: Step) => onRequest?.(name, requests) };
  const crash = await takeSteps(walk, walked, signal, (step) => onStep?.(reportStep(step, all.redact))).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const cleanUps: CleanUp[] = [];
  // What is in an item goes before the item.
  for (const items of walked.items.toReversed()) cleanUps.push(await cleanUp(all.until(kill), items, options.settle));
  if (!crash) return reportOf(options, walked, cleanUps, signal.aborted, all.redact);
  const left = cleanUps.flatMap(({ harmed, failed }) => [...harmed, ...failed]).map((text) => render(text, all.redact));
  if (crash.error instanceof Error) crash.error.message = [crash.error.message, ...left].join("\n");
  throw crash.error;
}
