/** The longest delay of a timer, in ms: 24 days. With a longer one, it would fire immediately. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Returns what `work` returns, or `"timeout"` if that takes longer than `ms` milliseconds.
 *
 * @param signal - If it aborts, this rejects with its reason.
 * @param work - Receives a signal that aborts in both cases.
 */
export async function within<Value>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (stop: AbortSignal) => Promise<Value>,
): Promise<Value | "timeout"> {
  if (signal?.aborted) throw reasonOf(signal);
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let forget = () => {};
  const end = new Promise<"timeout">((resolve, reject) => {
    // The caller learns of the end before `work` does, since the error of `work` would say less.
    const onTimeout = () => {
      resolve("timeout");
      controller.abort();
    };
    if (ms <= LONGEST_TIMER) timer = setTimeout(onTimeout, ms);
    if (signal)
      forget = onAbort(signal, () => {
        reject(reasonOf(signal));
        controller.abort();
      });
  });
  try {
    return await Promise.race([work(controller.signal), end]);
  } finally {
    clearTimeout(timer);
    forget();
  }
}

/** The reason of an aborted signal. React Native's signals have none. */
function reasonOf(signal: AbortSignal): unknown {
  return signal.reason ?? Object.assign(new Error("The call was aborted"), { name: "AbortError" });
}

/** Many calls may share a signal. Node.js warns of a leak above ten listeners, so each signal has one for all calls. */
const listeners = new WeakMap<EventTarget, Set<() => void>>();

function tellAll({ target }: Event): void {
  for (const listener of (target && listeners.get(target)) ?? []) listener();
}

/** Calls the listener when the signal aborts. Returns a function that removes it. */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const all = listeners.get(signal) ?? new Set();
  listeners.set(signal, all.add(listener));
  // Adding the same function again has no effect.
  signal.addEventListener("abort", tellAll);
  return () => all.delete(listener);
}
