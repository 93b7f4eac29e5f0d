// Everything here is awaited in one chain of async functions: where a promise has two readers, or is made by hand, V8 does
// not find the caller for the stack of an error.

// The longest delay that a timer takes, 24 days. With a longer one, it would fire immediately.
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Settles as the work does, or rejects without waiting for it when the time is over or the caller's signal aborts.
 *
 * @param limit - In ms.
 * @param caller - If it aborts, its reason is the error.
 * @param expired - Makes the error for the end of the time.
 * @param work - Its signal aborts when the work ends. It is not called when the caller's signal has already aborted.
 */
export async function withTimeLimit<Value extends object>(
  limit: number,
  caller: AbortSignal | undefined,
  expired: () => Error,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  // A signal of its own, because whatever follows the caller's signal would stay attached for as long as that lives.
  const controller = new AbortController();
  try {
    const value = await pause(limit, caller, () => work(controller.signal));
    if (value) return value;
  } catch (error) {
    controller.abort(error);
    throw error;
  }
  // Not with the error that is thrown: Node's `fetch` writes a stack of its own into the reason.
  controller.abort(expired());
  throw expired();
}

/**
 * Waits for some ms. If there is work, settles as the work does, unless the time is over earlier.
 *
 * @param signal - If it aborts, rejects with its reason.
 */
export async function pause<Value extends object>(
  ms: number,
  signal: AbortSignal | undefined,
  work?: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  signal?.throwIfAborted();
  let stop = () => {};
  const end = new Promise<undefined>((resolve, reject) => {
    const timeout = ms <= MAX_DELAY ? setTimeout(resolve, ms) : undefined;
    const forget = signal && onAbort(signal, () => reject(signal.reason));
    stop = () => {
      clearTimeout(timeout);
      forget?.();
    };
  });
  try {
    return await Promise.race(work ? [work(), end] : [end]);
  } finally {
    stop();
  }
}

// Many calls may share one signal. Node warns of a leak above ten listeners, so one listener serves all calls.
const listeners = new WeakMap<EventTarget, Set<() => void>>();

function tellAll({ target }: Event): void {
  for (const listener of (target && listeners.get(target)) ?? []) listener();
}

/** Calls the listener when the signal aborts. Returns a function that removes the listener. */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const all = listeners.get(signal) ?? new Set();
  listeners.set(signal, all.add(listener));
  // A signal takes the same function only once.
  signal.addEventListener("abort", tellAll);
  return () => {
    all.delete(listener);
    if (all.size === 0) signal.removeEventListener("abort", tellAll);
  };
}
