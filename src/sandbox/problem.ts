/** What a problem document (RFC 9457) tells. */
export interface ProblemDocument {
  readonly type: string;
  /** What kind of problem it is. */
  readonly title: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** What was wrong, and what to do about it. */
  readonly detail: string;
}

/** A request that ends with a problem document. */
export class Problem extends Error {
  readonly document: ProblemDocument;
  /** Headers to answer with. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(document: ProblemDocument, headers: Record<string, string> = {}) {
    super(document.detail);
    this.document = document;
    this.headers = headers;
  }
}

const TITLES = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "Content Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

/** A problem of the sandbox's own: the status says what kind it is. */
export function problem(status: keyof typeof TITLES, detail: string, headers?: Record<string, string>): Problem {
  return new Problem({ type: "about:blank", title: TITLES[status], status, detail }, headers);
}
