import { each, elsewhere, entry, object, type Parts, value } from "./node.js";
import { childrenOf } from "./place.js";
import { responseKind } from "./ratings.js";
import { schema } from "./schema-tree.js";
import { flag } from "./wider-or-narrower.js";

const required = value("Presence", flag);

const mediaTypes = each("Media type", object({ schema }));

/** The body of a request, which callers send, or receive at a callback. */
export const requestBody = object({ required, content: mediaTypes });

const HEADER = { required, deprecated: value("Deprecation", flag), schema };

/** A parameter, which its name and its place identify. */
export const parameter = object({ ...HEADER, name: elsewhere, in: elsewhere });

/** The content of an answer. Without any media type, it has no body. */
const body: Parts = (place, direction, key) => {
  if (childrenOf(place).length === 0) return [];
  return [entry("Body", key, place, direction, () => mediaTypes(place, direction, key))];
};

const response = object({ content: body, headers: each("Header", object(HEADER)) });

/** The responses of an operation by their status. */
export const responses: Parts = (place, direction, key) => {
  return each("Response", response)(place, direction, key).map((node) => ({ ...node, kind: responseKind(node.name) }));
};
