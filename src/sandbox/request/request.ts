/** A body as text; `undefined` if it is too long. */
export type Text = string | undefined;

/** A lightweight request: to create a real `Request` costs more than to answer it. */
export interface SandboxRequest {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path, normalized as by browsers. */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
  /** Headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined;
  /** Whether it comes from this machine. */
  isLocal(): boolean;
  /** The body; empty if there is none, and `undefined` if it is too long. Rejects when it breaks off. */
  text(): Text | Promise<Text>;
}

/** Value of a header, by its name in lower case. */
export function headerOf({ headers }: SandboxRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}
