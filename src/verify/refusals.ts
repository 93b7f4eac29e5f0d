import { accessToken } from "../../generated/contract.js";
import { CommandError } from "../cli/command-error.js";
import type { Fields } from "../contract-types.js";
import { urlOf } from "../url.js";
import { excerptOf } from "./answer-form.js";
import { EXCHANGE, type Words, words } from "./findings.js";
import { type Answer, LONGEST_WAIT, NOT_NOW } from "./service.js";

/** The statuses of a service that refuses the caller. */
const NO_ACCESS = [401, 403];
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

/**
 * Finds problems in the first answer that would make every step fail with the same obscure finding.
 *
 * @throws CommandError when nothing answers, when it is not the service, or when it refuses the token.
 */
export function checkReachable(answer: Answer, server: string, redact: (text: string) => string): void {
  const { status, headers, text, body, failure } = answer;
  const stop = (problem: string) => {
    throw new CommandError(`${server} ${problem}`);
  };
  if (failure) stop(`${failure.isLate ? "did not answer" : "cannot be reached:"} ${redact(failure.reason)}.`);
  if (NO_ACCESS.includes(status))
    stop(`refuses the access token in ${accessToken.header} (status ${status}). Is SERVICE_ACCESS_TOKEN correct?`);
  if (NOT_NOW.includes(status)) stop(`serves no requests now (status ${status}). Try again later.`);
  if (status >= 300 && status < 400) {
    const target = urlOf(headers.get("location") ?? "", server);
    const to = target && target.origin !== urlOf(server)?.origin ? ` to ${target.origin}` : "";
    stop(`redirects${to} (status ${status}). The redirect was not followed, since it would receive the access token.`);
  }
  const isHtml = /text\/html/i.test(headers.get("content-type") ?? "") || /^\s*<(!doctype|html)/i.test(text);
  if (isHtml && body === undefined)
    stop(`answers HTML (status ${status}), not JSON. Is it the base URL of the service?`);
}
