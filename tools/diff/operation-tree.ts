import { parameter, requestBody, responses } from "./message-tree.js";
import { each, elsewhere, entry, leaf, type Node, object, type Parts, turned, value } from "./node.js";
import { child, childrenOf, type Place, resolve, rootOf } from "./place.js";
import type { Direction } from "./ratings.js";
import { asOne, flag, limit } from "./wider-or-narrower.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** A path item. Callers send requests to a path, and receive them at a callback or a webhook. */
export const pathItem: Parts = (place, direction, path) => {
  const item = resolve(place);
  const operations = METHODS.map((method): [string, Parts] => [
    method,
    (one) => {
      const parts = () => operationParts(one, item, direction);
      return [entry("Operation", `${method.toUpperCase()} ${path}`, one, direction, parts, { key: method })];
    },
  ]);
  // Parameters are compared with what each of the operations says.
  return object({ ...Object.fromEntries(operations), parameters: elsewhere })(item, direction, path);
};

/** Requests that the service sends because of an operation, by their address. */
const callback: Parts = (place, direction, key) => {
  return each("Address of the callback", pathItem)(resolve(place), direction, key);
};

const OPERATION = object({
  operationId: value("operationId"),
  // The client groups its methods by their first tag.
  tags: value("First tag", asOne, (tags) => Object(tags)[0]),
  requestBody: (place, direction, key) => [
    entry("Request body", key, place, direction, () => requestBody(place, direction, key)),
  ],
  responses: turned(responses),
  callbacks: turned(each("Callback", callback)),
  deprecated: value("Deprecation", flag),
  parameters: elsewhere,
  security: elsewhere,
});

function operationParts(operation: Place, item: Place, direction: Direction): Node[] {
  const own = child(operation, "security");
  // What the contract says of security is for callers, and not for what the service sends to them.
  const isForAll = direction === "sent" && own.value === undefined;
  return [
    ...OPERATION(operation, direction, ""),
    ...parametersOf(operation, item, direction),
    security(isForAll ? child(rootOf(operation.contract), "security") : own, direction),
  ];
}

/** The parameters of an operation by what identifies them: its own, and those of its path. */
function parametersOf(operation: Place, item: Place, direction: Direction): Node[] {
  const all = [item, operation].flatMap((level) => childrenOf(child(level, "parameters")));
  const nodes = all.map((place) => {
    const [name, where] = ["name", "in"].map((key) => String(child(resolve(place), key).value));
    return entry("Parameter", `${name} (${where})`, place, direction, () => parameter(place, direction, ""));
  });
  // An operation replaces a parameter of its path.
  return [...new Map(nodes.map((node) => [node.key, node])).values()];
}

/** What a request has to carry, as one; nothing where the service also accepts a request without it. */
function security(place: Place, direction: Direction): Node {
  const ways = childrenOf(place);
  const isRequired = ways.length > 0 && ways.every((way) => childrenOf(way).length > 0);
  return leaf("Security", place, direction, {
    key: "security",
    said: isRequired ? place.value : undefined,
    order: limit,
  });
}
