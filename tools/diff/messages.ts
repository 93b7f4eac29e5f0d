import { allowance, keyword } from "./keywords.js";
import { child, entriesOf, nameOf, type Place, resolve } from "./place.js";
import {
  deprecated,
  elsewhere,
  entry,
  extensible,
  flag,
  map,
  object,
  pointerOf,
  type Rule,
  referable,
  value,
  words,
} from "./rules.js";
import { optionalSchema, schema } from "./schema.js";

/** Examples are for people. */
const DESCRIBED: Readonly<Record<string, Rule>> = { description: words, example: words, examples: words };

const required: Rule = flag("Required now", "Optional now");

/** The media types of a body. */
const mediaTypes: Rule = map("Media type", object({ ...DESCRIBED, schema, encoding: value("Serialisation") }));

/** The body of a request, which callers send, or receive at a callback. */
export const requestBody: Rule = referable(
  "request body",
  object({ description: words, required, content: mediaTypes }),
);

/** A request body that an operation may lack. */
export const optionalBody: Rule = (changes, pair, direction) =>
  entry("Request body", requestBody, (body) =>
    isRequired(body) ? "Required request body added" : "Request body added",
  )(changes, pair, direction);

/** Whether something has to be sent. */
export function isRequired(place: Place): boolean {
  return child(resolve(place), "required").value === true;
}

export const link: Rule = referable("link", object({ description: words }));

/** A parameter or a header. */
const VALUED: Readonly<Record<string, Rule>> = {
  ...DESCRIBED,
  name: value("Renamed"),
  in: value("Renamed"),
  required,
  deprecated,
  style: elsewhere,
  explode: elsewhere,
  allowReserved: elsewhere,
  allowEmptyValue: keyword(allowance),
  content: mediaTypes,
};

/** How a value is written by default, by its place. */
const STYLES: Readonly<Record<string, string>> = { query: "form", cookie: "form" };

/** How a parameter or a header is written in a request or an answer. */
function serialisationOf(place: Place): string {
  const said = (key: string) => child(place, key).value;
  const style = said("style") ?? STYLES[String(said("in"))] ?? "simple";
  const [type = "text"] = entriesOf(child(place, "content")).keys();
  return JSON.stringify({
    type,
    style,
    explode: said("explode") ?? style === "form",
    reserved: said("allowReserved") === true,
  });
}

export const parameter: Rule = referable("parameter", (changes, pair, direction) => {
  const isAlwaysThere = isRequired(pair.base) && isRequired(pair.revision);
  object({ ...VALUED, schema: isAlwaysThere ? schema : optionalSchema })(changes, pair, direction);
  const [before, after] = [serialisationOf(pair.base), serialisationOf(pair.revision)];
  if (before === after) return;
  changes.add("Serialisation", direction, `serialisation changed: ${before} → ${after}`, pointerOf(pair));
});

export const response: Rule = referable(
  "response",
  object({
    description: words,
    summary: words,
    content: mediaTypes,
    headers: map("Header", parameter),
    links: map("Link", link),
  }),
);

/** The responses of an operation by their status. Code treats a success that it does not know as a failure. */
export const responses: Rule = extensible("Response", response, (entry) =>
  /^2(\d\d|XX)$/i.test(nameOf(entry)) ? "Success response added" : "Response added",
);
