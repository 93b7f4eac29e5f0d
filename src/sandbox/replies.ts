import { Problem, problem } from "./problems.js";
import { SubscriptionError } from "./subscription.js";

/** What the sandbox sends back. */
export interface SandboxReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Whether the answer breaks off half-way. */
  readonly isBroken: boolean;
}

/** A status with its headers and its body. */
export type Outcome = Pick<SandboxReply, "status" | "headers" | "body">;

/** The outcome of a request that succeeds. */
export function succeeded(body: string): Outcome {
  return { status: 200, headers: { "Content-Type": "application/json" }, body };
}

/** The outcome of a request that fails. */
export function refused(error: unknown): Outcome {
  const { document, headers } = problemOf(error);
  return {
    status: document.status,
    headers: { ...headers, "Content-Type": "application/problem+json" },
    body: JSON.stringify(document),
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof SubscriptionError) {
    return problem(500, `The answer would not match the contract: ${error.message}.`);
  }
  return problem(500, "The sandbox failed to answer this request. This is a bug in the sandbox.");
}
