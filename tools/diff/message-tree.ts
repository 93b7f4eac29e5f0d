import { each, elsewhere, entry, extensible, leaf, object, type Parts, value } from "./node.js";
import { flag } from "./orders.js";
import { child, childrenOf, entriesOf, type Place, resolve } from "./place.js";
import { optionalSchema, schema } from "./schema-tree.js";

const required = value("Presence", flag);

const mediaTypes = each("Media type", object({ schema, encoding: value("Serialisation") }));

/** The body of a request, which callers send, or receive at a callback. */
export const requestBody = object({ required, content: mediaTypes });

/** What a parameter or a header says next to its schema. */
const VALUED = {
  name: value("Name of the parameter"),
  in: value("Name of the parameter"),
  required,
  deprecated: value("Deprecation", flag),
  style: elsewhere,
  explode: elsewhere,
  allowReserved: elsewhere,
  content: mediaTypes,
};
const alwaysThere = object({ ...VALUED, schema });
const mayBeLeftOut = object({ ...VALUED, schema: optionalSchema });

/** A parameter or a header. */
export const parameter: Parts = (place, direction, key) => {
  const found = resolve(place);
  const isRequired = child(found, "required").value === true;
  return [
    ...(isRequired ? alwaysThere : mayBeLeftOut)(found, direction, key),
    leaf("Serialisation", { ...found, value: serialisationOf(found) }, direction, { key: "serialisation" }),
  ];
};

/** How a parameter or a header is written in a request or an answer, said or by default. */
function serialisationOf(place: Place): string {
  const said = (key: string) => child(place, key).value;
  const style = said("style") ?? (["query", "cookie"].includes(String(said("in"))) ? "form" : "simple");
  const { explode = style === "form", allowReserved = false } = Object(place.value);
  const [[mediaType = "text"] = []] = entriesOf(child(place, "content"));
  return JSON.stringify({ style, explode, allowReserved, mediaType });
}

/** The content of an answer. Without any media type, it has no body. */
const body: Parts = (place, direction, key) => {
  if (childrenOf(place).length === 0) return [];
  return [entry("Body", key, place, direction, () => mediaTypes(place, direction, key))];
};

export const link = object({});

export const response = object({ content: body, headers: each("Header", parameter), links: each("Link", link) });

/** The responses of an operation by their status. */
export const responses: Parts = (place, direction, key) => {
  return extensible("Response", response)(place, direction, key).map((node) => {
    const isSuccess = node.kind === "Response" && /^2(\d\d|XX)$/i.test(node.name);
    return isSuccess ? { ...node, kind: "Success response" } : node;
  });
};
