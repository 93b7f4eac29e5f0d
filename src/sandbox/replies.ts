import { Problem, problem } from "./problems.js";
import { SubscriptionError } from "./subscription.js";

/** What is sent back. */
export interface SandboxReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Whether the answer is to break off half-way. */
  readonly isBroken: boolean;
}

/** A status with its headers and its body. */
export type Outcome = Pick<SandboxReply, "status" | "headers" | "body">;

/** What a request ends with that is carried out. */
export function succeeded(body: string): Outcome {
  return { status: 200, headers: { "Content-Type": "application/json" }, body };
}

/** What a request ends with that is not carried out. */
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
    return problem(500, `The answer would have broken the contract: ${error.message}.`);
  }
  return problem(500, "The sandbox failed at this request, which is a fault of its own.");
}
