import { allowance, keyword, requirement } from "./keywords.js";
import { child, isObject, nameOf, type Pair, type Place, resolve, without } from "./place.js";
import { deprecated, map, object, pointerOf, type Rule, referable, value, withFallback, words } from "./rules.js";
import { optionalSchema, schema } from "./schema-changes.js";

/** `required` of a body, parameter or header, which is `false` by default. */
const required: Rule = (changes, pair, direction) => {
  const [was, is] = [pair.base.value === true, pair.revision.value === true];
  if (was === is) return words(changes, pair, direction);
  const name = String(pair.revision.pointer.split("/").at(-2)).replaceAll("~1", "/").replaceAll("~0", "~");
  changes.add(is ? "Required now" : "Optional now", direction, requirement(name, is, direction), pointerOf(pair));
};

/** Examples are for people. */
const described: Readonly<Record<string, Rule>> = { description: words, example: words, examples: words };

/** The media types of a body. */
const mediaTypes: Rule = map("Media type", object({ ...described, schema, encoding: value("Serialisation") }));

/** The body of a request, which callers send, or receive at a callback. */
export const requestBody: Rule = referable(
  "request body",
  object({ description: words, required, content: mediaTypes }),
);

/** A request body that an operation may lack. */
export const optionalBody: Rule = (changes, pair, direction) => {
  const { base, revision } = pair;
  if (base.value !== undefined && revision.value !== undefined) return requestBody(changes, pair, direction);
  if (base.value !== undefined) changes.add("Request body removed", direction, "Request body removed", base.pointer);
  if (revision.value === undefined) return;
  const row = isRequired(resolve(revision)) ? "Required request body added" : "Request body added";
  changes.add(row, direction, row, revision.pointer);
};

/** Whether something has to be sent. */
export function isRequired(place: Place): boolean {
  return child(place, "required").value === true;
}

export const link: Rule = referable("link", object({ description: words }));

/** The value of a parameter or a header. */
const valued: Readonly<Record<string, Rule>> = {
  ...described,
  required,
  deprecated,
  style: value("Serialisation"),
  explode: value("Serialisation"),
  allowReserved: value("Serialisation"),
  allowEmptyValue: keyword(allowance),
  content: (changes, pair, direction) => {
    const hasBoth = pair.base.value !== undefined && pair.revision.value !== undefined;
    (hasBoth ? mediaTypes : value("Serialisation"))(changes, pair, direction);
  },
};

/** How a value is written by default, by its place. */
const STYLES: Readonly<Record<string, string>> = { query: "form", cookie: "form", path: "simple", header: "simple" };

/** Without what says the same as the default. */
function serialised(place: Place): Place {
  const style = STYLES[String(child(place, "in").value ?? "header")];
  const said = child(place, "style").value ?? style;
  const defaults = { style, explode: said === "form", allowReserved: false, allowEmptyValue: false };
  const repeated = Object.entries(defaults).filter(([key, usual]) => child(place, key).value === usual);
  return isObject(place.value) ? without(place, ...repeated.map(([key]) => key)) : place;
}

function serialisedPair({ base, revision }: Pair): Pair {
  return { base: serialised(base), revision: serialised(revision) };
}

const inHeader: Rule = object({ ...valued, schema: optionalSchema });
export const header: Rule = referable(
  "header",
  withFallback((changes, pair, direction) => inHeader(changes, serialisedPair(pair), direction)),
);

const names: Readonly<Record<string, Rule>> = { name: value("Renamed"), in: value("Renamed") };
const optional: Rule = object({ ...valued, ...names, schema: optionalSchema });
const always: Rule = object({ ...valued, ...names, schema });
export const parameter: Rule = referable(
  "parameter",
  withFallback((changes, pair, direction) => {
    const isAlwaysThere = isRequired(pair.base) && isRequired(pair.revision);
    (isAlwaysThere ? always : optional)(changes, serialisedPair(pair), direction);
  }),
);

export const response: Rule = referable(
  "response",
  object({
    description: words,
    summary: words,
    content: mediaTypes,
    headers: map("Header", header),
    links: map("Link", link),
  }),
);

/** Whether a status is a success. */
export const isSuccess = (status: string) => /^2(\d\d|XX)$/i.test(status);

/** The responses of an operation by their status. */
export const responses: Rule = map("Response", response, {
  added: (entry) => (isSuccess(nameOf(entry)) ? "Success response added" : "Response added"),
  hasExtensions: true,
});
