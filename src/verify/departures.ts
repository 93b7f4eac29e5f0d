import type { ServiceResponse } from "./connection.js";
import { isDescribed, sectionOf } from "./document.js";
import type { Check, Finding } from "./findings.js";
import type { Words } from "./message.js";

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
