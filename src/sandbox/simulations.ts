import { type OperationId, operations } from "../../generated/contract.js";
import {
  anObject,
  anything,
  checkFields,
  isFields,
  milliseconds,
  oneOf,
  operationId,
  type Rule,
  whole,
} from "./option-rules.js";
import { jsonReply, Problem, type Reply } from "./reply.js";
import type { Room } from "./room.js";
import type { Route } from "./routes.js";

/** What happens to the next requests that match. */
export interface Simulation {
  /** Matches only requests for this operation, such as `listWebhooks`. */
  operation?: OperationId | undefined;
  /** Matches only requests with these values: parameters of the path and the query, by name, and a part of the JSON body. */
  when?: { path?: Values | undefined; query?: Values | undefined; body?: unknown } | undefined;
  /**
   * Responds with this HTTP status, from 200 to 599. The request changes nothing. Without a `body`, a status of 400 or more
   * comes with an error body, and a lower status with none.
   */
  status?: number | undefined;
  /**
   * Responds with this body as JSON. A string is sent as it is, so that it can be malformed JSON. The request changes
   * nothing.
   */
  body?: unknown;
  /**
   * Adds these headers to the response, or replaces its own. A simulated failure has the header `Retry-After: 0`, so that a
   * client which retries does not wait in a test.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How many requests are affected, or `"always"` for all of them.
   *
   * @default 1
   */
  times?: number | "always" | undefined;
  /** Waits this many ms before the request is carried out. If the caller gives up in the meantime, it changes nothing. */
  delay?: number | undefined;
  /**
   * Closes the connection. With `true`, the request is carried out, and the connection is closed before the response is
   * complete. With `"before"`, there is no response, and the request changes nothing. You cannot combine it with `status` or
   * `body`, nor `"before"` with `headers`.
   */
  abort?: boolean | "before" | undefined;
}

type Values = Readonly<Record<string, unknown>>;

// Not one number for each sandbox: who ends a simulation from before a reset must not end another one.
let count = 0;

/** Whether a simulation of any sandbox has a number, or had it until it ended. */
export function wasAdded(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= count;
}

/** The simulations of one sandbox. */
export class Simulations {
  readonly #pending = new Map<number, Simulation & { times: number | "always" }>();
  readonly #room: Room;

  /** @param start - Checked ones. */
  constructor(start: readonly Simulation[], room: Room) {
    this.#room = room;
    for (const simulation of start) this.add(simulation);
  }

