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
export async function withTimeLimit<Value>(
  limit: number,
  caller: AbortSignal | undefined,
  expired: () => Error,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  caller?.throwIfAborted();
  // A signal of its own, because whatever follows the caller's signal would stay attached for as long as that lives.
  const controller = new AbortController();
  const timer = startTimer(limit, caller);
  try {
    const first = await Promise.race([work(controller.signal), timer.end]);
    if (first !== TIME_IS_OVER) return first;
  } catch (error) {
    controller.abort(error);
    throw error;
  } finally {
    timer.stop();
  }
  // Not with the error that is thrown: Node's `fetch` writes a stack of its own into the reason.
  controller.abort(expired());
  throw expired();
}

/** Waits between two tries, in ms. If the caller's signal aborts, rejects with its reason. */
export async function pause(ms: number, caller: AbortSignal | undefined): Promise<void> {
  caller?.throwIfAborted();
  const timer = startTimer(ms, caller);
  try {
    await timer.end;
  } finally {
    timer.stop();
  }
}

const TIME_IS_OVER = Symbol();

/** Starts a timer. Its end rejects with the reason of the caller's signal if that aborts earlier. */
function startTimer(ms: number, caller: AbortSignal | undefined) {
  let stop = () => {};
  const end = new Promise<typeof TIME_IS_OVER>((resolve, reject) => {
    const timeout = ms <= MAX_DELAY ? setTimeout(() => resolve(TIME_IS_OVER), ms) : undefined;
    const forget = caller && onAbort(caller, () => reject(caller.reason));
    stop = () => {
      clearTimeout(timeout);
      forget?.();
    };
  });
  return { end, stop };
}

// Many calls may share one signal. Node warns of a leak above ten listeners, so one listener serves all calls.
const listeners = new WeakMap<EventTarget, Set<() => void>>();

function tellAll({ target }: Event): void {
  const all = target === null ? undefined : listeners.get(target);
  for (const listener of all ?? []) listener();
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
