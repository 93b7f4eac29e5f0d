import { accessToken, secretFields } from "../../generated/contract.js";
import { CONTROL_HEADER, type SandboxRequest } from "./reply.js";
import type { AnsweredRequest } from "./types.js";

/** What is recorded of a request: as it was sent. */
export interface RecordedRequest extends Omit<AnsweredRequest, "headers" | "body"> {
  readonly headers: SandboxRequest["headers"];
  readonly text: string;
}

const REDACTED = "[redacted]";

/** Headers that prove who sends a request, or may name a page by its URL with all that it has in its query. */
const SECRET_HEADERS: readonly string[] = [
  accessToken.header.toLowerCase(),
  CONTROL_HEADER.toLowerCase(),
  "authorization",
  "proxy-authorization",
  "cookie",
  "referer",
];

/** Names of secrets in a query and in a body, in lower case. The token may be sent there by mistake. */
const SECRETS: readonly string[] = [...secretFields, accessToken.header].map((name) => name.toLowerCase());

/**
 * What tests see of a request: that a token was sent, and not which one. It is made when they look: most never do, and it
 * would cost a tenth of an answer.
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

/** Parsed if it is JSON, otherwise as text. */
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
