import { urlOf } from "../../url.js";
import type { SandboxRequest } from "../request/request.js";

/** The log line of a request: method, path without its query, status, time, notes. */
export function requestLine({ method, path }: SandboxRequest, status: number, ms: number, note: string): string {
  return `${method} ${path} ${status} ${ms.toFixed(1)} ms${note && `; ${note}`}`;
}

/** The log line of a delivery: method, origin of the address, outcome, time. The rest of the address may be secret. */
export function deliveryLine(method: string, address: string, outcome: string, ms: number): string {
  return `delivery: ${method} ${urlOf(address)?.origin} ${outcome} ${ms.toFixed(1)} ms`;
}
