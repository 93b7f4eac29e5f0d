import type { Answer } from "./answer.js";

// How a test of the walk ends, other than well.

/** A test fails with one. It has no stack and no values, which reporters would print. */
export class Failure extends Error {
  /** What shows it, where that is not the last answer. It is no property that a reporter would list. */
  readonly #answer: Answer | undefined;

  constructor(kind: "Breach" | "Harm" | "Left behind" | "Stopped", message: string, answer?: Answer) {
    super(message);
    this.name = kind;
    this.stack = `${kind}: ${message}`;
    this.#answer = answer;
  }

  get answer(): Answer | undefined {
    return this.#answer;
  }
}

/** A breach: the service contradicts the document. */
export function breach(message: string, answer?: Answer): Failure {
  return new Failure("Breach", message, answer);
}

/** A test cannot be taken to its end: what the service, the document or the user does not provide. */
export class Skip extends Error {}
