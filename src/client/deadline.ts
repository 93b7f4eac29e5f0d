import { onAbort } from "./abort.js";

/** The time that a call or a try has: it ends when its timeout runs out, or before, when the caller's signal aborts. */
export interface Deadline {
  /** Aborts at the end, with what ended the call as its reason. */
  readonly signal: AbortSignal;
  /** When the timeout runs out, in ms since the epoch. */
  readonly last: number;
  /** Waits, in ms. When the deadline comes first, the wait never ends. */
  pause(ms: number): Promise<void>;
}

// The longest delay that a timer takes, 24 days; with a longer one it would run out at once.
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Resolves to what the work resolves to, unless the deadline comes first: then it rejects with what ended the call.
 *
 * @param timeout - In ms; `Infinity` for none.
 * @param caller - The caller's own signal.
 * @param expired - Makes the reason to reject with when the timeout runs out.
 * @param work - Does not begin when the caller's signal has aborted already.
 */
export function withDeadline<Value>(
  timeout: number,
  caller: AbortSignal | undefined,
  expired: () => Error,
  work: (deadline: Deadline) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    // A signal of its own, since what follows the caller's would stay on it for as long as that lives.
    const controller = new AbortController();
    let pausing: ReturnType<typeof setTimeout> | undefined;
    let forget: (() => void) | undefined;
    const settle = () => {
      clearTimeout(timer);
      clearTimeout(pausing);
      forget?.();
    };
    const end = (reason: unknown) => {
      settle();
      reject(reason);
      controller.abort(reason);
    };
    const abort = () => end(caller?.reason);
    const timer = setTimeout(() => end(expired()), Math.min(timeout, LONGEST_TIMER));
    if (caller?.aborted) return abort();
    forget = caller && onAbort(caller, abort);
    const { signal } = controller;
    const pause = (ms: number) =>
      new Promise<void>((resume) => {
        pausing = setTimeout(resume, ms);
      });
    work({ signal, last: Date.now() + timeout, pause })
      .then(resolve, reject)
      .finally(settle);
  });
}
