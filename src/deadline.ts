/** The time that a call has: it ends when its timeout runs out, or before, when the caller's signal aborts. */
export interface Deadline {
  /** Aborts at the end, with what ended the call as its reason. */
  readonly signal: AbortSignal;
  /** When the timeout runs out, in ms since the epoch. */
  readonly last: number;
  /** Waits, in ms; the wait ends with the race, without a result. */
  pause(ms: number): Promise<void>;
  /** Gives what the work gives, unless the deadline comes first: then it rejects with what ended the call. */
  race<Value>(work: Promise<Value>): Promise<Value>;
}

// The longest delay that a timer takes, 24 days; with a longer one it would run out at once.
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Starts the clock; `race` stops it.
 *
 * @param timeout - In ms; `Infinity` for none.
 * @param caller - The caller's own signal.
 * @param expired - Makes the reason to give when the timeout runs out.
 */
export function startDeadline(timeout: number, caller: AbortSignal | undefined, expired: () => Error): Deadline {
  // A signal of its own, since what follows the caller's would stay on it for as long as that lives.
  const controller = new AbortController();
  const last = Date.now() + timeout;
  let fail: (reason: unknown) => void;
  const ended = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const end = (reason: unknown) => {
    fail(reason);
    controller.abort(reason);
  };
  const abort = () => end(caller?.reason);
  const timer = setTimeout(() => end(expired()), Math.min(timeout, LONGEST_TIMER));
  let pausing: ReturnType<typeof setTimeout> | undefined;
  if (caller?.aborted) abort();
  caller?.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    last,
    pause: (ms) =>
      new Promise((resolve) => {
        pausing = setTimeout(resolve, ms);
      }),
    async race(work) {
      try {
        return await Promise.race([ended, work]);
      } finally {
        clearTimeout(timer);
        clearTimeout(pausing);
        caller?.removeEventListener("abort", abort);
      }
    },
  };
}
