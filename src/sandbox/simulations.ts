import { type Operation, operations } from "../../generated/contract.js";
import { isFields } from "../json.js";
import { jsonReply, Problem, type Reply } from "./reply.js";
import type { Route } from "./routes.js";
import { anObject, anything, checkFields, milliseconds, oneOf, type Rule, whole } from "./rules.js";
import type { Simulation } from "./types.js";

/** A simulation that still affects requests. */
type PendingSimulation = Simulation & { times: number | "always" };

/** The simulations that still affect requests, by number. */
export type Simulations = Map<number, PendingSimulation>;

/** How many simulations a sandbox keeps. */
const MOST = 1000;

// Shared by all sandboxes and resets, so that the number of a forgotten simulation never ends another one.
let count = 0;

/** Whether any simulation has or had a number. */
export function wasAdded(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= count;
}

/** Adds a simulation; returns its number. @throws RangeError that names what cannot be used. */
export function addSimulation(simulations: Simulations, simulation: unknown): number {
  checkSimulation("simulate: ", simulation);
  if (simulations.size >= MOST) throw new RangeError(`simulate: ${MOST} simulations are pending. End some, or reset`);
  simulations.set(++count, { ...simulation, times: simulation.times ?? 1 });
  return count;
}

/** Takes the simulations of a request: of those that match, the first that only delays and the first that does more. */
export function takeSimulation(
  simulations: Simulations,
  route: Route,
  query: URLSearchParams,
  body: unknown,
): Simulation {
  if (simulations.size === 0) return {};
  const taken: { delaying?: Simulation; other?: Simulation } = {};
  for (const [number, simulation] of simulations) {
    const kind = onlyDelays(simulation) ? "delaying" : "other";
    if (taken[kind] || !isMeant(simulation, route, query, body)) continue;
    taken[kind] = simulation;
    if (simulation.times !== "always" && --simulation.times === 0) simulations.delete(number);
  }
  const { delaying, other } = taken;
  return { ...other, delay: (delaying?.delay ?? 0) + (other?.delay ?? 0) };
}

function onlyDelays({ status, body, headers, abort }: Simulation): boolean {
  return !abort && status === undefined && body === undefined && headers === undefined;
}

function isMeant({ operation, when = {} }: Simulation, route: Route, query: URLSearchParams, body: unknown): boolean {
  return (
    (operation ?? route.operation.id) === route.operation.id &&
    Object.entries(when.path ?? {}).every(([name, value]) => route.path[name] === String(value)) &&
    Object.entries(when.query ?? {}).every(([name, value]) => query.getAll(name).includes(String(value))) &&
    contains(body, when.body)
  );
}

/** Whether a value contains everything that `part` has. */
function contains(value: unknown, part: unknown): boolean {
  if (part === undefined || value === part) return true;
  if (typeof value !== "object" || typeof part !== "object" || !value || !part) return false;
  // Only own fields count: every object inherits `__proto__` and the like.
  const own = new Map(Object.entries(value));
  return Object.entries(part).every(([name, inner]) => contains(own.get(name), inner));
}

/** So that a client that retries does not wait in a test. */
const NO_WAIT = { "retry-after": "0" };

/** The answer that a simulation defines, if it does. @throws Problem if it is a failure without a body. */
export function simulatedReply({ status, body, abort }: Simulation, operation: Operation): Reply | undefined {
  if (abort === "before") return { status: 0, headers: {}, body: "" };
  if (body === undefined && status === undefined) return undefined;
  const answered = status ?? operation.status;
  const isFailure = answered >= 400;
  if (body === undefined && isFailure) throw simulatedFailure(answered, "simulate");
  if (body === undefined) return { status: answered, headers: {}, body: "" };
  return jsonReply(answered, typeof body === "string" ? body : JSON.stringify(body), isFailure ? NO_WAIT : {});
}

/** @param cause - The option that simulates it. */
export function simulatedFailure(status: number, cause: string): Problem {
  return new Problem(status, `This failure is simulated (${cause}). Nothing was changed.`, NO_WAIT);
}

/** Headers that every server and client can send. */
export const httpHeaders: Rule = {
  words: "an object of HTTP headers: names without spaces, and values on one line",
  allows: areHeaders,
};

const RULES: Readonly<Record<string, Rule>> = {
  operation: oneOf(...Object.keys(operations)),
  when: anObject,
  status: whole(200, 599),
  body: anything,
  headers: httpHeaders,
  times: {
    words: 'a whole number from 1, or "always"',
    allows: (value) => value === "always" || (Number.isInteger(value) && Number(value) >= 1),
  },
  delay: milliseconds,
  abort: oneOf(true, false, "before"),
};

function areHeaders(value: unknown): boolean {
  if (!isFields(value)) return false;
  try {
    for (const [name, text] of Object.entries(value)) new Headers().set(name, String(text));
    return Object.values(value).every((text) => typeof text === "string" || typeof text === "number");
  } catch {
    return false;
  }
}

/** Checks a simulation. @param place - What the error says first. @throws RangeError that names what cannot be used. */
export function checkSimulation(place: string, simulation: unknown): asserts simulation is Simulation {
  checkFields<Simulation>(place, simulation, RULES);
  const { operation, when = {}, status, body, headers, abort = false } = simulation;
  const excluded = Object.entries({ status, body, ...(abort === "before" && { headers }) });
  const also = excluded.find(([, value]) => value !== undefined)?.[0];
  if (abort && also) throw new RangeError(`${place}abort: ${abort} cannot be combined with ${also}`);
  checkFields(`${place}when.`, when, { path: anObject, query: anObject, body: anything });
  // A name that no parameter has would never match.
  const meant = operation ? [operations[operation]] : Object.values(operations);
  for (const part of ["path", "query"] as const) {
    const parameters = meant.flatMap((each) => each.parameters).filter((parameter) => parameter.in === part);
    const rules = Object.fromEntries(parameters.map(({ name }) => [name, anything]));
    checkFields(`${place}when.${part}.`, when[part] ?? {}, rules);
  }
}
