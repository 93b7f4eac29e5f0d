import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import type { Question } from "../../generated/questions.js";

// How Node's own test runner takes the walk: its options, its two phases, its checks and warnings, and Ctrl+C.

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

/** A test fails with one. It has no stack and no values, which Node's reporters would print. */
export class Failure extends Error {
  constructor(kind: "Breach" | "Harm" | "Left behind" | "Stopped", message: string) {
    super(message);
    this.name = kind;
    this.stack = `${kind}: ${message}`;
  }
}

/** A test cannot be taken to its end: what the service, the document or the user does not provide. */
export class Skip extends Error {}

/** A part of the walk. */
class Phase {
  /** Why it sends nothing more. */
  ended: string | undefined;
  /** How many answers were lost, one after another. */
  lost = 0;
  /** How long it may still wait for a service that asks for that, in ms. */
  patience = 60_000;
  /** Ends a wait, and a read that is under way. */
  readonly interruption = new AbortController();

  /** Sends nothing more from now on. Only the first reason counts. */
  end(reason: string): void {
    this.ended ??= reason;
  }
}

/** The walk through the document, which ends early where going on might leave something behind, or harm others. */
export const walking = new Phase();
/** What deletes all that the walk has created, however that has ended. */
export const cleaning = new Phase();
/** The phase of the test that runs. */
export let phase: Phase = walking;
let context: TestContext | undefined;

/** A test of the walk. It is skipped with the reason of a `Skip`, and also once the walk has ended. */
export function check(title: string, work: () => Promise<void>): void {
  checkIn(walking, title, work);
}

/** A test that also runs once the walk has ended. */
export function checkAtTheEnd(title: string, work: () => Promise<void>): void {
  checkIn(cleaning, title, work);
}

function checkIn(own: Phase, title: string, work: () => Promise<void>): void {
  test(title, async (t) => {
    phase = own;
    context = t;
    if (phase === walking && walking.ended) return t.skip(walking.ended);
    try {
      await work();
    } catch (error) {
      if (error instanceof Skip) return t.skip(error.message);
      if (error instanceof Failure) throw error;
      throw new Failure("Stopped", `the walk cannot go on here: ${String(error)}`);
    }
  });
}

const told = new Set<string>();

/** Whether something is told for the first time: what is wrong in one way is often seen by many tests. */
export function isNews(text: string): boolean {
  return told.size < told.add(text).size;
}

/**
 * Tells once what departs from a reading of this project: a line of the register in `openapi.yaml`.
 *
 * @throws Failure with --strict.
 */
export function warn(reading: Question, message: string): void {
  const text = `${reading}: ${message}`;
  if (!isNews(text)) return;
  if (options.strict) throw new Failure("Breach", `${text} (a warning without --strict)`);
  context?.diagnostic(`Warning: ${text}`);
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
      const interrupted = walking.interruption.signal.aborted ? cleaning : walking;
      interrupted.end("the walk was interrupted");
      interrupted.interruption.abort();
    });
  }
}
