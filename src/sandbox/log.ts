import type { PrismOperation } from "./prism.js";

/** A line on a request: method, path, status, time. */
export type RequestLine = (method: string, path: string, status: number, ms: number) => string;

/**
 * Makes the lines on requests. A path may hold anything, a secret that was put into it by mistake too. So the query is
 * left out, and of the path those segments are shown that the contract has, and numbers such as ids and versions.
 */
export function createRequestLine(operations: readonly Pick<PrismOperation, "path">[]): RequestLine {
  const known = new Set(operations.flatMap(({ path }) => path.split("/")));
  const shown = (segment: string) => (known.has(segment) || /^\d{1,10}(\.\d{1,3})?$/.test(segment) ? segment : "*");
  return (method, path, status, ms) => `${method} ${path.split("/").map(shown).join("/")} ${status} ${inMs(ms)}`;
}

/** A line on a delivery: method, origin of the address, status or reason, time. The rest of the address may be secret. */
export function deliveryLine(
  method: string,
  address: string,
  answer: { status: number } | { error: string },
  ms: number,
): string {
  const origin = URL.canParse(address) ? new URL(address).origin : "null";
  const outcome = "status" in answer ? String(answer.status) : `failed: ${answer.error}`;
  return `delivery: ${method} ${origin} ${outcome} ${inMs(ms)}`;
}

function inMs(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
