import { accessToken } from "../../generated/contract.js";
import { CommandError } from "../cli/command-error.js";
import { urlOf } from "../url.js";
import { NO_ACCESS } from "./breach-or-refusal.js";
import { type Answer, NOT_NOW } from "./service.js";

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
