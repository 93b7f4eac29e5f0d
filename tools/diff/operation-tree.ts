import { withoutProse } from "../contract/json-schema.js";
import { parameter, requestBody, responses } from "./message-tree.js";
import { each, elsewhere, entry, extensible, leaf, type Node, object, type Parts, turned, value } from "./node.js";
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
      const parts = () => operationParts(one, item, path, direction);
      return [entry("Operation", `${method.toUpperCase()} ${path}`, one, direction, parts, { key: method, id: path })];
    },
  ]);
  // Parameters and servers are compared with what each of the operations says.
  return object({ ...Object.fromEntries(operations), parameters: elsewhere, servers: elsewhere })(
    item,
    direction,
    path,
  );
};

/** Requests that the service sends because of an operation, by their address. */
const callback: Parts = (place, direction, key) => {
  return extensible("Address of the callback", pathItem)(resolve(place), direction, key);
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
  servers: elsewhere,
});

function operationParts(operation: Place, item: Place, path: string, direction: Direction): Node[] {
  const own = [...OPERATION(operation, direction, path), ...parametersOf(operation, item, path, direction)];
  // What the contract says of security and servers is for callers, and not for what the service sends to them.
  if (direction !== "sent") return [...own, security(child(operation, "security"), direction)];
  const contract = rootOf(operation.contract);
  return [
    ...own,
    security(inForce("security", operation, contract), direction),
    ...servers(inForce("servers", operation, item, contract), direction),
  ];
}

/** What counts for an operation: its own key, else that of its path, else that of the contract. */
function inForce(key: string, ...levels: [Place, ...Place[]]): Place {
  const places = levels.map((level) => child(level, key));
  return places.find(({ value }) => value !== undefined) ?? child(levels[0], key);
}

/** The parameters of an operation by what identifies them: its own, and those of its path. */
function parametersOf(operation: Place, item: Place, path: string, direction: Direction): Node[] {
  const all = [item, operation].flatMap((level) => childrenOf(child(level, "parameters")));
  const nodes = all.map((place) => {
    const [name, where] = ["name", "in"].map((key) => String(child(resolve(place), key).value));
    const key = where === "path" ? positionOf(String(name), path) : `${name} (${where})`;
    return entry("Parameter", `${name} (${where})`, place, direction, () => parameter(place, direction, key), { key });
  });
  // An operation replaces a parameter of its path.
  return [...new Map(nodes.map((node) => [node.key, node])).values()];
}

/** Identifies a path parameter: under another name, the request is the same. */
function positionOf(parameter: string, path: string): string {
  const position = [...path.matchAll(/\{([^}]*)\}/g)].findIndex(([, name]) => name === parameter);
  return position < 0 ? `${parameter} (path)` : `${position + 1}. of the path`;
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

/** The servers of an operation, each as one. Clients call the first one; without any, the host of the contract. */
function servers(place: Place, direction: Direction): Node[] {
  const [first = child(place, "0"), ...others] = childrenOf(place);
  const said = first.value === undefined ? { url: "/" } : withoutProse(Object(first.value));
  return [
    leaf("First server", first, direction, { key: "first server", name: "First server", said }),
    ...others.map((one) => {
      const server = { key: "server", said: withoutProse(Object(one.value)) };
      return entry("Server", String(child(one, "url").value), one, direction, () => [
        leaf("Server", one, direction, server),
      ]);
    }),
  ];
}
