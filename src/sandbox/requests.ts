import { accessToken, secretFields } from "../../generated/contract.js";
import { CONTROL_HEADER, type SandboxRequest } from "./reply.js";
import type { AnsweredRequest } from "./types.js";

/** A request as it was sent, and its outcome. */
export interface RecordedRequest extends Omit<AnsweredRequest, "headers" | "body"> {
  readonly headers: SandboxRequest["headers"];
  readonly text: string;
}

const REDACTED = "[redacted]";

/** Headers that authenticate a request, and `Referer`, which may hold the query of a page's URL. */
const SECRET_HEADERS: readonly string[] = [
  accessToken.header.toLowerCase(),
  CONTROL_HEADER.toLowerCase(),
  "authorization",
  "proxy-authorization",
  "cookie",
  "referer",
];

/** Names of secrets in a query or a body, in lower case. The token may be sent there by mistake. */
const SECRETS: readonly string[] = [...secretFields, accessToken.header].map((name) => name.toLowerCase());

/**
 * What tests see of a request: that a token was sent, but not which one. It is made only when they look, since most never
 * do, and it costs a tenth of an answer.
 */
export function withoutSecrets({ headers, query, text, notes, ...others }: RecordedRequest): AnsweredRequest {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    SECRET_HEADERS.includes(name) ? REDACTED : String(value),
  ]);
  return {
    ...others,
    query: query.split("&").map(parameterWithoutSecret).join("&"),
    headers: Object.fromEntries(shown),
    body: bodyWithoutSecrets(text),
    notes: [...notes],
  };
}

function parameterWithoutSecret(parameter: string): string {
  const [[name, value] = ["", ""]] = new URLSearchParams(parameter);
  return isSecret(name) && value ? `${parameter.split("=")[0]}=${REDACTED}` : parameter;
}

/** A body without secrets: parsed if it is JSON, otherwise as text. */
function bodyWithoutSecrets(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text, (name, value) => (isSecret(name) ? REDACTED : value));
  } catch {
    return SECRETS.some((name) => text.toLowerCase().includes(name)) ? REDACTED : text;
  }
}

function isSecret(name: string): boolean {
  return SECRETS.includes(name.toLowerCase());
}
