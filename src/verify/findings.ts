import type { Words } from "./quoted-text.js";
import { describedIn, sectionOf } from "./sections.js";
import type { Answer } from "./service.js";

/** What was checked. */
export type Check = "answer" | "status" | "content type" | "schema" | "value" | "order" | "refusal";

/** A contradiction of a service to the document, or to this project's reading of it. */
export interface Finding {
  /** `breach` contradicts the interface document; `departure` contradicts this project's reading of it. */
  kind: "breach" | "departure";
  check: Check;
  message: Words;
  /**
   * What the service contradicts: a section of the document (`§4.2`), a line of the register in `openapi.yaml`, or an
   * operation of the contract (`openapi.yaml, listOrders`).
   */
  source: string;
  /** The answer that shows it. */
  at: Answer;
}

/** What a check returns: `false` or `undefined` where nothing is wrong. */
export type Found = readonly (Finding | false | undefined)[];

/** A part of the walk cannot go on: an answer is too wrong, or something is not provided. */
export class Stop extends Error {
  readonly found: Found;
  /** What the service, the contract or the user does not provide. */
  readonly reason: Words | undefined;

  constructor(found: Found, reason?: Words) {
    super("A part of the walk cannot go on");
    this.found = found;
    this.reason = reason;
  }
}

/** What ends a part of the walk without a finding. */
export function notChecked(reason: Words): Stop {
  return new Stop([], reason);
}

/** Creates a finding that contradicts what a source says; without one, what the document says of the operation. */
export function breach(at: Answer, check: Check, message: Words, source = sectionOf(at.operation)): Finding {
  return { kind: "breach", check, message, source, at };
}

/** The lines of the register in `openapi.yaml` that a service can depart from, quoted. */
const REGISTER = {
  seconds: "Must a timestamp have seconds?",
  url: "What is a URL in `address`?",
  pagination: "What do the four fields of `pagination` mean?",
  sortBy: "Which values may `sort_by` have?",
  topic: "What is a topic made of?",
  times: "What do `created_at` and `updated_at` mean?",
  update: "How the subscription to update is identified",
  trigger: "What the triggered delivery sends and how its outcome is reported",
  token: "Scopes and token lifetime",
} as const;

/** A line of the register, by a short name. */
export type Choice = keyof typeof REGISTER;

/** Creates a finding that contradicts this project's reading: a line of the register, or the contract's operation. */
export function departure(at: Answer, check: Check, message: Words, choice: Choice): Finding {
  const source = describedIn(at.operation) === undefined ? sectionOf(at.operation) : REGISTER[choice];
  return { kind: "departure", check, message, source, at };
}
