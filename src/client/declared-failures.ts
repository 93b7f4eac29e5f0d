import type { FailureBody, FailureName } from "../../generated/contract.js";
import { failures } from "../../generated/validators.js";
import { byStatus } from "../by-status.js";

// Only the code of a contract that declares failures imports this.

/**
 * Makes the function that finds the body of a failure in an answer, if the contract declares one.
 *
 * @param declared - The schema of each failure, by status as the contract writes it; `null` for one without a body.
 */
export function declaredFailures(declared: Readonly<Record<string, FailureName | null>>) {
  return (status: number, body: unknown): FailureBody | undefined =>
    isValid(body, byStatus(declared, status) ?? null) ? body : undefined;
}

function isValid(body: unknown, schema: FailureName | null): body is FailureBody {
  return schema !== null && (failures[schema]?.(body) ?? false);
}
