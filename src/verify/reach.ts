import { CommandError } from "../cli/command-error.js";
import type { VerifyOptions } from "./arguments.js";
import { WEBHOOKS } from "./paths.js";

/**
 * Asks for a list once, before the walk, for what would else make every step fail with the same riddle.
 *
 * @throws CommandError when nothing answers, or something that is not the service, or one that refuses the token.
 */
export async function reach({ server, accessToken, timeout }: VerifyOptions): Promise<void> {
  const headers = { "X-Service-Access-Token": accessToken, "Content-Type": "application/json" };
  const signal = AbortSignal.timeout(timeout);
  const answer = await fetch(`${server}${WEBHOOKS}?limit=1`, { headers, redirect: "manual", signal }).catch(
    (error: unknown) => {
      if (signal.aborted) throw new CommandError(`${server} did not answer within ${timeout} ms.`);
      throw new CommandError(`${server} cannot be reached: ${reasonOf(error)}.`);
    },
  );
  const problem = problemWith(answer, server);
  const text = await answer.text().catch(() => "");
  if (problem) throw new CommandError(problem);
  if (/text\/html/i.test(answer.headers.get("content-type") ?? "") || /^\s*<(!doctype|html)/i.test(text)) {
    throw new CommandError(
      `${server} answers HTML (status ${answer.status}), not JSON. Is it the base URL of the service?`,
    );
  }
}

function problemWith({ status, headers }: Response, server: string): string | undefined {
  if (status === 401 || status === 403) {
    return `${server} refuses the access token (status ${status}). Is SERVICE_ACCESS_TOKEN right?`;
  }
  const location = headers.get("location");
  if (status >= 300 && status < 400) {
    const to = location && URL.canParse(location, server) ? ` to ${new URL(location, server).origin}` : "";
    return `${server} redirects${to} (status ${status}). It is not followed, for the access token would go along.`;
  }
  return undefined;
}

/** The innermost reason: fetch itself says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause) return reasonOf(error.cause);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message || code || error.name;
}
