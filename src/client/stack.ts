/** Frames of a stack that are not the caller's: a call has up to nine functions, and a timer before it adds three. */
const OUR_FRAMES = 12;

/**
 * Lets errors keep as many frames of the caller as they would have alone, until it is restored: the ten that V8 keeps by
 * default are too few for a walk. Where there is no limit that one can set, nothing changes.
 *
 * @returns Restores the usual limit. Call it before anything else can make an error.
 */
export function takeMoreFrames(): () => void {
  const usual: unknown = Reflect.get(Error, "stackTraceLimit");
  // With 0, somebody wants no stacks.
  if (typeof usual !== "number" || usual === 0) return () => undefined;
  Reflect.set(Error, "stackTraceLimit", usual + OUR_FRAMES);
  return () => void Reflect.set(Error, "stackTraceLimit", usual);
}
