import { declaredErrors } from "../../../generated/contract.js";
import type { Collection } from "../../contract-types.js";

/** A status with its headers and its body, which is empty if there is none. */
export interface Outcome {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** One thing that is wrong with a request. Its place and its rule have the form of the mock's refusals. */
export interface RequestFinding {
  /** Where it is: `query`, `path`, `header` or `body`, and the path from there. */
  readonly location: readonly string[];
  readonly severity: "Error";
  /** The rule that the request breaks, such as `required` or `type`. */
  readonly code: string;
  readonly message: string;
}

/** What a problem has in addition to its text. */
export interface ProblemExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly validation?: readonly RequestFinding[];
}

/**
 * A request that ends with a problem document (RFC 9457) of the kind that its HTTP status names: the document has no
 * title, which would repeat the status.
 */
export class Problem extends Error {
  /** HTTP status of the answer. */
  readonly status: number;
  readonly extras: ProblemExtras;

  constructor(status: number, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.status = status;
    this.extras = extras;
  }
}

/** Creates a finding. */
export function finding(location: readonly string[], code: string, message: string): RequestFinding {
  return { location, severity: "Error", code, message };
}

/** A refusal of a request that the contract, or a choice of the sandbox, does not allow. */
export function refusal(validation: readonly RequestFinding[]): Problem {
  const detail = `The request is not valid: ${validation.map(({ message }) => message).join("; ")}.`;
  return new Problem(422, detail, { validation });
}

/** The refusal of a request for an item that the sandbox does not have. */
export function notFound({ name, idField, path }: Collection): Problem {
  return new Problem(
    404,
    `The sandbox has no item of ${name} with this ${idField}. GET ${path} lists all that it has.`,
  );
}

/**
 * The outcome of a request that ends with a problem: in the form that the contract declares for this status, and else as
 * a problem document.
 *
 * @param operation - Id of the operation; empty if there is none.
 * @param note - Receives what the form of the contract does not say.
 */
export function refused(
  { status, message: detail, extras: { headers, validation } }: Problem,
  operation: string,
  note: (text: string) => void,
): Outcome {
  const errors = declaredErrors[operation] ?? {};
  const declared = errors[status] ?? errors[String(status).charAt(0)];
  if (declared) note(detail);
  const [mediaType, example] = declared ?? ["application/problem+json", { status, detail, validation }];
  return { status, headers: { ...headers, "Content-Type": mediaType }, body: JSON.stringify(example) };
}
