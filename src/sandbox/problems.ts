/** One thing that is wrong with a request, in the form of the mock's refusals. */
export interface Finding {
  /** Where it is: `query`, `path` or `body`, and the path from there. */
  readonly location: readonly string[];
  readonly severity: "Error";
  /** The rule that the request breaks, such as `required` or `type`. */
  readonly code: string;
  readonly message: string;
}

/** A problem document (RFC 9457). */
export interface ProblemDocument {
  readonly type: string;
  /** What kind of problem it is. */
  readonly title: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** What was wrong, and what to do about it. */
  readonly detail: string;
  /** Everything in the request that does not match the contract. */
  readonly validation?: readonly Finding[];
}

/** What a problem has in addition to its text. */
export interface ProblemExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly validation?: readonly Finding[];
}

/** A request that ends with a problem document. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly document: ProblemDocument;
  /** Headers to answer with. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(document: ProblemDocument, headers: Readonly<Record<string, string>> = {}) {
    super(document.detail);
    this.document = document;
    this.headers = headers;
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** Creates a problem of the kind that its HTTP status names. */
export function problem(status: number, detail: string, { headers, validation }: ProblemExtras = {}): Problem {
  const document = { type: "about:blank", title: TITLES[status] ?? `Status ${status}`, status, detail };
  return new Problem(validation ? { ...document, validation } : document, headers);
}

/** A refusal of a request that the contract, or a choice of the sandbox, does not allow. */
export function refusal(validation: readonly Finding[]): Problem {
  const detail = `The request is not valid: ${validation.map(({ message }) => message).join("; ")}.`;
  return problem(422, detail, { validation });
}

/** A refusal of one query parameter. */
export function refusedParameter(name: string, code: string, message: string): Problem {
  return refusal([
    { location: ["query", name], severity: "Error", code, message: `Request query parameter ${name} ${message}` },
  ]);
}
