/** Frames of a stack that are not the caller's: a call has up to twelve functions, and a timer before it adds three. */
const OUR_FRAMES = 15;

/**
 * Lets errors keep as many frames of the caller as they would have alone, until it is restored: the ten that V8 keeps by
 * default are too few for a walk. Other engines have no such limit, and with 0, somebody wants no stacks.
 *
 * @returns Restores the usual limit. Call it before anything else can make an error.
 */
export function takeMoreFrames(): () => void {
  const usual: unknown = Reflect.get(Error, "stackTraceLimit");
  const setLimit = (limit: unknown) => {
    if (usual) Reflect.set(Error, "stackTraceLimit", limit);
  };
  setLimit(Number(usual) + OUR_FRAMES);
  return () => setLimit(usual);
}

/** The error for what the caller must change in the program. */
export function misuse(message: string): TypeError {
  const restore = takeMoreFrames();
  const error = new TypeError(message);
  restore();
  return error;
}
