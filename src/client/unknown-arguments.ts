// What the compiler refuses, and callers of JavaScript learn here: each message says what is wrong and what to write.

/** The options that a client and all its methods take. */
const COMMON_OPTIONS = ["headers", "maxRetries", "timeout", "tryTimeout"];
const CALL_OPTIONS = [...COMMON_OPTIONS, "signal"];
const CLIENT_OPTIONS = [...COMMON_OPTIONS, "accessToken", "baseUrl", "fetch", "onTry", "renewToken"];

/** The arguments of a call, and what its method takes. */
export interface Arguments {
  /** The method with its arguments: `webhooks.list(query, options)`. */
  readonly signature: string;
  /** Name of the argument that is an object with the fields of the body; absent if there is none. */
  readonly input?: string;
  /** What was passed for it. */
  readonly fields?: unknown;
  readonly query?: object | null | undefined;
  /** Names of the parameters of the query. */
  readonly parameters?: readonly string[];
  /** Whether the contract does not specify the request's body, which is an option then. */
  readonly hasOpenBody?: boolean;
}

function refuseOthers(
  what: string,
  kind: string,
  given: unknown,
  known: readonly string[],
  hint = (_: string): string => "",
): void {
  // JavaScript callers may pass null for nothing.
  const passed = Object(given);
  const names = kindOf(passed) === "Object" ? Object.keys(passed) : [`of the type ${kindOf(passed)}`];
  const other = names.find((name) => !known.includes(name));
  if (other !== undefined)
    throw new TypeError(`${what} has no ${kind} ${other}, only ${known.join(", ")}${hint(other)}`);
}

/** @throws TypeError when a method does not take one of the arguments. */
export function checkArguments(
  { signature, input, fields, query, parameters = [], hasOpenBody }: Arguments,
  options: unknown,
): void {
  const code = () => `service.${signature.replace(/(, )?options/, "")}`;
  if (input && kindOf(fields) !== "Object") {
    const what = `${signature} takes an object as ${input}, not ${kindOf(fields)}`;
    throw new TypeError(`${what}: write ${code().replace(`${input})`, "{ ... })")}`);
  }
  refuseOthers(signature, "parameter", query, parameters, (name) =>
    CALL_OPTIONS.includes(name) ? `: write ${code().replace("query)", `{}, { ${name} })`)}` : "",
  );
  const { body } = Object(options);
  if (hasOpenBody && Object(body) === body && !/^(Object|Array)$/.test(kindOf(body)))
    throw new TypeError(`${signature} cannot send ${kindOf(body)} as JSON`);
  const known = hasOpenBody ? ["body", ...CALL_OPTIONS] : CALL_OPTIONS;
  // Others pass arguments of their own to a function: TanStack Query its context, an array the index.
  const callback = () => `. As a callback, write ${/\(.*/.exec(code())} => ${code()}`;
  refuseOthers(signature, "option", options, known, hasOpenBody ? () => ". The payload is the option body" : callback);
}

/** @throws TypeError when `createServiceClient` does not have one of the options. */
export function checkClientOptions(options: unknown): void {
  refuseOthers("createServiceClient", "option", options, CLIENT_OPTIONS);
}

/** What a value is, such as `AbortSignal`. It is not quoted, since it may be a secret. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return {}.toString.call(value).slice(8, -1);
}
