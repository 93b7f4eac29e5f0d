import type { Input } from "./input.js";
import type { State } from "./state.js";

/** What an operation on the memory works with. */
export interface Work {
  readonly state: State;
  readonly input: Input;
  /** Reports a choice of the sandbox in a header and in the log. */
  readonly note: (text: string) => void;
}
