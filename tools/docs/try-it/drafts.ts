import type { Values } from "./check.js";
import type { Form } from "./form.js";
import type { Outcome } from "./send.js";

// Redoc removes sections from the page and adds new ones. What a reader types is kept here, only in memory.

/** State of the form of one operation. */
export interface FormState {
  isOpen: boolean;
  values: Values;
  outcome?: Outcome | undefined;
}

/** The token that all forms send. It is never stored. */
export const shared = { token: "<ACCESS_TOKEN>" };

const states = new Map<string, FormState>();
const listeners = new Set<() => void>();

/** The state of a form, which starts with the contract's examples. */
export function stateOf(form: Form): FormState {
  const known = states.get(form.operation);
  if (known) return known;
  const state: FormState = { isOpen: false, values: { ...form.parameters, ...form.examples[0]?.values } };
  states.set(form.operation, state);
  return state;
}

/** Calls the listener whenever something changes that all forms show, until the returned function is called. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceChange(): void {
  for (const listener of listeners) listener();
}

/** Forgets the outcomes, which a reset makes obsolete. */
export function forgetOutcomes(): void {
  for (const state of states.values()) state.outcome = undefined;
  announceChange();
}
