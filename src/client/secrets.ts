import { secretFields } from "../../generated/contract.js";
import { jsonIn } from "../json.js";
import type { ServiceRequest } from "./exchange.js";

/** A shorter text is not treated as a secret: it would be found by chance within other words. */
const SHORTEST_SECRET = 4;

/** Returns a text in which `<SECRET>` replaces the access tokens of a request and the secrets in its body. */
export function hidden(text: string, { tokens, body }: Pick<ServiceRequest, "tokens" | "body">): string {
  const secrets = [...tokens];
  jsonIn(body, (name, value) => {
    if (secretFields.includes(name) && typeof value === "string") secrets.push(value);
    return value;
  });
  // The longest first, since one secret may contain another.
  secrets.sort((one, other) => other.length - one.length);
  let shown = text;
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    // Both as it is and as JSON escapes it.
    shown = shown.replaceAll(secret, "<SECRET>").replaceAll(JSON.stringify(secret).slice(1, -1), "<SECRET>");
  }
  return shown;
}

/** A copy of a JSON value without secrets. */
export function withoutSecrets(value: unknown, request: Pick<ServiceRequest, "tokens" | "body">): unknown {
  return value === undefined ? undefined : jsonIn(hidden(JSON.stringify(value), request));
}
