import { createRedaction, secretsIn } from "../redaction.js";
import { urlOf } from "../url.js";

/** An operation of the contract with the input of a call. */
export interface Operation<Body, Data> {
  /** `operationId` of the contract. */
  readonly id: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path in the contract, with parameter names in braces. */
  readonly path: string;
  readonly pathParameters?: Readonly<Record<string, unknown>>;
  readonly query?: object | null | undefined;
  /**
   * How the query writes arrays and objects, by name, if not as forms do: the text between their parts, or
   * `deepObject`.
   */
  readonly queryStyles?: Readonly<Record<string, string>>;
  /** Set if it takes no access token. */
  readonly isPublic?: true;
  /** Sent as JSON; `undefined` sends no body. */
  readonly body?: unknown;
  /** Its media type, if it is not `application/json`. */
  readonly mediaType?: string;
  /** Names of the fields, parameters and headers of the request that hold secrets. */
  readonly sentSecrets?: readonly string[];
  /** Names of the fields of the answer that hold secrets. */
  readonly returnedSecrets?: readonly string[];
  /** Whether the contract does not specify the request's body. */
  readonly hasOpenBody?: boolean;
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
  /** What its path, query and headers hold that must not be shown. */
  readonly secrets: readonly string[];
}

/** Request headers, by name. Those that are `undefined` are not sent. */
export type RequestHeaders = Headers | Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Copies the input of a call, so that what the caller changes later is not sent.
 *
 * @throws TypeError when the input cannot be part of a path or a query, or be written as JSON.
 */
export function requestOf<Body, Data>(
  { method, path, pathParameters = {}, query, queryStyles, body, sentSecrets = [] }: Operation<Body, Data>,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
): ServiceRequest {
  const filled = path.replace(/\{(.*?)\}/g, (_, name) => segmentOf(name, pathParameters[name]));
  const search = written("The query", "in a URL", () => queryText({ ...query }, queryStyles));
  const text = body === undefined ? null : written("The body", "as JSON", () => JSON.stringify(body));
  const target = `${baseUrl}${filled}${search && `?${search}`}`;
  const secrets = secretsIn([pathParameters, query], (field) => sentSecrets.includes(field));
  const inHeaders = secretsIn(headers, (name) => sentSecrets.includes(name) || /auth|cookie/.test(name));
  const url = secrets.length > 0 ? createRedaction(secrets.map(encodeURIComponent)).text(target) : target;
  return { method, target, url, body: text, secrets: [...secrets, ...inHeaders] };
}

/** A path parameter as a segment of a path. Refuses an id that would lead to another path. */
function segmentOf(name: string, value: unknown): string {
  const isText = typeof value === "string";
  // URL parsers drop "." and "..", percent-encoded or not, and a path with an empty id is the path of the list. A number
  // that is no safe integer, and half a surrogate pair, would arrive as something else.
  const isUsable = isText ? !/^\.{0,2}$|\p{Surrogate}/u.test(value) : Number.isSafeInteger(value);
  if (isUsable) return encodeURIComponent(String(value));
  const shown = isText ? JSON.stringify(value) : typeof value === "number" ? value : typeof value;
  throw new TypeError(`The path parameter ${name} cannot be ${shown}`);
}

/**
 * A query as it is in a URL.
 *
 * @throws TypeError when a value has no text.
 */
export function queryText(query: object, styles: Operation<unknown, unknown>["queryStyles"] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]): string[] => {
    if (Object(value) !== value) return pair(name, value);
    // Others, such as a Date or a Map, have no fields that could be told.
    if (!/ (Object|Array)\]/.test(Object.prototype.toString.call(value))) throw new TypeError();
    const style = styles[name];
    const fields = Object.entries(value);
    if (style === "deepObject") return fields.flatMap(([key, inner]) => pair(`${name}[${key}]`, inner));
    const parts = Array.isArray(value) ? value : fields.flat();
    if (style && parts.length > 0) return [`${encoded(name)}=${parts.map(encoded).join(style)}`];
    return fields.flatMap(([key, inner]) => pair(Array.isArray(value) ? name : key, inner));
  });
  return pairs.join("&");
}

/** A parameter as forms write it; nothing for one that is not given. */
function pair(name: string, value: unknown): string[] {
  return value === undefined || value === null ? [] : [`${encoded(name)}=${encoded(value)}`];
}

/** @throws TypeError when the value has no text of its own, as an object or a symbol. */
function encoded(value: unknown): string {
  if (Object(value) === value) throw new TypeError();
  return encodeURIComponent(`${value}`);
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

/**
 * Copies headers, with their names in lower case.
 *
 * @throws TypeError when one cannot be sent. It does not quote the value, which may be a secret.
 */
export function headersOf(given: RequestHeaders): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of Symbol.iterator in given ? given : Object.entries(given)) {
    if (value === undefined || value === null) continue;
    try {
      headers.set(name, String(value));
    } catch {
      throw new TypeError(`The header ${name} has a name or a value that HTTP cannot carry`);
    }
  }
  return Object.fromEntries(headers);
}

/**
 * Returns the base URL without slashes at its end.
 *
 * @throws TypeError when it is none. It does not quote it, because it may hold a password.
 */
export function baseUrlOf(given: unknown): string {
  const url = String(given);
  const parsed = /^https?:\/\/[^@?#\\]+$/i.test(url) && urlOf(url);
  if (parsed) return parsed.href.replace(/\/+$/, "");
  throw new TypeError("baseUrl must be an absolute HTTP URL without credentials, query or fragment");
}
