import type { ServiceResponse } from "./connection.js";
import { isDescribed, type Subject, sectionOf } from "./document.js";
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

/** Creates a finding that contradicts the document: its section about the operation, and about a subject. */
export function breach(at: ServiceResponse, check: Check, message: Words, about?: Subject): Finding {
  return { kind: "breach", check, message, source: sectionOf(at.operation, about), at };
}

/** The lines of the register in `openapi.yaml` that a service can depart from, quoted. */
const choices = {
  fractions: "May timestamps have fractions of a second?",
  seconds: "Must a timestamp have seconds?",
  url: "What is a URL in `address`?",
  pagination: "What do the four fields of `pagination` mean?",
  sortBy: "Which values may `sort_by` have?",
  topic: "What is a topic made of?",
  update: "How the subscription to update is identified",
  trigger: "What the triggered delivery sends and how its outcome is reported",
  token: "Scopes and token lifetime",
} as const;

/** A line of the register, by a short name. */
export type Choice = keyof typeof choices;

/** Creates a finding that contradicts this project's reading: a line of the register, or the contract's operation. */
export function departure(at: ServiceResponse, check: Check, message: Words, choice: Choice): Finding {
  const source = isDescribed(at.operation) ? choices[choice] : sectionOf(at.operation);
  return { kind: "departure", check, message, source, at };
}

/** An answer is so wrong that its step cannot go on. */
export class Unusable extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super("An answer cannot be used");
    this.findings = findings;
  }
}

/** A step cannot go on without something that the service, the contract or the user does not provide. */
export class Skipped extends Error {
  readonly reason: Words;

  constructor(reason: Words) {
    super("A step cannot go on");
    this.reason = reason;
  }
}
