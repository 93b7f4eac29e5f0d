import { basePath, operations } from "../../generated/contract.js";
import type { Operation } from "../contract-types.js";
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

/** Sections of the interface document that describe operations, by method and path below the version. */
const OPERATIONS: Readonly<Record<string, string>> = {
  "POST /oauth/access_token": "§4.1",
  "GET /webhooks": "§4.2",
  "POST /webhooks": "§4.3",
  "PUT /webhooks": "§4.4",
  "GET /webhooks/{}": "§4.5",
  "DELETE /webhooks/{}": "§4.6",
  "POST /internal/webhooks/deliver": "§4.7",
};

/** Sections of the interface document that list the fields of resources, by resource. */
const RESOURCES: Readonly<Record<string, string>> = {
  OAuth: "§2.1",
  Webhook: "§2.2",
  Pagination: "§2.3",
  DeletionResult: "§2.4",
};

/** Sections of the interface document about all operations. */
const SUBJECTS = { mediaType: "§1", deletion: "§2.4", status: "§4", authentication: "§5", limits: "§8" } as const;

/** The operation that returns secrets for an access token, and changes nothing that others have. */
export const EXCHANGE = Object.values(operations).find((each) => describedIn(each) === "§4.1")?.id ?? "";

/** Where an operation is described: in the document, or in the contract if the document does not have it. */
export function sectionOf(operation: Operation, about?: keyof typeof SUBJECTS): string {
  const own = describedIn(operation);
  if (own === undefined) return `openapi.yaml, ${operation.id}`;
  return about === undefined ? own : `${own}, ${SUBJECTS[about]}`;
}

/** Where the fields of a resource are listed. */
export function sectionOfResource(resource: string): string {
  return RESOURCES[resource] ?? `openapi.yaml, ${resource}`;
}

/** Whether the document lists the fields of a resource. Only there does this project's reading of the document count. */
export function isDocumented(resource: string | undefined): boolean {
  return resource !== undefined && resource in RESOURCES;
}

/** The section that describes an operation. It calls the version and the path parameters as it likes. */
function describedIn({ method, path }: Operation): string | undefined {
  return OPERATIONS[`${method} ${path.replace(basePath, "").replace(/\{[^}]+\}/g, "{}")}`];
}

/** How much of a text is shown. */
const LONGEST = 120;

/** Text of the service within a message. It is redacted, and can do no harm, once the message is rendered. */
interface Quoted {
  readonly quoted: string;
}

/** A part of a message: words of ours, or text of the service. */
type Part = string | number | Quoted;

/** A message. */
export type Words = readonly Part[];

/** Creates a message. A string is taken as words of ours. */
export function words(texts: TemplateStringsArray, ...values: (Part | Words)[]): Words {
  return texts.flatMap((text, index) => [text, values[index] ?? ""].flat());
}

/** A value of the service, as JSON. */
export function shown(value: unknown): Quoted {
  return { quoted: JSON.stringify(value) ?? "nothing" };
}

/** Control characters, and those that change the direction of text: a terminal would obey them. */
const HARMFUL = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu;

/** A message as text on one line. */
export function render(message: Words, redact: (text: string) => string): string {
  return message.map((part) => (typeof part === "object" ? harmless(part, redact) : part)).join("");
}

function harmless({ quoted }: Quoted, redact: (text: string) => string): string {
  // A secret that is cut before it is redacted would no longer be found.
  const line = redact(quoted).replaceAll(/\s+/g, " ").trim();
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return cut.replaceAll(HARMFUL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
