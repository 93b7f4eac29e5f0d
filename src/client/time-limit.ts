// The longest delay that a timer takes, 24 days. With a longer one, it would fire immediately.
const MAX_DELAY = 2 ** 31 - 1;

// Many calls may share one signal. Node warns of a leak above ten listeners, so one listener serves all calls.
const listeners = new WeakMap<EventTarget, Set<() => void>>();

function tell({ target }: Event): void {
  for (const listener of (target && listeners.get(target)) ?? []) listener();
}

/** Calls the listener when the signal aborts. Returns a function that removes the listener. */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const all = listeners.get(signal) ?? new Set();
  listeners.set(signal, all.add(listener));
  // A signal takes the same function only once.
  signal.addEventListener("abort", tell);
  return () => {
    all.delete(listener);
    if (all.size === 0) signal.removeEventListener("abort", tell);
  };
}

/**
 * Settles as the work does, or rejects without waiting for it when the time is over or the caller's signal aborts.
 *
 * @param limit - In ms.
 * @param caller - If it aborts, its reason is the error.
 * @param expired - Makes the error for the end of the time.
 * @param work - Its signal aborts with the error. It is not called when the caller's signal has already aborted.
 */
export function withTimeLimit<Value>(
  limit: number,
  caller: AbortSignal | undefined,
  expired: () => unknown,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (caller?.aborted) return reject(caller.reason);
    // A signal of its own, because whatever follows the caller's signal would stay attached for as long as that lives.
    const controller = new AbortController();
    const stop = () => {
      clearTimeout(timer);
      forget?.();
    };
    const end = (reason: unknown) => {
      stop();
      reject(reason);
      controller.abort(reason);
    };
    const timer = limit <= MAX_DELAY ? setTimeout(() => end(expired()), limit) : undefined;
    const forget = caller && onAbort(caller, () => end(caller.reason));
    // Not with `finally`, which makes four promises more.
    work(controller.signal).then((value) => {
      stop();
      resolve(value);
    }, end);
  });
}

/** Waits between two tries, in ms. If the caller's signal aborts, rejects with its reason. */
export async function pause(ms: number, caller: AbortSignal | undefined): Promise<void> {
  const over = {};
  const never = () => new Promise<never>(() => undefined);
  await withTimeLimit(ms, caller, () => over, never).catch((reason: unknown) => {
    if (reason !== over) throw reason;
  });
}
