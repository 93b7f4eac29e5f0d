import { each, elsewhere, entry, extensible, leaf, type Node, object, type Parts, value } from "./node.js";
import { allowance, flag } from "./orders.js";
import { child, childrenOf, entriesOf, nameOf, type Place, resolve } from "./place.js";
import type { Direction } from "./ratings.js";
import { formsOf } from "./schema-form.js";
import { optionalSchema, schema, statedTypes } from "./schema-tree.js";

const required = value("Presence", flag);

const mediaTypes = each({ kind: "Media type", parts: object({ schema, encoding: value("Serialisation") }) });

/** The content of an answer. Without any media type, it has no body. */
const body: Parts = (place, direction, key) => {
  if (childrenOf(place).length === 0) return [];
  return [entry("Body", key, place, direction, () => mediaTypes(place, direction, key))];
};

/** The body of a request, which callers send, or receive at a callback. */
export const requestBody: Parts = object({ required, content: mediaTypes });

/** A request body that an operation may lack. */
export const optionalBody: Parts = (place, direction, key) => {
  const more = isRequired(place) ? ({ addedAs: "Required request body" } as const) : {};
  return [entry("Request body", key, place, direction, () => requestBody(place, direction, key), more)];
};

/** Whether something has to be sent. */
function isRequired(place: Place): boolean {
  return child(resolve(place), "required").value === true;
}

/** What a parameter or a header says next to its schema. */
const VALUED = {
  name: value("Name of the parameter"),
  in: value("Name of the parameter"),
  required,
  deprecated: value("Deprecation", flag),
  style: elsewhere,
  explode: elsewhere,
  allowReserved: elsewhere,
  allowEmptyValue: value("Values", allowance),
  content: mediaTypes,
};
const alwaysThere = object({ ...VALUED, schema });
const mayBeLeftOut = object({ ...VALUED, schema: optionalSchema });

/** A parameter or a header. */
export const parameter: Parts = (place, direction, key) => {
  const found = resolve(place);
  const value = serialisationOf(found);
  return [
    ...(isRequired(found) ? alwaysThere : mayBeLeftOut)(found, direction, key),
    leaf("Serialisation", { ...found, value }, direction, { key: "serialisation" }),
  ];
};

/** A parameter of an operation. */
export function parameterNode(place: Place, name: string, key: string, direction: Direction): Node {
  const more = isRequired(place) ? ({ addedAs: "Required parameter" } as const) : {};
  return entry("Parameter", name, place, direction, () => parameter(place, direction, key), { key, ...more });
}

/** How a value is written by default, by its place. */
const STYLES: Readonly<Record<string, string>> = { query: "form", cookie: "form" };

/** How a parameter or a header is written in a request or an answer. */
function serialisationOf(place: Place): string {
  const said = (key: string) => child(place, key).value;
  const style = said("style") ?? STYLES[String(said("in"))] ?? "simple";
  const [[type = "text"] = []] = entriesOf(child(place, "content"));
  const [form] = formsOf([child(place, "schema")]);
  const types = form && statedTypes(form);
  // Only lists and objects have parts, and only texts have reserved characters.
  const isText = !types?.every((one) => ["integer", "number", "boolean", "null"].includes(String(one)));
  const hasParts = !types || types.includes("array") || types.includes("object");
  return JSON.stringify({
    type,
    style,
    explode: (hasParts ? said("explode") : undefined) ?? style === "form",
    reserved: isText && said("allowReserved") === true,
  });
}

export const link: Parts = object({});

export const response: Parts = object({
  content: body,
  headers: each({
    kind: "Header",
    parts: parameter,
    addedAs: (added) => (isRequired(added) ? "Required header" : "Header"),
  }),
  links: each({ kind: "Link", parts: link }),
});

/** The responses of an operation by their status. */
export const responses: Parts = extensible({
  kind: "Response",
  parts: response,
  addedAs: (added) => (/^2(\d\d|XX)$/i.test(nameOf(added)) ? "Success response" : "Response"),
});
