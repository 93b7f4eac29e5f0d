import type { Bump } from "../history/bump.js";

/**
 * Which way values go, as callers see it: a request body is sent, a response received. At a callback or a webhook,
 * callers receive the request.
 */
export type Direction = "sent" | "received";

/**
 * The rating of every change, by the words that describe it: the same for what callers send and receive, or one for
 * each. To change a rating, change its row. The rule is in CONTRIBUTING.md.
 */
const RATINGS = {
  // Texts, examples, samples, extensions, order: only people notice.
  Words: "patch",
  // A key that no rule knows may mean anything.
  "Unknown key": "major",
  "OpenAPI version": "major",
  "OpenAPI patch version": "patch",

  // Anything that has a name: paths, operations, parameters, responses, headers, fields, schemas, webhooks.
  "Entry added": "minor",
  "Entry removed": "major",
  // Callers and types use paths, and the names of the parameters in them. A query or a header parameter with another
  // name is another one: one entry is removed, and one is added.
  Renamed: "major",
  // Those that are rated in another way: nobody uses the names of tags, and nothing uses a new component.
  "Tag added": "patch",
  "Tag removed": "patch",
  "Component added": "patch",
  // Callers have to send them.
  "Required parameter added": { sent: "major", received: "minor" },
  "Required header added": { sent: "major", received: "minor" },
  "Required request body added": { sent: "major", received: "minor" },
  "Required field added": { sent: "major", received: "minor" },
  "Pattern of fields added": { sent: "major", received: "minor" },
  // Code treats a success status that it does not know as a failure, and does not know other forms of values.
  "Success response added": { sent: "minor", received: "major" },
  "Media type added": { sent: "minor", received: "major" },
  // An answer had none: whoever sends one has to send it. Whoever received none has no code for it.
  "Body added": { sent: "major", received: "minor" },
  "Discriminator value added": { sent: "minor", received: "major" },
  "Tuple member added": "major",

  // Access. Generated clients call the first server by default.
  "First server changed": "major",
  "Security eased": { sent: "minor", received: "major" },
  "Security tightened": { sent: "major", received: "minor" },

  // Operations. The client's method has the name of the operation, and is in the group of the first tag.
  operationId: "major",
  "First tag": "major",
  "Other tags": "patch",
  "Deprecated now": "minor",
  "No longer deprecated": "patch",
  // It takes and returns what is inside an envelope, which is the only key of a body.
  "The client's method": "major",

  // Parameters, bodies and fields
  Serialisation: "major",
  "Required now": { sent: "major", received: "minor" },
  "Optional now": { sent: "minor", received: "major" },
  // Callers may not send it, and the types of what they receive get `readonly`.
  "readOnly now": "major",
  "readOnly no longer": { sent: "minor", received: "patch" },
  // Callers do not receive it.
  "writeOnly now": { sent: "patch", received: "major" },
  "writeOnly no longer": { sent: "patch", received: "minor" },
  // Types have other fields as an index signature.
  "Other fields typed": "minor",
  "Other fields untyped": "major",

  // Values. Sent: fewer break the code that sends the others. Received: more break the code that does not know them; if
  // the types show that there are fewer, code that handles the others does not compile any more (TS2367).
  "Fewer values": { sent: "major", received: "minor" },
  "Fewer values in the types": "major",
  "More values": { sent: "minor", received: "major" },
  "Other values": "major",
  // A default applies where a value is left out: the same call does something else.
  "Default added": "minor",
  "Default changed": "major",
  "Default of a required value": "patch",
} as const satisfies Record<string, Bump | Record<Direction, Bump>>;

/** A kind of change: a row of the table. */
export type What = keyof typeof RATINGS;

/** The rows of changed values, with the verb that the reader is told. */
export const VERBS = {
  "Fewer values": "narrowed",
  "Fewer values in the types": "narrowed",
  "More values": "widened",
  "Other values": "changed",
} as const satisfies Partial<Record<What, string>>;

/** The row of an entry that is added or removed: its own, else that of any entry. */
export function rowOfEntry(noun: string, change: "added" | "removed"): What {
  const own = `${noun} ${change}`;
  return isRow(own) ? own : `Entry ${change}`;
}

function isRow(words: string): words is What {
  return Object.hasOwn(RATINGS, words);
}

/** The bump that a change needs. */
export function rate(what: What, direction: Direction): Bump {
  const rating = RATINGS[what];
  return typeof rating === "string" ? rating : rating[direction];
}
