import { urlOf } from "../url.js";
import type { SandboxRequest } from "./request.js";

// What the log says: no token, no query, no body.

type Log = (line: string) => void;

/** A log that breaks nothing: an error in it, at once or later, is reported by itself. */
export function guarded(log: Log): Log {
  const write = async (line: string) => log(line);
  return (line) => {
    // biome-ignore lint/suspicious/noConsole: no other place is left where somebody could see it.
    write(line).catch((error) => console.error("The option log of the sandbox has failed:", error));
  };
}

/** The log line of a request: method, path without its query, status, time, notes. */
export function logLine({ method }: SandboxRequest, path: string, status: number, start: number, note = ""): string {
  return `${method} ${path} ${status} ${(performance.now() - start).toFixed(1)} ms${note && `; ${note}`}`;
}

/**
 * The log line of a delivery: method, origin or scheme of the address, outcome, time. The rest may be secret.
 *
 * @param outcome - Its status, or why it has none.
 */
export function deliveryLine(sent: { method: string; address: string }, outcome: object, ms: number): string {
  const [[name, value] = []] = Object.entries(outcome);
  const words = name === "status" ? value : `${name === "error" ? "failed" : "not sent"}: ${value}`;
  const { origin = "", protocol = "" } = urlOf(sent.address) ?? {};
  // A URL such as that of an email address has no origin, which is then the text "null".
  const place = origin === "null" ? protocol : origin;
  return `delivery: ${sent.method}${place && ` ${place}`} ${words} ${ms.toFixed(1)} ms`;
}
