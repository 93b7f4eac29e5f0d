import { createRedaction, secretsIn } from "../redaction.js";
import type { VerifyOptions } from "./arguments.js";
import { cleanUp } from "./clean-up.js";
import { connect } from "./connection.js";
import { reach } from "./reach.js";
import { type Report, reportOf } from "./report.js";
import { Subscriptions } from "./subscriptions.js";
import { takeSteps } from "./walk.js";

/** The outcome of a walk. */
export interface Verification {
  report: Report;
  /** Every request and response, as text. */
  log: string;
}

/**
 * Walks through the service, and in any case deletes what it created. The outcome contains no secrets.
 *
 * @param signal - Interrupts the walk when it aborts. What the walk created is still deleted.
 * @throws CommandError when the walk cannot start.
 */
export async function verify(options: VerifyOptions, signal: AbortSignal): Promise<Verification> {
  const connection = connect(options, signal);
  await reach(connection, options.server);
  const subscriptions = new Subscriptions(options);
  const { steps, notChecked } = await takeSteps({ options, connection, subscriptions }, signal);
  const { log, ...outcome } = await cleanUp(options, subscriptions);
  const report = reportOf(options, steps, outcome, signal.aborted, notChecked);
  const redact = redaction(options, connection.secrets);
  return {
    report: { ...JSON.parse(redact(JSON.stringify(report))), server: options.server },
    log: `${redact([...connection.log, ...log].join("\n\n"))}\n`,
  };
}

/** Removes secrets that the service may have repeated, in every way to write them. */
function redaction({ accessToken, exchangeBody }: VerifyOptions, received: ReadonlySet<string>) {
  const secrets = [accessToken, ...secretsIn(exchangeBody, () => true), ...received];
  const written = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
    new URLSearchParams([["", secret]]).toString().slice(1),
  ]);
  return createRedaction(written).text;
}