  /** Those that still affect requests. */
  get pending(): readonly Simulation[] {
    return [...this.#pending.values()];
  }

  /** Adds a checked one; returns its number. @throws Problem when there is no room for it. */
  add(simulation: Simulation): number {
    const added = { ...simulation, times: simulation.times ?? 1 };
    this.#room.keep(added);
    this.#pending.set(++count, added);
    return count;
  }

  /** Ends the one with a number, or all. */
  end(number?: number): void {
    for (const each of number === undefined ? this.#pending.keys() : [number]) {
      this.#room.free(this.#pending.get(each) ?? {});
      this.#pending.delete(each);
    }
  }

  /** Takes what happens to a request: of those that were added, the first that only delays and the first that does more. */
  next(route: Route, query: URLSearchParams, body: unknown): Simulation {
    const taken: Simulation[] = [];
    for (const [number, simulation] of this.#pending) {
      const isLate = taken.some((each) => onlyDelays(each) === onlyDelays(simulation));
      if (isLate || !isMeant(simulation, route, query, body)) continue;
      if (simulation.times !== "always" && --simulation.times === 0) this.end(number);
      taken.push(simulation);
    }
    const delay = taken.reduce((sum, each) => sum + (each.delay ?? 0), 0);
    return { ...taken.find((each) => !onlyDelays(each)), delay };
  }
}

function onlyDelays({ status, body, headers, abort = false }: Simulation): boolean {
  return !abort && [status, body, headers].every((each) => each === undefined);
}

function isMeant({ operation, when = {} }: Simulation, route: Route, query: URLSearchParams, body: unknown): boolean {
  return (
    (operation ?? route.operation.id) === route.operation.id &&
    Object.entries(when.path ?? {}).every(([name, value]) => route.path[name] === String(value)) &&
    Object.entries(when.query ?? {}).every(([name, value]) => query.getAll(name).includes(String(value))) &&
    contains(body, when.body)
  );
}

/** Whether a value has all that a part of it says. */
function contains(value: unknown, part: unknown): boolean {
  if (part === undefined || value === part) return true;
  if (typeof value !== "object" || typeof part !== "object" || !value || !part) return false;
  return Object.entries(part).every(([name, inner]) => contains(Reflect.get(value, name), inner));
}

/** The answer that a simulation has of its own, if it has one: a failure without a body is answered by `failed`. */
export function simulatedReply(
  { status, body, abort }: Simulation,
  success: number,
  failed: (problem: Problem) => Reply,
): Reply | undefined {
  if (abort === "before") return { status: 0, headers: {}, body: "", broken: "before" };
  if (body === undefined && status === undefined) return undefined;
  const isFailure = status !== undefined && status >= 400;
  if (body === undefined && isFailure) return failed(failure(status, "simulate"));
  if (body === undefined) return { status: status ?? success, headers: {}, body: "" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return jsonReply(status ?? success, text, isFailure ? NO_WAIT : {});
}

/** So that a client which retries does not wait in a test. */
const NO_WAIT = { "Retry-After": "0" };

/** A simulated failure. @param cause - The option that simulates it. */
export function failure(status: number, cause: string): Problem {
  return new Problem(status, `This failure is simulated (${cause}). Nothing was changed.`, { headers: NO_WAIT });
}

/** Headers that every server and client can send. */
export const headersOfHttp: Rule = {
  words: "an object of HTTP headers: names without spaces, and values on one line",
  allows: isHeaders,
};

const RULES: Readonly<Record<string, Rule>> = {
  operation: operationId,
  when: anObject,
  status: whole(200, 599),
  body: anything,
  headers: headersOfHttp,
  times: {
    words: 'a whole number from 1, or "always"',
    allows: (value) => value === "always" || (Number.isInteger(value) && Number(value) >= 1),
  },
  delay: milliseconds,
  abort: oneOf(true, false, "before"),
};

/** A number above 2^53 would be rounded, and would match another value than was meant. */
const exact: Rule = {
  words: "a value that JavaScript represents exactly: write a number above 2^53 as a string",
  allows: (value) => typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER,
};

/** What every server can send as the value of a header. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function isHeaders(value: unknown): boolean {
  // Those of the platform, and lists of pairs, have no fields with the names of headers.
  if (!isFields(value) || Symbol.iterator in value) return false;
  const headers = Object.entries(value);
  const isSendable = (text: unknown) => ["string", "number"].includes(typeof text) && HEADER_VALUE.test(String(text));
  try {
    new Headers(headers.map(([name]): [string, string] => [name, ""]));
    return headers.every(([, text]) => isSendable(text));
  } catch {
    return false;
  }
}

/** Checks a simulation. @param place - What an error says first. @throws RangeError which names what cannot be used. */
export function checkSimulation(place: string, simulation: Simulation): Simulation {
  checkFields(place, simulation, RULES);
  const { operation, when = {}, status, body, headers, abort = false } = simulation;
  const excluded = Object.entries({ status, body, ...(abort === "before" && { headers }) });
  const [also] = abort ? (excluded.find(([, value]) => value !== undefined) ?? []) : [];
  if (also) throw new RangeError(`${place}abort: ${abort} cannot be combined with ${also}`);
  checkFields(`${place}when.`, when, { path: anObject, query: anObject, body: anything });
  // A name that no parameter has would never match.
  const meant = operation ? [operations[operation]] : Object.values(operations);
  for (const part of ["path", "query"] as const) {
    const named = meant.flatMap(({ parameters }) => parameters.filter((parameter) => parameter.in === part));
    const rules = Object.fromEntries(named.map(({ name }) => [name, exact]));
    checkFields(`${place}when.${part}.`, when[part] ?? {}, rules);
  }
  return simulation;
}
