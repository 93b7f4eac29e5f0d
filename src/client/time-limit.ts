// The longest delay that a timer takes, 24 days. With a longer one, it would fire immediately.
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Waits for some ms. If there is work, settles as the work does, unless the time is over earlier: then it returns `undefined`.
 *
 * @param signal - If it aborts, this rejects with its reason, without waiting for the work. If it has already aborted, the
 * work does not begin.
 */
export async function pause<Value extends object>(
  ms: number,
  signal: AbortSignal | undefined,
  work?: () => Promise<Value>,
): Promise<Value | undefined> {
  if (signal?.aborted) throw reasonOf(signal);
  // Without a timer, since a test may have stopped them.
  if (ms === 0 && !work) return undefined;
  let stop = () => {};
  const end = new Promise<undefined>((resolve, reject) => {
    const timeout = ms <= MAX_DELAY ? setTimeout(resolve, ms) : undefined;
    const forget = signal && onAbort(signal, () => reject(reasonOf(signal)));
    stop = () => {
      clearTimeout(timeout);
      forget?.();
    };
  });
  try {
    // Awaited here, in one chain of async functions: where a promise has two readers, or is made by hand, V8 does not find
    // the caller for the stack of an error.
    return await Promise.race(work ? [work(), end] : [end]);
  } finally {
    stop();
  }
}

/** Why a signal has aborted. The signals of polyfills, such as React Native's, do not say it. */
function reasonOf(signal: AbortSignal): unknown {
  return signal.reason ?? Object.assign(new Error("The call was aborted"), { name: "AbortError" });
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
