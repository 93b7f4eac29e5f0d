import { sentSecrets } from "../../generated/contract.js";
import { createRedaction, isWords, type Redaction, secretsIn } from "../redacted-text.js";
import type { SentHeaders } from "./headers.js";
import type { Operation, ServiceRequest } from "./service-request.js";

/** Returns the redaction of errors about an answer, by its status and its JSON; without them, of errors about the connection. */
export type Redactor = (status?: number, answered?: unknown) => Redaction;

/** Names of headers, and of fields that the contract does not know, that hold secrets: `x-api-key`, `client_secret`. */
const SECRET = /auth|cookie|cred|jwt|key|pass|secret|session|signature|token/i;

/** Makes the redaction of all secrets that a request holds in any of its tries, and that its answer may hold. */
export function redactionFor<Body, Data>(
  { returnedSecrets = [], hasOpenBody = false }: Operation<Body, Data>,
  { body }: ServiceRequest,
  headers: readonly SentHeaders[],
): Redactor {
  return (status = 0, answered) => {
    const isSecret = (field: string, value: unknown) =>
      sentSecrets.includes(field) || (hasOpenBody && (SECRET.test(field) || !isWords(value)));
    const sent = secretsIn(JSON.parse(body ?? "null"), isSecret);
    // In an error response, `code` may be the name of an error, made of plain words.
    const isPlain = (value: unknown) => status >= 400 && typeof value !== "object" && isWords(value);
    const hides = (field: string, value: unknown) =>
      (sentSecrets.includes(field) || returnedSecrets.includes(field)) && !isPlain(value);
    const inHeaders = secretsIn(headers, (name) => sentSecrets.includes(name) || SECRET.test(name));
    // A service may repeat one of several cookies, or credentials without their scheme.
    const parts = inHeaders.flatMap((value) => value.split(/[\s;,="']+/)).filter((part) => !isWords(part));
    // A service may also repeat what it answers in a secret field.
    return createRedaction([...inHeaders, ...parts, ...sent, ...secretsIn(answered, hides)], hides, returnedSecrets);
  };
}
