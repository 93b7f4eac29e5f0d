import { accessToken, type OperationId, operations } from "../../generated/contract.js";
import { isObject } from "../json.js";

// Requests and answers. What an answer contains is read here, and not judged.

/** An object of a request or an answer, such as a subscription. */
export type Row = Readonly<Record<string, unknown>>;

export interface Request {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The file from which the body was read. The body may contain secrets. */
  readonly bodyFile?: string | undefined;
  /** Sent instead of the user's access token; `null` sends none. */
  readonly token?: string | null | undefined;
}

export interface Answer {
  readonly operation: OperationId;
  readonly request: Request;
  readonly method: string;
  readonly url: string;
  /** The HTTP status, or 0 if there was no complete answer. */
  readonly status: number;
  readonly headers: Headers;
  /** The body, or the reason why there was no complete answer. */
  readonly text: string;
  /** The parsed body, with ids above 2^53 as text; `undefined` if it is not JSON. */
  readonly body: unknown;
}

/** A field of a value; `undefined` if the value does not have it. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** The subscription in a success. */
export function webhookOf({ status, body }: Answer): Row | undefined {
  const webhook = fieldOf(body, "webhook");
  return status < 300 && isObject(webhook) ? webhook : undefined;
}

/** The subscriptions in a successful list. Anything that is not an object counts as a subscription without fields. */
export function rowsOf({ status, body }: Answer): Row[] | undefined {
  const rows = fieldOf(body, "webhooks");
  if (status >= 300 || !Array.isArray(rows)) return undefined;
  return rows.map((row: unknown) => (isObject(row) ? row : {}));
}

/** A field of `pagination`. */
export function positionOf({ body }: Answer, name: string): unknown {
  return fieldOf(fieldOf(body, "pagination"), name);
}

/** The id of a subscription, as text. */
export function idOf(row: Row | undefined): string | undefined {
  const id = row?.["id"];
  return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
}

/** Whether an answer shows that the operation was carried out. */
export function isDone(answer: Answer): boolean {
  const { status, body } = answer;
  const shown = webhookOf(answer) ?? rowsOf(answer) ?? fieldOf(body, "oauth");
  return status > 0 && status < 300 && (shown !== undefined || fieldOf(body, "success") === true);
}

/** Whether a service has refused a creation: with a failure, or with the status of a success and no subscription. */
export function isRefusal(answer: Answer): boolean {
  const { operation, status } = answer;
  const isFailure = (status >= 300 && status < 500) || status === 503;
  return isFailure || (status === operations[operation].status && webhookOf(answer) === undefined);
}

/** Whether a service says that it has deleted something. With the user's token, any success says so. */
export function isDeletion({ status, body, request }: Answer): boolean {
  const success = fieldOf(body, "success");
  const isAccepted = request.token === undefined && status >= 200 && status < 300 && success !== false;
  return success === true || isAccepted;
}

/** A shell command that sends a request again. It contains the variable of the access token, not the token. */
export function curlOf({ method, url, request }: Answer): string {
  const { body, bodyFile, token } = request;
  const words = [`curl -i -X ${method}`, quoted(url)];
  if (token !== null) words.push(`-H "${accessToken.header}: ${token ?? "$SERVICE_ACCESS_TOKEN"}"`);
  words.push("-H 'Content-Type: application/json'");
  if (body !== undefined) words.push(`-d ${quoted(bodyFile === undefined ? JSON.stringify(body) : `@${bodyFile}`)}`);
  return words.join(" ");
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
