import { alternativesOf, typeOf } from "./alternatives.js";
import { allowance, limit } from "./keywords.js";
import { child, childrenOf, entriesOf, nameOf, type Place, resolve } from "./place.js";
import { deprecated, elsewhere, entry, extensible, flag, map, object, type Rule, value } from "./rule-combinators.js";
import { optionalSchema, schema } from "./schema.js";

const required: Rule = flag("Required now", "Optional now");

const mediaType: Rule = object({ schema, encoding: value("Serialisation") });

/** The media types of a body. */
const mediaTypes: Rule = map("Media type", mediaType);

/** The media types of a body that was not there. */
const newBody: Rule = map("Body", mediaType);

/** The body of a request, which callers send, or receive at a callback. */
export const requestBody: Rule = object({ required, content: mediaTypes });

/** A request body that an operation may lack. */
export const optionalBody: Rule = entry("Request body", requestBody, (body) =>
  isRequired(body) ? "Required request body" : "Request body",
);

/** Whether something has to be sent. */
export function isRequired(place: Place): boolean {
  return child(resolve(place), "required").value === true;
}

const renamed: Rule = value("Renamed");

/** What a parameter or a header says next to its schema. */
const VALUED = {
  name: renamed,
  in: renamed,
  required,
  deprecated,
  style: elsewhere,
  explode: elsewhere,
  allowReserved: elsewhere,
  allowEmptyValue: limit(allowance),
  content: mediaTypes,
};
const alwaysThere: Rule = object({ ...VALUED, schema });
const mayBeLeftOut: Rule = object({ ...VALUED, schema: optionalSchema });

/** A parameter or a header. */
export const parameter: Rule = (pair) => {
  const found = pair.resolved();
  (isRequired(found.base) && isRequired(found.revision) ? alwaysThere : mayBeLeftOut)(found);
  const [before, after] = [found.base, found.revision].map(serialisationOf);
  if (before !== after) {
    const name = child(found.revision, "name").value ?? nameOf(found.revision);
    found.report("Serialisation", `serialisation of ${name} changed: ${before} → ${after}`);
  }
};

/** How a value is written by default, by its place. */
const STYLES: Readonly<Record<string, string>> = { query: "form", cookie: "form" };

const isText = (type: unknown) => !["integer", "number", "boolean", "null"].includes(String(type));
const hasParts = (type: unknown) => isText(type) && type !== "string";

/** How a parameter or a header is written in a request or an answer. */
function serialisationOf(place: Place): string {
  const said = (key: string) => child(place, key).value;
  const style = said("style") ?? STYLES[String(said("in"))] ?? "simple";
  const [type = "text"] = entriesOf(child(place, "content")).keys();
  const types = alternativesOf([child(place, "schema")]).map((one) => typeOf(one)?.value);
  return JSON.stringify({
    type,
    style,
    // Only lists and objects have parts, and only texts have reserved characters.
    explode: (types.some(hasParts) ? said("explode") : undefined) ?? style === "form",
    reserved: types.some(isText) && said("allowReserved") === true,
  });
}

export const link: Rule = object({});

export const response: Rule = object({
  content: (pair) => (childrenOf(pair.base).length > 0 ? mediaTypes : newBody)(pair),
  headers: map("Header", parameter, entriesOf, (added) => (isRequired(added) ? "Required header" : "Header")),
  links: map("Link", link),
});

/** The responses of an operation by their status. */
export const responses: Rule = extensible("Response", response, (added) =>
  /^2(\d\d|XX)$/i.test(nameOf(added)) ? "Success response" : "Response",
);
