import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";

/** What the command hands to the walk. */
export interface Options {
  /** Base URL of the service, without a slash at the end. */
  server: string;
  /** Topic of every subscription that the walk creates; without it, each has one of its own. */
  topic?: string | undefined;
  address: string;
  deliver: boolean;
  stateless: boolean;
  strict: boolean;
  /** How long reads may lag behind a write, in ms. */
  settle: number;
  /** How long an answer may take, in ms. */
  timeout: number;
  /** Payload of the token exchange; nothing is sent for `undefined`. */
  exchangeBody?: unknown;
}

export const options: Options = JSON.parse(process.env["SERVICE_ADMIN_VERIFY_OPTIONS"] ?? "{}");

/** The topics and addresses that this run sends have it, and no others. */
export const marker: string = randomUUID().slice(-12);

/** An object of an answer, such as a subscription. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a list has shown to be missing or changed of what belongs to others, by id: the walk then only cleans up. */
export const harm = new Map<string, string>();

/** A test fails with one. It has no stack and no values, which Node's reporters would print. */
export class Failure extends Error {
  constructor(kind: "Breach" | "Harm" | "Left behind" | "Interrupted" | "Stopped", message: string) {
    super(message);
    this.name = kind;
    this.stack = `${kind}: ${message}`;
  }
}

/** A test cannot be taken to its end: what the service, the document or the user does not provide. */
export class Skip extends Error {}

const walking = new AbortController();
const cleaning = new AbortController();

/**
 * What is as it was at the beginning when the walk cleans up: answers lost one after another, how long it may still wait
 * for a service that asks for that, in ms, and what ends requests: the first interruption, and then only the second.
 */
export const phase = { isCleaning: false, lostInSequence: 0, patience: 60_000, signal: walking.signal };

/** From now on, the walk deletes what it has created. */
export function beginCleaning(): void {
  Object.assign(phase, { isCleaning: true, lostInSequence: 0, patience: 60_000, signal: cleaning.signal });
}

/** The rest is skipped again after an interruption, or harm. */
export function endCleaning(): void {
  phase.isCleaning = false;
}

/** Keeps the walk running after a signal, and without a reader, so that it can delete what it has created. */
export function keepRunning(): void {
  // Whoever reads the output may stop early (`| head`).
  process.stdout.on("error", () => {});
  let last = { name: "", time: 0 };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // Node's runner would exit.
    process.removeAllListeners(name);
    process.on(name, () => {
      const isRepeated = last.name === name && Date.now() - last.time < 200;
      last = { name, time: Date.now() };
      // A terminal sends Ctrl+C to every process, and npm and the command pass it on once more.
      if (isRepeated) return;
      process.exitCode = 1;
      (walking.signal.aborted ? cleaning : walking).abort();
    });
  }
}

let context: TestContext | undefined;
let harmTold = 0;
let isInterruptionTold = false;

/**
 * A test of the walk. It is skipped with the reason of a `Skip`, and fails as soon as anything of others is missing or
 * changed. After that, and once the walk is interrupted, only what cleans up is still done.
 */
export function check(title: string, work: () => Promise<void>): void {
  test(title, async (t) => {
    context = t;
    if (!phase.isCleaning && harm.size > 0) return t.skip("subscriptions of others are missing or changed");
    if (!phase.isCleaning && walking.signal.aborted) {
      if (isInterruptionTold) return t.skip("the walk was interrupted");
      isInterruptionTold = true;
      throw new Failure("Interrupted", "the walk was interrupted: it only cleans up");
    }
    const error: unknown = await work().catch((reason: unknown) => reason);
    const news = [...harm.values()].slice(harmTold);
    harmTold = harm.size;
    if (news.length > 0) throw new Failure("Harm", news.join("\n"));
    if (error instanceof Skip) return t.skip(error.message);
    if (error instanceof Failure) throw error;
    if (error) throw new Failure("Stopped", `the walk cannot go on here: ${String(error)}`);
  });
}

const warned = new Set<string>();

/**
 * Tells once what departs from a reading of this project: a line of the register in `openapi.yaml`.
 *
 * @throws Failure with --strict.
 */
export function warn(reading: string, message: string): void {
  const text = `${reading}: ${message}`;
  if (warned.has(text)) return;
  warned.add(text);
  if (options.strict) throw new Failure("Breach", `${text} (a warning without --strict)`);
  context?.diagnostic(`Warning: ${text}`);
}
