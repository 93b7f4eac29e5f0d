import type { Bump } from "../history/bump.js";

/**
 * Which way values go, as callers see it: a request body is sent, a response received. At a callback or a webhook,
 * callers receive the request. Below a combinator such as `not`, fewer values in one place may be more in all.
 */
export type Direction = "sent" | "received" | "combined";

/** How two contracts differ: in something with a name, in what is said as one, or in the values that are allowed. */
export type Difference = "added" | "removed" | "renamed" | "changed" | "wider" | "narrower";

type Rating = Bump | Readonly<Record<"sent" | "received", Bump>>;

/**
 * The rating of each difference, unless the row of its kind has another one. Sent: fewer values break the code that
 * sends the others. Received: more break the code that does not know them.
 */
const USUAL: Readonly<Record<Difference, Rating>> = {
  added: "minor",
  removed: "major",
  renamed: "major",
  changed: "major",
  wider: { sent: "minor", received: "major" },
  narrower: { sent: "major", received: "minor" },
};

/** The kinds of what is compared, each with what is not rated as usual. To change a rating, change its row. */
const RATINGS = {
  // Texts, examples, samples, extensions, order: only people notice.
  Words: { added: "patch", removed: "patch", changed: "patch" },
  // A key that the comparison does not know may mean anything.
  "Unknown key": { added: "major" },
  "OpenAPI version": {},
  Webhook: {},
  // Nobody uses the names of tags, and nothing uses a new component.
  Tag: { added: "patch", removed: "patch" },
  Component: { added: "patch" },
  Schema: {},

  // Generated clients call the first server by default.
  "First server": { added: "major" },
  Server: {},
  Security: {},

  // Callers and types use paths. The client's method has the name of the operation, and is in the group of its first tag.
  Path: {},
  Operation: {},
  operationId: { added: "major" },
  "First tag": { added: "major" },
  // It takes and returns what is inside an envelope, which is the only key of a body.
  "The client's method": {},
  Deprecation: { narrower: "minor", wider: "patch" },
  Callback: {},
  "Address of the callback": {},

  // A query or a header parameter with another name is another one: one is removed, and one is added.
  Parameter: {},
  Header: {},
  "Request body": {},
  // An answer had none: whoever sends one has to send it. Whoever received none has no code for it.
  Body: { added: { sent: "major", received: "minor" } },
  // Code does not know other forms of values, and treats a success status that it does not know as a failure.
  "Media type": { added: { sent: "minor", received: "major" } },
  Response: {},
  "Success response": { added: { sent: "minor", received: "major" } },

  Field: {},
  // Those that a schema does not list. Whether there are any has been compared as values.
  "Other fields": { added: "patch", removed: "patch" },
  // Whether it has to be sent, or is always received.
  Presence: {},
  // Callers may not send it, and the types of what they receive get `readonly`.
  readOnly: { narrower: "major", wider: { sent: "minor", received: "patch" } },
  // Callers do not receive it.
  writeOnly: { narrower: { sent: "patch", received: "major" }, wider: { sent: "patch", received: "minor" } },
  // Types have other fields as an index signature.
  "Type of other fields": {},
  // A default applies where a value is left out: the same call does something else.
  Default: {},

  Values: {},
  // If the types show that there are fewer, code that handles the others does not compile any more (TS2367).
  "Values in the types": { narrower: "major" },
  Alternative: { added: { sent: "minor", received: "major" } },
  Combinator: { added: "major" },
} as const satisfies Record<string, Partial<Record<Difference, Rating>>>;

/** A row of the table. */
export type Kind = keyof typeof RATINGS;

/** The row of a response with a status. */
export function responseKind(status: string): Kind {
  return /^2(\d\d|XX)$/i.test(status) ? "Success response" : "Response";
}

/** The bump that a difference needs. What differs below a combinator has to be compared by hand. */
export function rate(kind: Kind, difference: Difference, direction: Direction): Bump {
  const row: Partial<Record<Difference, Rating>> = RATINGS[kind];
  const rating = row[difference] ?? USUAL[difference];
  if (direction === "combined") return kind === "Words" ? "patch" : "major";
  return typeof rating === "string" ? rating : rating[direction];
}
