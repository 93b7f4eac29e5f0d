import type { ServiceResponse } from "./connection.js";
import { sectionOf } from "./document.js";
import type { Words } from "./message.js";

/** What was checked. */
export type Check = "answer" | "status" | "content type" | "schema" | "value" | "order" | "refusal";

/** A contradiction of a service to the document, or to this project's reading of it. */
export interface Finding {
  /** `breach` contradicts the interface document; `departure` contradicts this project's reading of it. */
  kind: "breach" | "departure";
  check: Check;
  message: Words;
  /** Section of the document, such as `§4.2`; for a departure, the line of the register in `openapi.yaml`. */
  source: string;
  /** The response that shows it. */
  at: ServiceResponse;
}

/** What a check returns: `false` or `undefined` where nothing is wrong. */
export type Found = readonly (Finding | false | undefined)[];

/** Creates a finding that contradicts the document: its section about the operation, if no other is named. */
export function breach(
  at: ServiceResponse,
  check: Check,
  message: Words,
  source: string = sectionOf(at.operation),
): Finding {
  return { kind: "breach", check, message, source, at };
}

/** An answer is so wrong that its step cannot go on. */
export class Unusable extends Error {
  override readonly name = "Unusable";
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super("An answer cannot be used");
    this.findings = findings;
  }
}

/** A step cannot go on without something that the service, the contract or the user does not provide. */
export class Skipped extends Error {
  override readonly name = "Skipped";
  readonly reason: Words;

  constructor(reason: Words) {
    super("A step cannot go on");
    this.reason = reason;
  }
}
