import { accessToken, type OperationId, operations } from "../../generated/contract.js";
import { isObject } from "../json.js";

// Requests and answers, and what an answer shows. Nothing here judges it.

/** An object of a request or an answer, such as a subscription. */
export type Row = Readonly<Record<string, unknown>>;

export interface Request {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The file that holds the body, which may contain secrets. */
  readonly bodyFile?: string | undefined;
  /** Sent in place of the user's access token; `null` for none. */
  readonly token?: string | null | undefined;
}

export interface Answer {
  readonly operation: OperationId;
  readonly request: Request;
  readonly method: string;
  readonly url: string;
  /** HTTP status; 0 if no complete answer came. */
  readonly status: number;
  readonly headers: Headers;
  /** The body; or, if no complete answer came, why not. */
  readonly text: string;
  /** The body as JSON, with ids beyond 2^53 as text; `undefined` if it is not JSON. */
  readonly body: unknown;
}

/** A field of a value; `undefined` if the value has no fields, or not this one. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** The subscription in a success. */
export function webhookOf({ status, body }: Answer): Row | undefined {
  const webhook = fieldOf(body, "webhook");
  return status < 300 && isObject(webhook) ? webhook : undefined;
}

/** The subscriptions in a success of the list. What is no object counts as a subscription without fields. */
export function rowsOf({ status, body }: Answer): Row[] | undefined {
  const rows = fieldOf(body, "webhooks");
  if (status >= 300 || !Array.isArray(rows)) return undefined;
  return rows.map((row: unknown) => (isObject(row) ? row : {}));
}

/** A field of the position of a page. */
export function positionOf({ body }: Answer, name: string): unknown {
  return fieldOf(fieldOf(body, "pagination"), name);
}

/** The id of a subscription, as text. */
export function idOf(row: Row | undefined): string | undefined {
  const id = row?.["id"];
  return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
}

/** Whether an answer shows that its operation was carried out. */
export function isDone(answer: Answer): boolean {
  const { status, body } = answer;
  const shown = webhookOf(answer) ?? rowsOf(answer) ?? fieldOf(body, "oauth");
  return status > 0 && status < 300 && (shown !== undefined || fieldOf(body, "success") === true);
}

/** Whether a service has refused a creation. With another success than the contract's it has no words for that. */
export function isRefusal(answer: Answer): boolean {
  const { operation, status } = answer;
  const isFailure = (status >= 300 && status < 500) || status === 503;
  return isFailure || (status === operations[operation].status && webhookOf(answer) === undefined);
}

/** Whether a service says that it has deleted something. With the user's token, a success in any form says so. */
export function isDeletion({ status, body, request }: Answer): boolean {
  const success = fieldOf(body, "success");
  const isAccepted = request.token === undefined && status >= 200 && status < 300 && success !== false;
  return success === true || isAccepted;
}

/** A line for a shell that sends a request again. It names the variable of the access token, not the token. */
export function curlOf({ method, url, request }: Answer): string {
  const { body, bodyFile, token } = request;
  const words = [`curl -i -X ${method}`, quoted(url)];
  if (token !== null) words.push(`-H "${accessToken.header}: ${token ?? "$SERVICE_ACCESS_TOKEN"}"`);
  words.push("-H 'Content-Type: application/json'");
  if (body !== undefined) words.push(`-d ${quoted(bodyFile === undefined ? JSON.stringify(body) : `@${bodyFile}`)}`);
  return words.join(" ");
}

/** A text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
