interface Watch {
  listeners: Set<() => void>;
  fire(): void;
}

// Many calls may have one signal. Node warns of a leak where more than ten listen to it, so one listens for all.
const watches = new WeakMap<AbortSignal, Watch>();

/** Calls the listener once when the signal aborts. Returns what takes the listener away again. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let watch = watches.get(signal);
  if (!watch) {
    const listeners = new Set<() => void>();
    watch = {
      listeners,
      fire() {
        for (const inform of listeners) inform();
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
