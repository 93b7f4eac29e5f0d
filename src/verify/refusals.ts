import { accessToken } from "../../generated/contract.js";
import { CommandError } from "../cli/command-error.js";
import type { Schema } from "../contract.js";
import { urlOf } from "../url.js";
import { LONGEST_WAIT, type ServiceResponse } from "./connection.js";
import { EXCHANGE } from "./document.js";
import { Quoted, type Words, words } from "./message.js";

/** The statuses of a service that does not have the operation. */
const NO_OPERATION = [404, 405];
const NO_ACCESS = [401, 403];
const TOO_MANY = 429;

/**
 * Whether a service refuses what it is sent. It may: errors are not specified. That a read is refused can only be due to
 * the access token, or to the number of requests.
 */
export function isRefused({ status, operation: { method } }: ServiceResponse): boolean {
  if (NO_ACCESS.includes(status) || status === TOO_MANY) return true;
  return !["GET", "DELETE"].includes(method) && status >= 400 && status < 500 && !NO_OPERATION.includes(status);
}

/** Why a service refuses something, and what the user can do. */
export function reasonOf(response: ServiceResponse): Words {
  return words`status ${response.status}${excerptOf(response)}${adviceAbout(response)}`;
}

/** The beginning of an answer, in brackets. */
export function excerptOf({ text }: ServiceResponse): Words {
  return text.trim() === "" ? [] : words` (${new Quoted(text, 120)})`;
}

/** What the user can do; about what was sent, the flags of the fields that the answer names, if it names any. */
function adviceAbout({ status, operation, text }: ServiceResponse): string {
  if (NO_ACCESS.includes(status)) return ": does the access token have the scope for it?";
  if (status === TOO_MANY)
    return `: the service limits requests, and a walk waits for ${LONGEST_WAIT} seconds at most. Try again later`;
  if (operation.id === EXCHANGE) return ": give a payload with --exchange-body";
  const fields = Object.entries(operation.body?.fields ?? {});
  const settable = fields.flatMap(([name, { schema }]) => ({ name, flag: flagFor(name, schema) ?? [] }));
  const told = text.toLowerCase().split(/\W+/);
  const named = settable.filter(({ name }) => told.includes(name.toLowerCase()));
  const flags = (named.length > 0 ? named : settable).flatMap(({ flag }) => flag);
  return flags.length > 0 ? `: choose another value with ${flags.join(" or ")}` : "";
}

/** The flag that sets a field. */
export function flagFor(field: string, schema: Schema = {}): string | undefined {
  return field === "topic" ? "--topic" : schema.format === "uri" ? "--address" : undefined;
}

/**
 * Finds problems in the first answer that would make every step fail with the same obscure finding.
 *
 * @throws CommandError when nothing answers, when it is not the service, or when it refuses the token.
 */
export function checkReachable({ status, headers, text, failure }: ServiceResponse, server: string): void {
  if (failure) {
    throw new CommandError(`${server} ${failure.isLate ? "did not answer" : "cannot be reached:"} ${failure.reason}.`);
  }
  const because = (problem: string) => new CommandError(`${server} ${problem}`);
  if (NO_ACCESS.includes(status)) {
    throw because(
      `refuses the access token in ${accessToken.header} (status ${status}). Is SERVICE_ACCESS_TOKEN correct?`,
    );
  }
  if (status >= 300 && status < 400) {
    const location = headers.get("location");
    const target = location === null ? undefined : urlOf(location, server);
    const to = target ? ` to ${target.origin}` : "";
    throw because(
      `redirects${to} (status ${status}). The redirect was not followed, since it would receive the access token.`,
    );
  }
  if (/text\/html/i.test(headers.get("content-type") ?? "") || /^\s*<(!doctype|html)/i.test(text)) {
    throw because(`answers HTML (status ${status}), not JSON. Is it the base URL of the service?`);
  }
}
