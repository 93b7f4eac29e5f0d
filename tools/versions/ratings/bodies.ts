import type { Bump } from "../comparison/changes.js";
import { child, type Place } from "../comparison/place.js";
import {
  anyChange,
  deprecation,
  entries,
  type Keys,
  object,
  type Rule,
  referable,
  words,
} from "../comparison/rules.js";
import { schema } from "./schemas.js";
import type { Direction } from "./values.js";

/** Keys of an object with a schema and examples of it: media type, parameter, header. */
export function content(direction: Direction, isOptional: boolean): Keys {
  return { description: words, example: words, examples: words, schema: schema({ direction, isOptional }) };
}

/**
 * The media types of a body.
 *
 * Callers choose one to send. The service chooses one of those that callers receive: their code does not know an added
 * one.
 */
export function mediaTypes(direction: Direction, removed: Bump): Rule {
  const added = direction === "sent" ? "minor" : "major";
  return entries({ noun: "Media type", added, removed, renamed: "major" }, object(content(direction, false)));
}

/** The body of a request, which callers send, or receive at a callback. */
export function requestBody(direction: Direction): Rule {
  const isSent = direction === "sent";
  const body = object({
    description: words,
    required: required(direction),
    content: mediaTypes(direction, isSent ? "major" : "minor"),
  });
  return referable(`request body ${direction}`, body);
}

/** `required` of a body, parameter or header, which is `false` by default. */
export function required(direction: Direction): Rule {
  return anyChange((before, after) => {
    if ((before === true) === (after === true)) return "patch";
    return (after === true) === (direction === "sent") ? "major" : "minor";
  });
}

/** The responses of an operation by their status. */
export function responses(direction: Direction): Rule {
  return entries(
    {
      noun: "Response",
      // Code treats a success status that it does not know as a failure. A failure may have come without a description.
      added: (entry) => (direction === "received" && isSuccess(entry) ? "major" : "minor"),
      removed: "major",
      renamed: "major",
    },
    response(direction),
  );
}

function isSuccess({ pointer }: Place): boolean {
  return /\/2(\d\d|XX)$/.test(pointer);
}

export function response(direction: Direction): Rule {
  const kinds = { noun: "Header", added: "minor", removed: "major", renamed: "major" } as const;
  return referable(
    `response ${direction}`,
    object({
      description: words,
      summary: words,
      content: mediaTypes(direction, "major"),
      headers: entries(kinds, header(direction)),
    }),
  );
}

export function header(direction: Direction): Rule {
  const keys = { ...content(direction, true), required: required(direction), deprecated: deprecation };
  return referable(`header ${direction}`, object(keys));
}

/** Whether something has to be sent. */
export function isRequired(place: Place): boolean {
  return child(place, "required").value === true;
}
