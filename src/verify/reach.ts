import { accessToken } from "../../generated/contract.js";
import { CommandError } from "../cli/command-error.js";
import type { ServiceResponse } from "./connection.js";

/**
 * Finds problems in the first answer that would make every step fail with the same obscure finding.
 *
 * @throws CommandError when nothing answers, when it is not the service, or when it refuses the token.
 */
export function checkReachable(response: ServiceResponse, server: string): void {
  const problem = problemWith(response, server);
  if (problem) throw new CommandError(problem);
}

function problemWith({ status, headers, text, failure }: ServiceResponse, server: string): string | undefined {
  if (failure) return `${server} ${failure.isLate ? "did not answer" : "cannot be reached:"} ${failure.reason}.`;
  if (status === 401 || status === 403) {
    return `${server} refuses the access token in ${accessToken.header} (status ${status}). Is SERVICE_ACCESS_TOKEN correct?`;
  }
  const location = headers.get("location");
  if (status >= 300 && status < 400) {
    const to = location && URL.canParse(location, server) ? ` to ${new URL(location, server).origin}` : "";
    return `${server} redirects${to} (status ${status}). The redirect was not followed, since it would receive the access token.`;
  }
  if (/text\/html/i.test(headers.get("content-type") ?? "") || /^\s*<(!doctype|html)/i.test(text)) {
    return `${server} answers HTML (status ${status}), not JSON. Is it the base URL of the service?`;
  }
  return undefined;
}
