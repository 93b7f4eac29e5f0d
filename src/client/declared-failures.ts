import type { FailureName } from "../../generated/contract.js";
import { failures } from "../../generated/validators.js";
import { byStatus } from "../by-status.js";

// Only the code of a contract that declares failures imports this.

/**
 * Makes the function that adds the `declaredBody` to the error of a failure.
 *
 * @param declared - The schema of each failure, by status as the contract writes it; `null` for one without a body.
 */
export function declaredFailures(declared: Readonly<Record<string, FailureName | null>>) {
  return (error: { readonly status: number; readonly body: unknown }): void => {
    const schema = byStatus(declared, error.status) ?? null;
    const isValid = schema !== null && failures[schema]?.(error.body);
    // It is not enumerable: loggers would write the body twice.
    if (isValid) Object.defineProperty(error, "declaredBody", { value: error.body });
  };
}
