import { accessToken, operations } from "../../generated/contract.js";
import { curlOf } from "./answer.js";
import { CLEANING, LAST, SECTIONS, uncheckedOf } from "./checks.js";
import { Breach, Skip } from "./expect.js";
import type { Checks } from "./list-checks.js";
import { endOf, linesOf, type Result } from "./report.js";
import type { Run } from "./safety.js";

/** The exit code of a run that found no breach, but could not create anything. */
const NOTHING_CREATED = 3;

/** Checks a service. @returns the results, and the exit code. */
export async function verify(run: Run, write: (text: string) => void): Promise<{ results: Result[]; code: number }> {
  const results: Result[] = [];
  let printed = "";
  const runAll = async (sections: Readonly<Record<string, Checks>>) => {
    for (const [section, checks] of Object.entries(sections))
      for (const [title, check] of Object.entries(checks)) {
        const result = { section, title, ...(await resultOf(run, check)) };
        results.push(result);
        // If all checks that follow are skipped for the same reason, it is printed once, at the end.
        if (result.message !== undefined && [run.checking.ended, run.refusal].includes(result.message)) continue;
        write(linesOf(result, section !== printed));
        printed = section;
      }
  };
  await runAll(SECTIONS);
  run.phase = run.cleaning;
  await runAll(CLEANING);
  run.phase = run.checking;
  await runAll(LAST);
  const isNothingCreated = run.subscriptions.own.length === 0;
  const remarks = [...run.remarks];
  if (run.checking.ended !== undefined) remarks.push(`stopped early: ${run.checking.ended}`);
  if (isNothingCreated) remarks.push(`nothing could be created, so most is not checked: ${run.refusal ?? "see above"}`);
  else if (run.refusal !== undefined)
    remarks.push(`nothing more was created, so some of it is not checked: ${run.refusal}`);
  const unchecked = uncheckedOf(Object.keys(operations));
  if (unchecked.length > 0) remarks.push(`not checked: ${unchecked.join(", ")}`);
  write(endOf(results, run.notes, remarks));
  const isFailed = run.checking.signal.aborted || results.some(({ outcome }) => outcome === "failed");
  if (isFailed) return { results, code: 1 };
  return { results, code: isNothingCreated ? NOTHING_CREATED : 0 };
}

async function resultOf(run: Run, check: (run: Run) => Promise<void>): Promise<Omit<Result, "section" | "title">> {
  const start = performance.now();
  const ended = () => performance.now() - start;
  try {
    // Cleaning up goes on, since what the checks have created has to be deleted or named.
    if (run.phase === run.checking && run.checking.ended !== undefined) throw new Skip(run.checking.ended);
    await check(run);
    return { outcome: "passed", ms: ended() };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    if (error instanceof Skip) return { outcome: "skipped", ms: ended(), message };
    const failure = { outcome: "failed" as const, ms: ended(), message: `${name}: ${message}` };
    return error instanceof Breach ? { ...failure, curl: curlOf(error.answer) } : failure;
  }
}

/** Describes what would make every check fail with the same obscure message; `undefined` if the service can be checked. */
export async function obstacleOf(run: Run): Promise<string | undefined> {
  const { status, text, url } = await run.read("listWebhooks");
  if (status === 0) return `cannot be reached: ${run.secrets.line(text)}.${proxyAdvice()}`;
  if (status === 401 || status === 403)
    return `refuses the access token in ${accessToken.header} (status ${status}). Is SERVICE_ACCESS_TOKEN correct?`;
  if (status === 404 || status === 405) return `has no ${url} (status ${status}). Is it the base URL of the service?`;
  if (status >= 300 && status < 400)
    return `redirects (status ${status}). The redirect was not followed, since it would receive the access token.`;
  return /^\s*<(!doctype|html)/i.test(text)
    ? `answers HTML (status ${status}), not JSON. Is it the base URL of the service?`
    : undefined;
}

/** Advice for a proxy that is set, but not used by Node.js. */
function proxyAdvice(): string {
  const { env } = process;
  const name = ["HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"].find((each) => env[each]);
  if (name === undefined || env["NODE_USE_ENV_PROXY"] === "1") return "";
  return ` Node.js reads ${name} only with NODE_USE_ENV_PROXY=1, from versions 22.21 and 24.0 on.`;
}
