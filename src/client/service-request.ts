import { createRedaction, secretsIn } from "../redaction.js";
import type { Arguments } from "./misuse.js";
import { filledPath } from "./path.js";
import { queryText } from "./query.js";

/** An operation of the contract with the input of a call. */
export interface Operation<Body, Data> extends Arguments {
  /** `operationId` of the contract. */
  readonly id: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path in the contract, with parameter names in braces. */
  readonly path: string;
  readonly pathParameters?: Readonly<Record<string, unknown>>;
  /** Set if it takes no access token. */
  readonly isPublic?: true;
  /** Sent as JSON; `undefined` sends no body. */
  readonly body?: unknown;
  /** Names of the fields, parameters and headers of the request that hold secrets. */
  readonly sentSecrets?: readonly string[];
  /** Names of the fields of the answer that hold secrets. */
  readonly returnedSecrets?: readonly string[];
  /**
   * For each status of success, an example of the body: it has the fields that the contract requires, with values of
   * their types. `null` stands for an answer without a body.
   */
  readonly answers: Readonly<Record<number, unknown>>;
  /** Returns what is wrong with a body, although it matches the contract. */
  readonly fault?: (body: Body) => string | false;
  /** Returns what the call returns of the body. */
  readonly data: (body: Body) => Data;
}

/** What a caller may pass for a value of the contract: an optional field may be `undefined`, and is not sent then. */
export type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Sent<Value[Key]> | (Record<never, never> extends Pick<Value, Key> ? undefined : never) }
    : Value;

/** The request of one call. It can be sent several times. */
export interface ServiceRequest {
  readonly method: string;
  /** The URL that it is sent to. */
  readonly target: string;
  /** The same without secrets, for errors and reports. */
  readonly url: string;
  /** JSON text. */
  readonly body: string | null;
  /** What its path and query hold that must not be shown. */
  readonly secrets: readonly string[];
}

/**
 * Copies the input of a call, so that what the caller changes later is not sent.
 *
 * @throws TypeError when the input cannot be part of a path or a query, or be written as JSON.
 */
export function requestOf<Body, Data>(
  { method, path, pathParameters = {}, query, body, sentSecrets = [] }: Operation<Body, Data>,
  baseUrl: string,
): ServiceRequest {
  const filled = filledPath(path, pathParameters);
  const search = query ? written("The query", "in a URL", () => queryText(query)) : "";
  const text = body === undefined ? null : written("The body", "as JSON", () => JSON.stringify(body));
  const target = `${baseUrl}${filled}${search && `?${search}`}`;
  const secrets =
    sentSecrets.length > 0 ? secretsIn([pathParameters, query], (field) => sentSecrets.includes(field)) : [];
  const url = secrets.length > 0 ? createRedaction(secrets.map(encodeURIComponent)).text(target) : target;
  return { method, target, url, body: text, secrets };
}

/** The text of a part of the request. The error does not quote the part, which may hold secrets. */
function written(part: string, form: string, write: () => string | undefined): string {
  try {
    const text = write();
    if (text !== undefined) return text;
  } catch {
    // It holds what has no text: a bigint, a symbol, itself, or too much.
  }
  throw new TypeError(`${part} cannot be written ${form}`);
}
