import type { DeliveryAnswer, DeliveryMessage } from "./delivery.js";
import { routes } from "./routes.js";

const known = new Set(["__sandbox", ...routes.flatMap(({ segments }) => segments)]);

/**
 * The log line of a request: method, path, status, time, notes. A path may contain a secret by mistake. The line
 * therefore leaves out the query, and shows only path segments of the contract, and numbers such as ids and versions.
 */
export function requestLine(
  method: string,
  path: string,
  status: number,
  ms: number,
  notes: readonly string[],
): string {
  const shown = path.split("/").map((segment) => {
    return known.has(segment) || /^\d{1,10}(\.\d{1,3})?$/.test(segment) ? segment : "*";
  });
  return [`${method} ${shown.join("/")} ${status} ${inMs(ms)}`, ...notes].join("; ");
}

/** The log line of a delivery: method, origin of the address, outcome, time. The rest of the address may be secret. */
export function deliveryLine({ method, address }: DeliveryMessage, answer: DeliveryAnswer, ms: number): string {
  const origin = URL.canParse(address) ? new URL(address).origin : "null";
  return `delivery: ${method} ${origin} ${outcomeOf(answer)} ${inMs(ms)}`;
}

function outcomeOf(answer: DeliveryAnswer): string {
  if ("status" in answer) return String(answer.status);
  return "error" in answer ? `failed: ${answer.error}` : `not sent: ${answer.notSent}`;
}

function inMs(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
