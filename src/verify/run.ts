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

/** The environment variable that holds them, as JSON. */
export const OPTIONS = "SERVICE_ADMIN_VERIFY_OPTIONS";

export const options: Options = JSON.parse(process.env[OPTIONS] ?? "{}");

/** The topics and addresses that this run sends have it, and no others. */
export const marker: string = randomUUID().slice(-12);

/** An object of an answer, such as a subscription. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A subscription that the walk has asked the service to create, and all that is known of it. */
export interface Made {
  sent: JsonObject;
  /** The id that the creation has returned, as text, and the subscription as the walk's requests should have left it. */
  id?: string;
  record?: JsonObject;
  /**
   * By the answers of the service. No answer has come to a `lost` creation, or one without an id, one that does not say
   * what was done to an `unsure` one, and the list lacks a `hidden` one.
   */
  state: "there" | "lost" | "unsure" | "hidden" | "refused" | "deleted";
}

/** One that has an id. */
export type Own = Made & Required<Pick<Made, "id" | "record">>;

/** Everything that the walk has asked for, in order. */
export const made: Made[] = [];

/** What belongs to others: all that was listed before the first write. */
export const others = {
  byId: new Map<string, JsonObject>(),
  /** Whether a list was read, and whether it held all that there was. */
  isKnown: false,
  isWhole: false,
  /** What a list has shown to be missing or changed, by id. */
  harm: new Map<string, string>(),
};

/** A test fails with one. It has no stack and no values, which Node's reporters would print. */
export class Failure extends Error {
  constructor(kind: "Breach" | "Harm" | "Left behind" | "Interrupted" | "Error", message: string) {
    super(message);
    this.name = kind;
    this.stack = `${kind}: ${message}`;
  }
}

/** A test cannot be taken to its end: what the service, the document or the user does not provide. */
export class Skip extends Error {}

const walkEnds = new AbortController();
const cleaningEnds = new AbortController();

const BEGINNING = { lostInSequence: 0, patience: 60_000 };

/**
 * What ends requests: during the walk the first Ctrl+C, and while it cleans up the second; answers that are lost, one after
 * another; and how long it still waits for a service that asks for that, in ms.
 */
export const phase = { ...BEGINNING, isCleaning: false, signal: walkEnds.signal };

/** Whether the user wants the walk to end. */
export function isInterrupted(): boolean {
  return walkEnds.signal.aborted;
}

/** From now on, only the second interruption ends requests. */
export function beginCleaning(): void {
  Object.assign(phase, BEGINNING, { isCleaning: true, signal: cleaningEnds.signal });
}

/** Keeps the walk running after a signal, so that it can delete what it has created. */
export function listenToSignals(): void {
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
      (walkEnds.signal.aborted ? cleaningEnds : walkEnds).abort();
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
    if (!phase.isCleaning && others.harm.size > 0) return t.skip("subscriptions of others are missing or changed");
    if (!phase.isCleaning && isInterrupted()) {
      if (isInterruptionTold) return t.skip("the walk was interrupted");
      isInterruptionTold = true;
      throw new Failure("Interrupted", "the walk was interrupted: it only cleans up");
    }
    const error: unknown = await work().catch((reason: unknown) => reason);
    const harm = [...others.harm.values()].slice(harmTold);
    harmTold = others.harm.size;
    if (harm.length > 0) throw new Failure("Harm", harm.join("\n"));
    if (error instanceof Skip) return t.skip(error.message);
    if (error instanceof Failure) throw error;
    if (error) throw new Failure("Error", `the walk cannot go on here: ${String(error)}`);
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
