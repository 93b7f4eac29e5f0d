interface Watch {
  listeners: Set<() => void>;
  fire(): void;
}

// Many calls may share one signal. Node warns of a leak above ten listeners, so one listener serves all calls.
const watches = new WeakMap<AbortSignal, Watch>();

/** Calls the listener once, when the signal aborts. Returns a function that removes the listener. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let watch = watches.get(signal);
  if (!watch) {
    const listeners = new Set<() => void>();
    watch = {
      listeners,
      fire() {
        for (const notify of listeners) notify();
      },
    };
    watches.set(signal, watch);
    signal.addEventListener("abort", watch.fire);
  }
  const { listeners, fire } = watch;
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    signal.removeEventListener("abort", fire);
    watches.delete(signal);
  };
}
