import { each, entry, extensible, object, type Parts, value } from "./node.js";
import { child, childrenOf, resolve } from "./place.js";
import { responseKind } from "./ratings.js";
import { optionalSchema, schema } from "./schema-tree.js";
import { flag } from "./wider-or-narrower.js";

const required = value("Presence", flag);

const mediaTypes = each("Media type", object({ schema }));

/** The body of a request, which callers send, or receive at a callback. */
export const requestBody = object({ required, content: mediaTypes });

/** What a parameter or a header says next to its schema. */
const VALUED = {
  name: value("Name of the parameter"),
  in: value("Name of the parameter"),
  required,
  deprecated: value("Deprecation", flag),
};
const alwaysThere = object({ ...VALUED, schema });
const mayBeLeftOut = object({ ...VALUED, schema: optionalSchema });

/** A parameter or a header. */
export const parameter: Parts = (place, direction, key) => {
  const found = resolve(place);
  const isRequired = child(found, "required").value === true;
  return (isRequired ? alwaysThere : mayBeLeftOut)(found, direction, key);
};

/** The content of an answer. Without any media type, it has no body. */
const body: Parts = (place, direction, key) => {
  if (childrenOf(place).length === 0) return [];
  return [entry("Body", key, place, direction, () => mediaTypes(place, direction, key))];
};

const response = object({ content: body, headers: each("Header", parameter) });

/** The responses of an operation by their status. */
export const responses: Parts = (place, direction, key) => {
  return extensible("Response", response)(place, direction, key).map((node) => {
    return node.kind === "Response" ? { ...node, kind: responseKind(node.name) } : node;
  });
};
