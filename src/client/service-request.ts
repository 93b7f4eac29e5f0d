import type { Arguments } from "./unknown-arguments.js";
import { filledPath, queryText } from "./url-parameters.js";

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
  /** Names of the fields of the answer that hold secrets. */
  readonly returnedSecrets?: readonly string[];
  /**
   * For each status of success, an example of the body: it has the fields that the contract requires, with values of
   * their types. `null` stands for an answer without a body.
   */
  readonly answers: Readonly<Record<number, unknown>>;
  /** Returns what is wrong with a body, although it matches the contract. */
  readonly fault?: ((body: Body) => string | false) | undefined;
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
  readonly url: string;
  /** JSON text. */
  readonly body: string | null;
}

/**
 * Copies the input of a call, so that what the caller changes later is not sent.
 *
 * @throws TypeError when the input cannot be part of a path or a query, or be written as JSON.
 */
export function requestOf<Body, Data>(
  { method, path, pathParameters = {}, query, body }: Operation<Body, Data>,
  baseUrl: string,
): ServiceRequest {
  const filled = filledPath(path, pathParameters);
  const search = queryText(query ?? {});
  return { method, url: `${baseUrl}${filled}${search && `?${search}`}`, body: JSON.stringify(body) ?? null };
}
