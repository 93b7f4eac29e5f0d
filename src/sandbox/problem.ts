/** One thing that is wrong with a request. */
export interface RequestFinding {
  /** Where it is: `query`, `path`, `header` or `body`, and the keys from there. Prism's has the same form. */
  readonly location: readonly string[];
  readonly severity: "Error";
  /** The rule that the request breaks, such as `required` or `type`. */
  readonly code: string;
  readonly message: string;
}

/** A request that ends with a problem document (RFC 9457). It has no title, which would repeat the status. */
export class Problem extends Error {
  /** HTTP status of the answer. */
  readonly status: number;
  /** What the answer has in addition to its text. */
  readonly extras: { readonly headers?: Record<string, string>; readonly validation?: readonly RequestFinding[] };

  constructor(status: number, detail: string, extras: Problem["extras"] = {}) {
    super(detail);
    this.status = status;
    this.extras = extras;
  }
}

/** Something wrong in a place of a request. @param words - What is wrong, after the name of the place. */
export function finding(location: readonly string[], code: string, words: string): RequestFinding {
  const [part, ...inner] = location;
  return { location, severity: "Error", code, message: `${inner.join(".") || `the ${part}`} ${words}` };
}

/** The refusal of a request that the contract, or a choice of the sandbox, does not allow. */
export function refusal(validation: readonly RequestFinding[]): Problem {
  const detail = `The request is not valid: ${validation.map(({ message }) => message).join("; ")}.`;
  return new Problem(422, detail, { validation });
}
