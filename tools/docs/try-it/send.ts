import type { Operation } from "../../../src/contract.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { type RequestInput, requestOf } from "../samples.js";

/** The sandbox of this page: one for all forms, only in memory, and with something in it, so that first tries succeed. */
export const sandbox = createSandbox({ seed: 2 });

/** Outcome of a call. */
export interface Outcome {
  answer?: {
    /** Method and URL of the request. */
    request: string;
    status: number;
    headers: [name: string, value: string][];
    body: string;
  };
  /** Why nothing was sent; absent where there is an answer. */
  error?: string;
}

/** Sends the sandbox the same request as the samples in curl. */
export async function send(operation: Operation, input: RequestInput, token: string): Promise<Outcome> {
  const { url, ...init } = requestOf(operation, input, token);
  try {
    const response = await sandbox.fetch(url, init);
    const { status, headers } = response;
    return {
      answer: { request: `${init.method} ${url}`, status, headers: [...headers], body: await response.text() },
    };
  } catch (error) {
    // A header may hold no other characters than those of Latin-1.
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
