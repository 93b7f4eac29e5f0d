import { operations } from "../../generated/old-contract.js";
import { checkWhole, LONGEST_DELAY } from "./bounds.js";

/** What happens to the next requests. */
export interface Simulation {
  /** Id of the operation, such as `listWebhooks`; without it, any operation. */
  operation?: string | undefined;
  /** HTTP status to fail with, from 400 to 599. The request changes nothing, and the answer says that it is simulated. */
  status?: number | undefined;
  /**
   * How many requests it affects, or `"always"`.
   *
   * @default 1
   */
  times?: number | "always" | undefined;
  /** Delay of the answer, in ms. */
  delay?: number | undefined;
  /** Whether the answer breaks off half-way, as when a connection is lost. The operation is carried out. */
  abort?: boolean | undefined;
  /**
   * `Retry-After` of a failure, in seconds. The default spares tests the wait.
   *
   * @default 0
   */
  retryAfter?: number | undefined;
}

/** What happens to one request. */
export interface Effect {
  readonly status: number | undefined;
  readonly delay: number;
  readonly abort: boolean;
  readonly retryAfter: number;
}

/** The simulations of one sandbox. */
export interface Simulations {
  /** Those that still affect requests. */
  readonly pending: readonly Simulation[];
  /**
   * Adds one; returns a function that ends it.
   *
   * @throws RangeError which names what cannot be used.
   */
  add(simulation: Simulation): () => void;
  /** Takes what happens to the next request for an operation. */
  next(operation: string): Effect | undefined;
  /** Ends all of them. */
  reset(): void;
}

/** Creates an empty list of simulations. */
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
      const matching = pending.filter(({ simulation }) => [undefined, operation].includes(simulation.operation));
      const delays = matching.find(({ simulation }) => !fails(simulation));
      const failure = matching.find(({ simulation }) => fails(simulation));
      const both = [delays, failure].flatMap((entry) => (entry ? [entry] : []));
      for (const entry of both) entry.left--;
      pending = pending.filter(({ left }) => left > 0);
      return {
        status: failure?.simulation.status,
        delay: both.reduce((sum, { simulation }) => sum + (simulation.delay ?? 0), 0),
        abort: failure?.simulation.abort ?? false,
        retryAfter: failure?.simulation.retryAfter ?? 0,
      };
    },
    reset() {
      pending = [];
    },
  };
}

function fails({ status, abort }: Simulation): boolean {
  return status !== undefined || abort === true;
}

const FIELDS = ["operation", "status", "times", "delay", "abort", "retryAfter"];

function checkSimulation(simulation: Simulation): void {
  const { operation, status, times = 1, delay, abort, retryAfter } = simulation;
  const wrong = (text: string) => new RangeError(`simulate: ${text}`);
  const unknown = Object.keys(simulation).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw wrong(`${unknown} is not one of ${FIELDS.join(", ")}`);
  if (operation !== undefined && !Object.hasOwn(operations, operation)) {
    throw wrong(`operation must be one of ${Object.keys(operations).join(", ")}, got ${JSON.stringify(operation)}`);
  }
  if (status === undefined && delay === undefined && !abort) throw wrong("set status, delay or abort");
  checkOptional("status", status, 400, 599);
  checkOptional("delay", delay, 0, LONGEST_DELAY);
  checkOptional("retryAfter", retryAfter, 0, LONGEST_DELAY);
  if (times !== "always") checkWhole('simulate: times, unless "always",', times, 1, Number.MAX_SAFE_INTEGER);
  if (abort !== undefined && typeof abort !== "boolean") throw wrong("abort must be true or false");
  if (abort && status !== undefined) throw wrong("status and abort cannot be combined");
}

function checkOptional(name: string, value: unknown, least: number, most: number): void {
  if (value !== undefined) checkWhole(`simulate: ${name}`, value, least, most);
}
