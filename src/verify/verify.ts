import { randomUUID } from "node:crypto";
import { CommandError } from "../cli/command-error.js";
import { createRedaction, secretsIn } from "../client/redaction.js";
import type { VerifyOptions } from "./arguments.js";
import { cleanUp } from "./clean-up.js";
import { reach } from "./reach.js";
import { type Relay, startRelay } from "./relay.js";
import { type Report, readSteps } from "./report.js";
import { respect } from "./respect.js";

/** What a walk gives. */
export interface Verification {
  report: Report;
  /** Every request and answer, as respect tells them. */
  log: string;
}

/**
 * Walks through the service, and deletes what it made whatever comes of it. No secret is in what it gives.
 *
 * @param signal - Breaks the walk off when it aborts; what was made is deleted all the same.
 * @throws CommandError when the walk cannot be taken.
 */
export async function verify(options: VerifyOptions, signal: AbortSignal): Promise<Verification> {
  await reach(options);
  const address = unique(options.address);
  await using relay = await startRelay(options, address);
  const result = await respect({
    server: relay.url,
    workflows: workflowsOf(options),
    inputs: { accessToken: "<ACCESS_TOKEN>", topic: options.topic, address },
    timeout: options.timeout,
    signal,
  });
  await relay.settled();
  const outcome = await cleanUp(options, address, relay);
  const redact = redaction(options, relay);
  const cleaned = { deleted: outcome.deleted.map(redact), failed: outcome.failed.map(redact) };
  const log = redact(result.output).replaceAll(relay.url, options.server);
  if (!result.workflows && !signal.aborted) throw new CommandError(`respect broke off:\n${log.trim()}`);
  const steps = readSteps(result.workflows ?? [], options.timeout).map((step) => ({
    ...step,
    path: redact(step.path),
    breaches: step.breaches.map(({ check, message }) => ({ check, message: redact(message) })),
  }));
  const kept = steps.every(({ breaches }) => breaches.length === 0) && cleaned.failed.length === 0;
  const { server, stateless } = options;
  return {
    report: { server, ok: kept && !signal.aborted, stateless, interrupted: signal.aborted, steps, cleanUp: cleaned },
    log,
  };
}

function workflowsOf({ stateless, deliver }: VerifyOptions): string[] {
  return ["exchange", stateless ? "stateless" : "subscription", ...(deliver ? ["delivery"] : [])];
}

/** An address that no other subscription has, so that what this walk made can be told from all else. */
function unique(address: string): string {
  const url = new URL(address);
  url.searchParams.set("verification", randomUUID());
  return url.href;
}

/** Takes out what is secret, in case the service has repeated it, in the forms in which it can be written. */
function redaction({ accessToken, exchangeBody }: VerifyOptions, relay: Relay): (text: string) => string {
  const secrets = [accessToken, ...secretsIn(exchangeBody, () => true), ...relay.secrets];
  const written = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    new URLSearchParams([["", secret]]).toString().slice(1),
  ]);
  const { json } = createRedaction(written);
  return (text) => String(json(text));
}
