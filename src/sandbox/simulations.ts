import type { OperationId } from "../../generated/contract.js";
import { checkFields, checkNone, checkOperation, LONGEST_DELAY, shown, whole } from "./option-checks.js";
import { Problem } from "./problem.js";

/** What happens to the next requests. */
export interface Simulation {
  /** Id of the operation, such as `listWebhooks`; without it, any operation. */
  operation?: OperationId | undefined;
  /** Affects only requests with these values: parameters in the path and the query by name, and a part of the JSON body. */
  when?: { path?: Values | undefined; query?: Values | undefined; body?: unknown } | undefined;
  /**
   * HTTP status to answer with, from 200 to 599. The request changes nothing. Without a body of yours, a failure says that
   * it is simulated, and a status below 400 has no body.
   */
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
  /**
   * Whether the connection is lost: with `true` half-way through the answer, when the operation has been carried out, and
   * with `"before"` without an answer, when nothing was changed. It excludes a `status` and a `body`, and `"before"` excludes
   * `headers` too.
   */
  abort?: boolean | "before" | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** A request, as far as a simulation depends on it. */
interface SimulatedRequest {
  readonly operation: OperationId;
  readonly texts: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: unknown;
}

// Not one number for each sandbox: who ends a simulation from before a reset must not end another one.
let count = 0;

/** The simulations of one sandbox. */
export class Simulations {
  readonly #pending = new Map<number, Simulation & { times: number | "always" }>();

  constructor(start: readonly Simulation[]) {
    for (const simulation of start) this.add(simulation);
  }

  /** Those that still affect requests. */
  get pending(): readonly Simulation[] {
    return [...this.#pending.values()];
  }

  /** Adds one; returns its number. @throws RangeError which names what cannot be used. */
  add(simulation: Simulation): number {
    const { times = 1 } = checkSimulation(simulation);
    count++;
    this.#pending.set(count, { ...simulation, times });
    return count;
  }

  /** Ends the one with a number, or all. @throws Problem with status 404 when no simulation has had this number. */
  end(number?: number): void {
    // One that has ended already is no mistake.
    if (number !== undefined && !(Number.isInteger(number) && number >= 1 && number <= count)) {
      throw new Problem(404, "No simulation has this id: use the one that POST /__sandbox/simulate returned.");
    }
    if (number === undefined) this.#pending.clear();
    else this.#pending.delete(number);
  }

  /** Takes what happens to the next request; empty if that is nothing. */
  next(request: SimulatedRequest): Simulation {
    if (this.#pending.size === 0) return NOTHING;
    // A delay and a failure can come from two of them: "each create takes 2 s" and "the next create fails".
    const matching = [...this.#pending].filter(([, each]) => isMeant(each, request));
    const delaying = matching.find(([, each]) => !answers(each));
    const answering = matching.find(([, each]) => answers(each));
    for (const [number, each] of [delaying, answering].filter((found) => found !== undefined)) {
      if (each.times !== "always" && --each.times === 0) this.#pending.delete(number);
    }
    return { ...answering?.[1], delay: (delaying?.[1].delay ?? 0) + (answering?.[1].delay ?? 0) };
  }
}

const NOTHING: Simulation = {};

function answers({ status, body, headers, abort = false }: Simulation): boolean {
  return abort !== false || [status, body, headers].some((each) => each !== undefined);
}

function isMeant({ operation, when: { path = {}, query = {}, body } = {} }: Simulation, request: SimulatedRequest) {
  const sent = new URLSearchParams(`?${request.query}`);
  return (
    (operation ?? request.operation) === request.operation &&
    Object.entries(path).every(([name, value]) => request.texts[name] === shown(value)) &&
    Object.entries(query).every(([name, value]) => sent.getAll(name).includes(shown(value))) &&
    contains(request.body, body)
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

/** What every server can send as the name of a header, and as its value. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** @throws RangeError which names what cannot be used. */
export function checkSimulation(simulation: Simulation): Simulation {
  const { operation, when = {}, status, body, headers, times = 1, delay = 0, abort, ...others } = simulation;
  checkNone("simulate: ", others);
  checkOperation("simulate", operation);
  if (status !== undefined) whole("simulate: status", status, 200, 599);
  if (times !== "always") whole('simulate: times, unless "always",', times, 1, Number.MAX_SAFE_INTEGER);
  whole("simulate: delay", delay, 0, LONGEST_DELAY);
  if (abort !== undefined && typeof abort !== "boolean" && abort !== "before") {
    throw new RangeError('simulate: abort must be true, false or "before"');
  }
  const excluded = Object.entries({ status, body, ...(abort === "before" && { headers }) });
  for (const [name, value] of abort ? excluded : []) {
    if (value !== undefined) throw new RangeError(`simulate: abort: ${abort} cannot be combined with ${name}`);
  }
  for (const [name, value] of Object.entries(checkFields("simulate: headers", headers ?? {}))) {
    if (HEADER_NAME.test(name) && typeof value !== "object" && HEADER_VALUE.test(String(value))) continue;
    const header = `simulate: headers: ${JSON.stringify(name)}`;
    throw new RangeError(`${header} must have a name without spaces, and one line of Latin-1 text`);
  }
  const { path = {}, query = {}, body: _, ...elsewhere } = checkFields("simulate: when", when);
  checkNone("simulate: when.", elsewhere);
  checkFields("simulate: when.path", path);
  checkFields("simulate: when.query", query);
  return simulation;
}
