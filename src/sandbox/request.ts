/** A lightweight request: to create a real `Request` costs more than to answer it. */
export interface SandboxRequest {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path as it was sent, without its query. */
  readonly path: string;
  /** Query as it was sent, without its question mark. */
  readonly query: string;
  /** Whether it comes from this machine: only then may it control the sandbox. */
  readonly isLocal: boolean;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined;
  /** Value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  /** The body; empty if there is none. @throws Problem when it is too long. */
  text(): string | Promise<string>;
}

/** The path and the query of a request's target, normalized as by browsers. */
export function targetOf(target: string): { path: string; query: string } {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  if (/^(\/[\w-][\w.-]*)+$/.test(path)) return { path, query: end < 0 ? "" : target.slice(end + 1) };
  // A request to a proxy has a full URL; `OPTIONS *` has none.
  const isFull = !target.startsWith("/") && URL.canParse(target);
  const { pathname, search } = new URL(isFull ? target : `http://sandbox.invalid/${target.replace(/^\//, "")}`);
  return { path: pathname, query: search.slice(1) };
}
