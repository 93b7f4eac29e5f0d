import { accessTokenHeader } from "../../generated/contract.js";
import { CommandError } from "../cli/command-error.js";
import type { Connection, ServiceResponse } from "./connection.js";

/**
 * Asks for a list once, before the walk, for what would else make every step fail with the same riddle.
 *
 * @throws CommandError when nothing answers, or something that is not the service, or one that refuses the token.
 */
export async function reach(connection: Connection, server: string): Promise<void> {
  const response = await connection.send({ operation: "listWebhooks" });
  const problem = problemWith(response, server);
  if (problem) throw new CommandError(problem);
}

function problemWith({ status, headers, text, failure }: ServiceResponse, server: string): string | undefined {
  if (failure?.startsWith("none within ")) return `${server} did not answer ${failure.slice(5)}.`;
  if (failure !== undefined) return `${server} cannot be reached: ${failure.replace(/^none: /, "")}.`;
  if (status === 401 || status === 403) {
    return `${server} refuses the access token in ${accessTokenHeader} (status ${status}). Is SERVICE_ACCESS_TOKEN right?`;
  }
  const location = headers.get("location");
  if (status >= 300 && status < 400) {
    const to = location && URL.canParse(location, server) ? ` to ${new URL(location, server).origin}` : "";
    return `${server} redirects${to} (status ${status}). It is not followed, for the access token would go along.`;
  }
  if (/text\/html/i.test(headers.get("content-type") ?? "") || /^\s*<(!doctype|html)/i.test(text)) {
    return `${server} answers HTML (status ${status}), not JSON. Is it the base URL of the service?`;
  }
  return undefined;
}
