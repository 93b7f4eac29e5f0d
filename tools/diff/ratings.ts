/** The semver bumps, from the greatest to the least. */
export const BUMPS = ["major", "minor", "patch"] as const;
export type Bump = (typeof BUMPS)[number];

/**
 * Which way values go, as callers see it: a request body is sent, a response received. At a callback, callers receive
 * the request.
 */
export type Direction = "sent" | "received";

/**
 * The rating of every change, by the words that describe it: the same for what callers send and receive, or one for
 * each. To change a rating, change its row. The rule is in CONTRIBUTING.md.
 */
export const RATINGS = {
  // Texts, examples, samples, extensions, order: only people notice.
  Words: "patch",
  // A key that no rule knows may mean anything.
  "Unknown key": "major",

  // The document
  "OpenAPI version": "major",
  "OpenAPI patch version": "patch",
  "Tag added": "patch",
  "Tag removed": "patch",

  // Paths and parameters: callers and types use their names.
  Renamed: "major",

  // Servers: generated clients call the first one by default.
  "First server changed": "major",
  "Server added": "minor",
  "Server removed": "major",
  "Variable of the server added": "minor",
  "Variable of the server removed": "major",

  // Authentication
  "Security eased": "minor",
  "Security tightened": "major",
  "OAuth flow added": "minor",
  "OAuth flow removed": "major",
  "OAuth scope added": "minor",
  "OAuth scope removed": "major",

  // Paths and operations
  "Path added": "minor",
  "Path removed": "major",
  "Operation added": "minor",
  "Operation removed": "major",
  // The client's method has its name, and is in the group of the first tag.
  operationId: "major",
  "First tag": "major",
  "Other tags": "patch",
  "Deprecated now": "minor",
  "No longer deprecated": "patch",

  // Requests that the service sends
  "Webhook added": "minor",
  "Webhook removed": "major",
  "Callback added": "minor",
  "Callback removed": "major",
  "Address of the callback added": "minor",
  "Address of the callback removed": "major",

  // Parameters
  "Parameter added": "minor",
  "Required parameter added": { sent: "major", received: "minor" },
  "Parameter removed": "major",
  Serialisation: "major",

  // Bodies, responses and headers
  "Request body added": "minor",
  "Required request body added": { sent: "major", received: "minor" },
  "Request body removed": "major",
  "Media type added": { sent: "minor", received: "major" },
  // Types have it, whether it was sent or received.
  "Media type removed": "major",
  "Response added": "minor",
  // Code treats a success status that it does not know as a failure.
  "Success response added": { sent: "minor", received: "major" },
  "Response removed": "major",
  "Header added": "minor",
  "Header removed": "major",
  "Link added": "minor",
  "Link removed": "major",
  "Required now": { sent: "major", received: "minor" },
  "Optional now": { sent: "minor", received: "major" },
  // The client's methods take and return what is inside an envelope, which is the only key of a body.
  "The client's method takes another value": "major",
  "The client's method returns another value": "major",

  // Fields
  "Field added": "minor",
  "Required field added": { sent: "major", received: "minor" },
  // The types lose it, whether it was sent or received.
  "Field removed": "major",
  "Pattern of fields added": { sent: "major", received: "minor" },
  "Pattern of fields removed": "major",
  // Types have it as an index signature.
  "Other fields typed": "minor",
  "Other fields untyped": "major",
  // Callers may not send it, and the types of what they receive get `readonly`.
  "readOnly now": "major",
  "readOnly no longer": { sent: "minor", received: "patch" },
  // Callers do not receive it.
  "writeOnly now": { sent: "patch", received: "major" },
  "writeOnly no longer": { sent: "patch", received: "minor" },

  // Values. Sent: fewer break the code that sends the others. Received: more break the code that does not know them; if
  // the types show that there are fewer, code that handles the others does not compile any more (TS2367).
  "Fewer values": { sent: "major", received: "minor" },
  "Fewer values in the types": "major",
  "More values": { sent: "minor", received: "major" },
  "Other values": "major",
  "Tuple member added": "major",
  "Tuple member removed": "major",
  "Discriminator value added": { sent: "minor", received: "major" },
  "Discriminator value removed": "major",
  // A default applies where a value is left out: the same call does something else.
  "Default added": "minor",
  "Default changed": "major",
  "Default of a required value": "patch",

  // Components: types have their names. What they contain is rated where it is used.
  "Schema added": "minor",
  "Schema removed": "major",
  "Component added": "patch",
  "Component removed": "major",
  // No code uses the name of an example.
  "Example added": "patch",
  "Example removed": "patch",
} as const satisfies Record<string, Bump | Record<Direction, Bump>>;

/** A kind of change: a row of the table. */
export type What = keyof typeof RATINGS;

/** The names of entries that have rows for an added and a removed one. */
export type Noun = { [Row in What]: Row extends `${infer Name} removed` ? Name : never }[What] & AddedNoun;
type AddedNoun = { [Row in What]: Row extends `${infer Name} added` ? Name : never }[What];

/** The bump that a change needs. */
export function rate(what: What, direction: Direction): Bump {
  const rating = RATINGS[what];
  return typeof rating === "string" ? rating : rating[direction];
}

/** The greatest of some bumps; `undefined` where there is none. */
export function greatest(bumps: Iterable<Bump>): Bump | undefined {
  const known = new Set(bumps);
  return BUMPS.find((bump) => known.has(bump));
}
