import type { Schema } from "../contract.js";
import { LONGEST_WAIT, NOT_NOW, type ServiceResponse } from "./connection.js";
import { EXCHANGE } from "./document.js";
import { type Words, words } from "./message.js";

/** The statuses of a service that refuses the caller. */
export const NO_ACCESS = [401, 403];
/** The statuses of a service that serves this caller not at all, or not now. */
const NOT_SERVED = [...NO_ACCESS, ...NOT_NOW];
/** The statuses of a service that has no such operation, or not this item. */
const NOT_THERE = [404, 405];

/**
 * Whether a service refuses a request. It may, since errors are not specified: to anybody without access (401, 403), for
 * now (429, 503), and any change (the other statuses from 400 to 499). It may not lack what the document promises (404,
 * 405), nor fail at it (the other statuses from 500 on), and in a read of what exists there is nothing to refuse.
 */
export function isRefused(response: ServiceResponse): boolean {
  return NOT_SERVED.includes(response.status) || isAboutInput(response);
}

/** Whether a service refuses what a request says, or the state that it finds. */
export function isAboutInput({ status, operation: { method } }: ServiceResponse): boolean {
  return method !== "GET" && status >= 400 && status < 500 && ![...NOT_SERVED, ...NOT_THERE].includes(status);
}

/** Why a service refuses something, and what the user can do. */
export function reasonOf(response: ServiceResponse): Words {
  return words`status ${response.status}${excerptOf(response)}${adviceAbout(response)}`;
}

/** The beginning of an answer, in brackets. */
export function excerptOf({ text }: ServiceResponse): Words {
  return text.trim() === "" ? [] : words` (${{ quoted: text }})`;
}

/** What the user can do; about what was sent, the flags of the fields that the answer names, if it names any. */
function adviceAbout({ status, operation, text }: ServiceResponse): string {
  if (NO_ACCESS.includes(status)) return ": does the access token have the scope for it?";
  if (NOT_NOW.includes(status))
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
