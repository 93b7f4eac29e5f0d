import { urlOf } from "../url.js";
import type { SandboxRequest } from "./request.js";

// What the log says: no token, no query, no body.

/** The log line of a request: method, path without its query, status, time, notes. */
export function logLine({ method }: SandboxRequest, path: string, status: number, start: number, note = ""): string {
  return `${method} ${path} ${status} ${(performance.now() - start).toFixed(1)} ms${note && `; ${note}`}`;
}

/**
 * The log line of a delivery: method, origin of the address, outcome, time. The rest of the address may be secret.
 *
 * @param outcome - Its status, or why it has none.
 */
export function deliveryLine(sent: { method: string; address: string }, outcome: object, ms: number): string {
  const [[name, value] = []] = Object.entries(outcome);
  const words = name === "status" ? value : `${name === "error" ? "failed" : "not sent"}: ${value}`;
  return `delivery: ${sent.method} ${urlOf(sent.address)?.origin} ${words} ${ms.toFixed(1)} ms`;
}
