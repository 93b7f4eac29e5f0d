import type { Values } from "./check.js";
import type { Form } from "./form.js";
import type { Outcome } from "./send.js";

// Redoc takes sections out of the page and puts new ones in: what a reader has typed stays here, in memory alone.

/** What stands in the form of one operation. */
export interface FormState {
  isOpen: boolean;
  values: Values;
  outcome?: Outcome | undefined;
}

/** The token that all forms send. It is never stored. */
export const shared = { token: "<ACCESS_TOKEN>" };

const states = new Map<string, FormState>();
const listeners = new Set<() => void>();

/** The state of a form, which begins with the contract's examples. */
export function stateOf(form: Form): FormState {
  const known = states.get(form.operation);
  if (known) return known;
  const state: FormState = { isOpen: false, values: { ...form.parameters, ...form.examples[0]?.values } };
  states.set(form.operation, state);
  return state;
}

/** Calls back when something has changed that all forms show. Returns what ends it. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceChange(): void {
  for (const listener of listeners) listener();
}

/** Forgets the outcomes: what they tell of is no longer so. */
export function forgetOutcomes(): void {
  for (const state of states.values()) state.outcome = undefined;
  announceChange();
}
