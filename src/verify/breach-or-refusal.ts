import type { Fields } from "../contract-types.js";
import { excerptOf } from "./answer-form.js";
import { type Words, words } from "./quoted-text.js";
import { EXCHANGE } from "./sections.js";
import { type Answer, LONGEST_WAIT, NOT_NOW } from "./service.js";

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
export function isRefused(answer: Answer): boolean {
  return NOT_SERVED.includes(answer.status) || isAboutInput(answer);
}

/** Whether a service refuses what a request says, or the state that it finds. */
export function isAboutInput(answer: Answer): boolean {
  return (
    answer.operation.method !== "GET" && isClientError(answer) && ![...NOT_SERVED, ...NOT_THERE].includes(answer.status)
  );
}

/** Whether a service says that the request is at fault: by the rules of HTTP, it then did nothing. */
export function isClientError({ status }: Answer): boolean {
  return status >= 400 && status < 500;
}

/** Why a service refuses something, and what the user can do. */
export function reasonOf(answer: Answer): Words {
  return words`status ${answer.status}${excerptOf(answer)}${adviceAbout(answer)}`;
}

/** What the user can do. */
function adviceAbout({ status, operation }: Answer): string {
  if (NO_ACCESS.includes(status)) return ": does the access token have the scope for it?";
  if (NOT_NOW.includes(status))
    return `: the service limits requests, and a walk waits for ${LONGEST_WAIT} seconds at most. Try again later`;
  if (operation.id === EXCHANGE) return ": give a payload with --exchange-body";
  return otherThan(operation.body?.fields ?? {});
}

/** What to do about the values of some fields. */
export function otherThan(fields: Fields): string {
  const flags = Object.entries(fields).flatMap(([name, { schema }]) => {
    if (name === "topic") return "--topic";
    return schema.format === "uri" ? "--address" : [];
  });
  return flags.length > 0 ? `: choose another value with ${flags.join(" or ")}` : "";
}
