import { operations } from "../../generated/contract.js";
import { checkWhole, LONGEST_DELAY } from "./bounds.js";

/** What is to happen to requests to come. */
export interface Simulation {
  /** Id of the operation that it happens to, such as `listWebhooks`; any, unless given. */
  operation?: string | undefined;
  /** HTTP status to fail with, from 400 to 599. Nothing is changed, and the answer says that it is simulated. */
  status?: number | undefined;
  /**
   * How many requests it happens to, or `"always"`.
   *
   * @default 1
   */
  times?: number | "always" | undefined;
  /** How long the answer is held back, in ms. */
  delay?: number | undefined;
  /** Whether the answer breaks off half-way, as from a connection that is lost. The operation is carried out. */
  abort?: boolean | undefined;
  /**
   * Value of `Retry-After` beside `status`, in seconds: none to wait, unless given, so that a test does not.
   *
   * @default 0
   */
  retryAfter?: number | undefined;
}

/** What happens to one request. */
export interface Happening {
  readonly status: number | undefined;
  readonly delay: number;
  readonly abort: boolean;
  readonly retryAfter: number;
}

/** The simulations of one sandbox. */
export interface Simulations {
  /** Those to come. */
  readonly pending: readonly Simulation[];
  /**
   * Adds one; returns what ends it.
   *
   * @throws RangeError which names what cannot be used.
   */
  add(simulation: Simulation): () => void;
  /** What happens to the next request for an operation; that much less is to come. */
  next(operation: string): Happening | undefined;
  /** Ends all of them. */
  reset(): void;
}

/** Makes an empty list of simulations. */
export function createSimulations(): Simulations {
  let pending: { simulation: Simulation; left: number }[] = [];
  return {
    get pending() {
      return pending.map(({ simulation, left }) => ({
        ...simulation,
        times: left === Infinity ? ("always" as const) : left,
      }));
    },
    add(simulation) {
      checkSimulation(simulation);
      const { times = 1 } = simulation;
      const entry = { simulation: { ...simulation }, left: times === "always" ? Infinity : times };
      pending.push(entry);
      return () => {
        pending = pending.filter((other) => other !== entry);
      };
    },
    next(operation) {
      if (pending.length === 0) return undefined;
      // A delay and a failure can come from two of them: "each create takes 2 s" and "the next create fails".
      const meant = pending.filter(({ simulation }) => [undefined, operation].includes(simulation.operation));
      const delays = meant.find(({ simulation }) => !ends(simulation));
      const failure = meant.find(({ simulation }) => ends(simulation));
      const happening = [delays, failure].flatMap((entry) => (entry ? [entry] : []));
      for (const entry of happening) entry.left--;
      pending = pending.filter(({ left }) => left > 0);
      return {
        status: failure?.simulation.status,
        delay: happening.reduce((sum, { simulation }) => sum + (simulation.delay ?? 0), 0),
        abort: failure?.simulation.abort ?? false,
        retryAfter: failure?.simulation.retryAfter ?? 0,
      };
    },
    reset() {
      pending = [];
    },
  };
}

function ends({ status, abort }: Simulation): boolean {
  return status !== undefined || abort === true;
}

const FIELDS = ["operation", "status", "times", "delay", "abort", "retryAfter"];

function checkSimulation(simulation: Simulation): void {
  const { operation, status, times = 1, delay, abort, retryAfter } = simulation;
  const wrong = (text: string) => new RangeError(`simulate: ${text}`);
  const stranger = Object.keys(simulation).find((name) => !FIELDS.includes(name));
  if (stranger !== undefined) throw wrong(`${stranger} is none of ${FIELDS.join(", ")}`);
  if (operation !== undefined && !Object.hasOwn(operations, operation)) {
    throw wrong(`operation must be one of ${Object.keys(operations).join(", ")}, got ${JSON.stringify(operation)}`);
  }
  if (status === undefined && delay === undefined && !abort) throw wrong("give it a status, a delay or abort");
  checkSome("status", status, 400, 599);
  checkSome("delay", delay, 0, LONGEST_DELAY);
  checkSome("retryAfter", retryAfter, 0, LONGEST_DELAY);
  if (times !== "always") checkWhole('simulate: times, unless "always",', times, 1, Number.MAX_SAFE_INTEGER);
  if (abort !== undefined && typeof abort !== "boolean") throw wrong("abort must be true or false");
  if (abort && status !== undefined) throw wrong("status and abort rule each other out");
}

function checkSome(name: string, value: unknown, least: number, most: number): void {
  if (value !== undefined) checkWhole(`simulate: ${name}`, value, least, most);
}
