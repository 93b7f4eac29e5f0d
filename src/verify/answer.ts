import type { OperationId } from "../../generated/contract.js";

// Requests and answers, and what an answer shows. Nothing here judges it.

/** An object of an answer, such as a subscription. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Query parameters of the list. */
export type Query = Readonly<Record<string, string | number>>;

/** A request. What it leaves out is as the contract says. */
export interface Request {
  id?: string | undefined;
  query?: Query | undefined;
  /** Sent as JSON; nothing is sent for `undefined`. */
  body?: unknown;
  /** Sent in place of the user's access token; `null` for none. */
  token?: string | null | undefined;
}

/** The answer to a request. */
export interface Answer {
  operation: OperationId;
  request: Request & { readonly method: string; readonly url: string };
  /** HTTP status; 0 if no complete answer came. */
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON, with ids beyond 2^53 as text; `undefined` if it is not JSON. */
  body: unknown;
  /** Why no complete answer came. */
  lost?: string;
}

/** Whether a value is an object of JSON, and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The field of a value; `undefined` if the value is no object, or has no such field. */
export function fieldOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

/** An object under a key of a body, such as `webhook` or `pagination`. */
export function objectIn({ body }: Answer, key: string): JsonObject | undefined {
  const value = fieldOf(body, key);
  return isJsonObject(value) ? value : undefined;
}

/** The subscription in an answer. */
export function webhookOf(answer: Answer): JsonObject | undefined {
  return objectIn(answer, "webhook");
}

/** The rows in an answer; `undefined` if it shows no list. */
export function rowsOf({ status, body }: Answer): JsonObject[] | undefined {
  const rows = fieldOf(body, "webhooks");
  return status < 300 && Array.isArray(rows) ? rows.map((row: unknown) => (isJsonObject(row) ? row : {})) : undefined;
}

/** The id of a subscription, as text. */
export function idOf(webhook: JsonObject | undefined): string | undefined {
  const id = webhook?.["id"];
  return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
}

/** Whether an answer says that its operation was done. */
export function isDone(answer: Answer): boolean {
  if (answer.status >= 300) return false;
  const showsRecord = webhookOf(answer) !== undefined || objectIn(answer, "oauth") !== undefined;
  return showsRecord || rowsOf(answer) !== undefined || fieldOf(answer.body, "success") === true;
}
