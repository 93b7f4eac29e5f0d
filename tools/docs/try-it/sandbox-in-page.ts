import { createSandbox } from "../../../src/sandbox/index.js";
import { addressOf, type SentRequest } from "../request-samples.js";

/** The sandbox of this page: one for all forms, only in memory. It begins with what the contract shows, so that first tries succeed. */
export const sandbox = createSandbox({ seed: "examples" });

/** Sends the sandbox the same request as the samples. */
export function sendToSandbox(request: SentRequest): Promise<Response> {
  const { method, postData } = request;
  const headers = Object.fromEntries(request.headers.map(({ name, value }) => [name, value]));
  return sandbox.fetch(addressOf(request), { method, headers, body: postData?.text ?? null });
}

/** What the sandbox would have sent, each as text. */
export function recordedDeliveries(): string[] {
  return sandbox.deliveries.map(({ method, address, headers, body }) => {
    return [`${method} ${address}`, linesOf(headers), "", readable(body)].join("\n");
  });
}

/** Headers, each on a line. */
export function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** A body in the form in which the samples show theirs. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
