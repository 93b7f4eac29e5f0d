import { onAbort } from "./abort.js";

/** The time that a call or a try has. It ends with its timeout, or earlier when the caller's signal aborts. */
export interface Deadline {
  /** Aborts at the end. Its reason is the error that ended the call. */
  readonly signal: AbortSignal;
  /** When the timeout runs out, in ms since the epoch. */
  readonly last: number;
  /** Waits, in ms. If the deadline comes first, the promise never settles. */
  pause(ms: number): Promise<void>;
}

// The longest delay that a timer takes, 24 days. With a longer delay, it would fire immediately.
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Resolves to the result of the work. If the deadline comes first, rejects with the error that ended the call.
 *
 * @param timeout - In ms; `Infinity` for none.
 * @param caller - The caller's signal.
 * @param expired - Makes the error to reject with when the timeout runs out.
 * @param work - Not called when the caller's signal has already aborted.
 */
export function withDeadline<Value>(
  timeout: number,
  caller: AbortSignal | undefined,
  expired: () => Error,
  work: (deadline: Deadline) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    // A new signal, because whatever follows the caller's signal would stay attached for as long as that lives.
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
    const timer = setTimeout(() => end(expired()), Math.min(timeout, MAX_DELAY));
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
