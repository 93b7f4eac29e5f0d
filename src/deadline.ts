/** The time that a call has: it ends when its timeout runs out, or before, when the caller's signal aborts. */
export interface Deadline {
  /** Aborts at the end, with what ended the call as its reason. */
  readonly signal: AbortSignal;
  /** Time that is left, in ms. */
  left(): number;
  /** Gives what the work gives, unless the deadline comes first: then it rejects with the signal's reason. */
  race<Value>(work: Promise<Value>): Promise<Value>;
}

// The longest delay that a timer takes; with a longer one it would run out at once.
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Starts the clock; `race` stops it.
 *
 * @param timeout - In ms; `Infinity` for none.
 * @param caller - The caller's own signal.
 * @param expired - Makes the reason to give when the timeout runs out.
 */
export function startDeadline(timeout: number, caller: AbortSignal | undefined, expired: () => Error): Deadline {
  const end = new AbortController();
  const start = performance.now();
  const ended = new Promise<never>((_, reject) => {
    end.signal.addEventListener("abort", () => reject(end.signal.reason));
  });
  const abort = () => end.abort(caller?.reason);
  const timer = timeout > LONGEST_TIMER ? undefined : setTimeout(() => end.abort(expired()), timeout);
  if (caller?.aborted) abort();
  caller?.addEventListener("abort", abort);
  return {
    signal: end.signal,
    left: () => timeout - (performance.now() - start),
    async race(work) {
      try {
        return await Promise.race([ended, work]);
      } finally {
        clearTimeout(timer);
        caller?.removeEventListener("abort", abort);
      }
    },
  };
}

/** Waits, and rejects at once with the signal's reason when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop);
  });
}
