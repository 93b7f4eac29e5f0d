import { collections } from "../../../generated/contract.js";
import type { Operation } from "../../../src/contract-types.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { type RequestInput, requestOf } from "../request-samples.js";

/** The sandbox of this page: one for all forms, only in memory. It begins with what the contract shows, so that first tries succeed. */
export const sandbox = createSandbox({ seed: "examples" });

/** Outcome of a call. */
export interface Outcome {
  /** The status with its reason, or that nothing was sent. */
  status: string;
  isSuccess: boolean;
  about: string;
  /** What was answered; absent if nothing was sent. */
  answer?: { body: string; headers: string; note: string | null };
}

/** What statuses mean, in HTTP's own words: an answer that was made in the page has none. */
const REASONS: Readonly<Record<number, string>> = {
  ...{ 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content" },
  ...{ 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 406: "Not Acceptable" },
  ...{ 409: "Conflict", 415: "Unsupported Media Type", 422: "Unprocessable Content" },
};

/** Sends the sandbox the same request as the samples in curl. */
export async function send(operation: Operation, input: RequestInput, token: string): Promise<Outcome> {
  const { url, ...init } = requestOf(operation, input, token);
  const start = performance.now();
  try {
    const response = await sandbox.fetch(url, init);
    const body = readable(await response.text());
    const time = Math.max(1, Math.round(performance.now() - start));
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    return {
      status: [response.status, REASONS[response.status]].filter(Boolean).join(" "),
      isSuccess: response.ok,
      about: `${time} ms, from the sandbox in this page`,
      answer: { body, headers, note: response.headers.get("sandbox-note") },
    };
  } catch (error) {
    // A header may hold no other characters than those of Latin-1.
    return notSent(error instanceof Error ? error.message : String(error));
  }
}

/** The outcome of a call that was not made. */
export function notSent(reason: string): Outcome {
  return { status: "Not sent", isSuccess: false, about: reason };
}

/** The items that the sandbox holds, by collection. */
export function heldItems(): { name: string; items: readonly object[] }[] {
  return collections.map(({ name }) => {
    const items: unknown = Reflect.get(sandbox, name);
    return { name, items: Array.isArray(items) ? items : [] };
  });
}

/** What the sandbox would have sent, each as text. */
export function recordedDeliveries(): string[] {
  return sandbox.deliveries.map(({ method, address, headers, body }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return [`${method} ${address}`, ...lines, "", readable(body)].join("\n");
  });
}

/** A body in the form in which the samples show theirs. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
