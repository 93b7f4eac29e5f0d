import type { Operation } from "../contract.js";
import { parametersIn } from "./input.js";
import { isFields } from "./items.js";
import { checkNone, LONGEST_DELAY, shown, whole } from "./option-checks.js";
import { type Outcome, Problem } from "./problems.js";
import { checkOperation, isTooDeep, type OperationId } from "./request-log.js";

/** What happens to the next requests. */
export interface Simulation {
  /** Id of the operation, such as `listWebhooks`; without it, any operation. */
  operation?: OperationId | undefined;
  /** Affects only requests with these values in their path, their query or their body, among others. */
  when?: SimulationFilter | undefined;
  /**
   * HTTP status to answer with: from 400 to 599, or with a `body` from 200. The request changes nothing. A failure says
   * that it is simulated.
   */
  status?: number | undefined;
  /** Body to answer with, as JSON; a text is sent as it is, so that it can be malformed. The request changes nothing. */
  body?: unknown;
  /** Headers of the answer, in addition to its own. */
  headers?: Readonly<Record<string, string>> | undefined;
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

/** Values that a request has. */
export interface SimulationFilter {
  /** Values of parameters in the path, by name. */
  path?: Readonly<Record<string, unknown>> | undefined;
  /** Values of parameters in the query, by name. */
  query?: Readonly<Record<string, unknown>> | undefined;
  /** A part of the JSON body. */
  body?: unknown;
}

/** A request, as far as a simulation depends on it. */
export interface SimulatedRequest {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: unknown;
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
  /** Takes what happens to the next request; empty if that is nothing. */
  next(request: SimulatedRequest): Simulation;
}

/**
 * Creates an empty list of simulations.
 *
 * @param checkRoom - Throws if there is no room for one more.
 * @param onGrowth - Receives how much more it holds, in characters.
 */
export function createSimulations(checkRoom: () => void, onGrowth: (by: number) => void): Simulations {
  const sizes = new Map<Simulation & { times: number | "always" }, number>();
  const end = (ended: Simulation & { times: number | "always" }) => {
    onGrowth(-(sizes.get(ended) ?? 0));
    sizes.delete(ended);
  };
  return {
    get pending() {
      return [...sizes.keys()];
    },
    add(simulation) {
      checkSimulation(simulation);
      checkRoom();
      const added = { ...simulation, times: simulation.times ?? 1 };
      const size = JSON.stringify(added).length;
      sizes.set(added, size);
      onGrowth(size);
      return () => end(added);
    },
    next(request) {
      // A delay and a failure can come from two of them: "each create takes 2 s" and "the next create fails".
      const matching = [...sizes.keys()].filter((each) => isMeant(each, request));
      const delaying = matching.find((each) => !answers(each));
      const answering = matching.find(answers);
      for (const each of [delaying, answering]) {
        if (!each || each.times === "always") continue;
        each.times--;
        if (each.times === 0) end(each);
      }
      return { ...answering, delay: (delaying?.delay ?? 0) + (answering?.delay ?? 0) };
    },
  };
}

function answers({ status, body, headers, abort }: Simulation): boolean {
  return abort === true || [status, body, headers].some((each) => each !== undefined);
}

/** The answer that a simulation has of its own, if it has one. @throws Problem when it is a failure. */
export function simulatedAnswer(
  { status, body, retryAfter = 0 }: Simulation,
  { answer }: Operation,
): Outcome | undefined {
  if (body === undefined) {
    if (status !== undefined) throw failure(status, retryAfter, "simulate");
    return undefined;
  }
  const type = { "Content-Type": "application/json" };
  return {
    status: status ?? answer.status,
    headers: Number(status) >= 400 ? { ...type, "Retry-After": String(retryAfter) } : type,
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** The failure of a request that fails at random. */
export function randomFailure(): Problem {
  return failure(503, 0, "failureRate");
}

/** A simulated failure. @param cause - The option that simulates it. */
function failure(status: number, retryAfter: number, cause: string): Problem {
  const detail = `This failure is simulated (${cause}). Nothing was changed.`;
  return new Problem(status, detail, { headers: { "Retry-After": String(retryAfter) } });
}

function isMeant({ operation, when = {} }: Simulation, request: SimulatedRequest): boolean {
  if (operation !== undefined && operation !== request.operation) return false;
  const sent = parametersIn(request.query);
  return (
    Object.entries(when.path ?? {}).every(([name, value]) => request.path[name] === shown(value)) &&
    Object.entries(when.query ?? {}).every(([name, value]) => sent.getAll(name).includes(shown(value))) &&
    contains(request.body, when.body)
  );
}

/** Whether a value has all that a part of it says. */
function contains(value: unknown, part: unknown): boolean {
  if (part === undefined || value === part) return true;
  if (typeof value !== "object" || typeof part !== "object" || !value || !part) return false;
  return Object.entries(part).every(
    ([name, inner]) => Object.hasOwn(value, name) && contains(Reflect.get(value, name), inner),
  );
}

/** Headers that belong to the connection, and not to an answer. */
const OF_CONNECTION = /^(connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

function checkSimulation(simulation: Simulation): void {
  const {
    operation,
    when = {},
    status,
    body,
    headers = {},
    times = 1,
    delay = 0,
    abort,
    retryAfter = 0,
    ...others
  } = simulation;
  const wrong = (text: string) => new RangeError(`simulate: ${text}`);
  const { path = {}, query = {}, body: part, ...elsewhere } = Object(when);
  if (![when, path, query, headers].every(isFields))
    throw wrong("when, its path and query, and headers must be objects");
  checkNone("simulate: ", others);
  checkNone("simulate: when.", elsewhere);
  checkOperation("simulate", operation);
  if (!answers(simulation) && delay === 0) throw wrong("set status, delay or abort, or a body or headers");
  if (status !== undefined) whole("simulate: status", status, body === undefined ? 400 : 200, 599);
  whole("simulate: delay", delay, 0, LONGEST_DELAY);
  whole("simulate: retryAfter", retryAfter, 0, LONGEST_DELAY);
  if (times !== "always") whole('simulate: times, unless "always",', times, 1, Number.MAX_SAFE_INTEGER);
  if (!isWritable(body) || !isWritable(when)) throw wrong("body and when must be writable as JSON");
  if (abort !== undefined && typeof abort !== "boolean") throw wrong("abort must be true or false");
  if (abort && answers({ status, body })) throw wrong("status and abort cannot be combined");
  const unsendable = Object.entries(headers).find(
    ([name, value]) =>
      !/^[\w-]+$/.test(name) || OF_CONNECTION.test(name) || typeof value !== "string" || !/^[\t -~]*$/.test(value),
  );
  if (unsendable) throw wrong(`headers.${unsendable[0]} cannot be sent`);
}

function isWritable(body: unknown): boolean {
  try {
    return body === undefined || !isTooDeep(JSON.stringify(body));
  } catch {
    return false;
  }
}
