import type { Operation } from "../../contract-types.js";
import { checkFields, checkNone, LONGEST_DELAY, shown, whole } from "../option-checks.js";
import { type Outcome, Problem } from "../request/refusals.js";
import { parametersIn } from "../request/validation.js";
import { checkOperation, type OperationId } from "./requests.js";

/** What happens to the next requests. */
export interface Simulation {
  /** Id of the operation, such as `listWebhooks`; without it, any operation. */
  operation?: OperationId | undefined;
  /** Affects only requests with these values in their path, their query or their body, among others. */
  when?: SimulationFilter | undefined;
  /** HTTP status to answer with, from 200 to 599. The request changes nothing. A failure says that it is simulated. */
  status?: number | undefined;
  /** Body to answer with, as JSON; a text is sent as it is, so that it can be malformed. The request changes nothing. */
  body?: unknown;
  /** Headers of the answer, in addition to its own. A failure has `Retry-After: 0` otherwise, which spares tests the wait. */
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

/** A simulation, and how many requests it still affects. */
type Pending = Simulation & { times: number | "always" };

/** Creates an empty list of simulations. */
export function createSimulations(): Simulations {
  const pending = new Set<Pending>();
  return {
    get pending() {
      return [...pending];
    },
    add(simulation) {
      checkSimulation(simulation);
      const added = { ...simulation, times: simulation.times ?? 1 };
      pending.add(added);
      return () => void pending.delete(added);
    },
    next(request) {
      if (pending.size === 0) return NOTHING;
      // A delay and a failure can come from two of them: "each create takes 2 s" and "the next create fails".
      const matching = [...pending].filter((each) => isMeant(each, request));
      const delaying = matching.find((each) => !answers(each));
      const answering = matching.find(answers);
      for (const each of [delaying, answering]) {
        if (!each || each.times === "always") continue;
        each.times--;
        if (each.times === 0) pending.delete(each);
      }
      return { ...answering, delay: (delaying?.delay ?? 0) + (answering?.delay ?? 0) };
    },
  };
}

const NOTHING: Simulation = {};

function answers({ status, body, headers, abort }: Simulation): boolean {
  return abort === true || [status, body, headers].some((each) => each !== undefined);
}

/** The answer that a simulation has of its own, if it has one. @throws Problem when it is a failure. */
export function simulatedAnswer({ status, body }: Simulation, { answer }: Operation): Outcome | undefined {
  if (body === undefined && status === undefined) return undefined;
  if (body === undefined) throw failure(Number(status), "simulate");
  const headers = { "Content-Type": "application/json", ...(Number(status) >= 400 && NO_WAIT) };
  return { status: status ?? answer.status, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** The failure of a request that fails at random. */
export function randomFailure(): Problem {
  return failure(503, "failureRate");
}

const NO_WAIT = { "Retry-After": "0" };

/** A simulated failure. @param cause - The option that simulates it. */
function failure(status: number, cause: string): Problem {
  return new Problem(status, `This failure is simulated (${cause}). Nothing was changed.`, { headers: NO_WAIT });
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

function checkSimulation(simulation: Simulation): void {
  const {
    operation,
    when = {},
    status,
    body: _,
    headers = {},
    times = 1,
    delay = 0,
    abort = false,
    ...others
  } = simulation;
  checkNone("simulate: ", others);
  checkOperation("simulate", operation);
  if (status !== undefined) whole("simulate: status", status, 200, 599);
  if (times !== "always") whole('simulate: times, unless "always",', times, 1, Number.MAX_SAFE_INTEGER);
  whole("simulate: delay", delay, 0, LONGEST_DELAY);
  if (typeof abort !== "boolean") throw new RangeError("simulate: abort must be true or false");
  checkFields("simulate: headers", headers);
  const { path = {}, query = {}, body: __, ...elsewhere } = checkFields("simulate: when", when);
  checkNone("simulate: when.", elsewhere);
  checkFields("simulate: when.path", path);
  checkFields("simulate: when.query", query);
}
