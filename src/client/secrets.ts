import { secretFields } from "../../generated/contract.js";
import { jsonIn } from "../json.js";
import type { FailedRequest } from "./exchange.js";

/** A shorter text is no secret, and would be found by chance within other words. */
const SHORTEST_SECRET = 4;

/** A text without the access tokens of a request, and without the passwords in its body. */
export function hidden(text: string, { tokens, body }: FailedRequest): string {
  const secrets = [...tokens, ...passwordsIn(body)].filter(({ length }) => length >= SHORTEST_SECRET);
  // The longest first: one may begin with another.
  secrets.sort((one, other) => other.length - one.length);
  let shown = text;
  for (const secret of secrets) {
    for (const form of formsOf(secret)) shown = shown.replaceAll(form, "<SECRET>");
  }
  return shown;
}

/** A secret as it is, within JSON, and within the query of a URL. */
function formsOf(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), new URLSearchParams({ "": secret }).toString().slice(1)];
}

/** A copy of a JSON value without secrets; its text if a secret is a number in it, which leaves no JSON. */
export function withoutSecrets(value: unknown, request: FailedRequest): unknown {
  try {
    return jsonIn(hidden(JSON.stringify(value), request));
  } catch {
    // It is undefined, or nested too deeply to be written.
    return undefined;
  }
}

/** The values of the fields that the contract marks as secret. */
function passwordsIn(body: string): string[] {
  const passwords: string[] = [];
  jsonIn(body, (name, value) => {
    if (secretFields.includes(name) && typeof value === "string") passwords.push(value);
    return value;
  });
  return passwords;
}
