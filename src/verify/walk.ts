import type { OperationId } from "../../generated/old-contract.js";
import type { VerifyOptions } from "./arguments.js";
import { Step, take, type Walk } from "./step.js";
import { token } from "./steps/authentication.js";
import { allOperations, byExample, delivers, known, onOwn } from "./steps/by-example.js";
import { deliver, remove, update } from "./steps/change.js";
import { create, createFields, createRefused } from "./steps/create.js";
import { exchange } from "./steps/exchange.js";
import { get } from "./steps/get.js";
import { listAfterDelete, listDefaults, listed, listLimit, listMaximum, listPages } from "./steps/list.js";
import { listSorted } from "./steps/sorted.js";

type Action = (step: Step) => Promise<void>;

/** The steps before the deletion, in order: each uses the subscriptions of earlier steps. */
const LIFE: Readonly<Record<string, Action>> = {
  exchange,
  create,
  get,
  listed,
  createFields,
  createRefused,
  listDefaults,
  listLimit,
  listMaximum,
  listPages,
  listSorted,
  authentication: token,
  update,
};
const END: Readonly<Record<string, Action>> = { delete: remove, listAfterDelete };

/**
 * Runs every step until the signal aborts.
 *
 * @returns The steps that were run, and what was not checked without a flag.
 */
export async function takeSteps(walk: Walk, signal: AbortSignal): Promise<{ steps: Step[]; notChecked: string[] }> {
  const { deliver: mayDeliver } = walk.options;
  const steps: Step[] = [];
  for (const [name, action] of Object.entries(stepsOf(walk.options))) {
    if (signal.aborted) break;
    const step = new Step(name, walk);
    steps.push(step);
    await take(step, action);
  }
  const left = mayDeliver ? [] : allOperations.filter(delivers);
  return { steps, notChecked: left.map((operation) => `${operation} (add --deliver)`) };
}

function stepsOf({ stateless, deliver: mayDeliver }: VerifyOptions): Record<string, Action> {
  const allowed = allOperations.filter((operation) => mayDeliver || !delivers(operation));
  if (stateless) return named(allowed, byExample);
  const others = allowed.filter((operation) => !known.includes(operation));
  return { ...LIFE, ...(mayDeliver && { deliver }), ...named(others, onOwn), ...END };
}

function named(operations: readonly OperationId[], action: (operation: OperationId) => Action): Record<string, Action> {
  return Object.fromEntries(operations.map((operation) => [operation, action(operation)]));
}
