import { kindOf } from "./misuse.js";

/**
 * A query as it is in a URL: OpenAPI's style `form`, exploded.
 *
 * @throws TypeError when a value has no text.
 */
export function queryText(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]): string[] => {
    if (Object(value) !== value) return pair(name, value);
    // Others, such as a Date or a Map, have no fields that could be told.
    if (!/^(Object|Array)$/.test(kindOf(value))) throw new TypeError();
    return Object.entries(value).flatMap(([key, inner]) => pair(Array.isArray(value) ? name : key, inner));
  });
  return pairs.join("&");
}

/** A parameter as forms write it; nothing for one that is not given. */
function pair(name: string, value: unknown): string[] {
  return value === undefined || value === null ? [] : [`${encoded(name)}=${encoded(value)}`];
}

/** @throws TypeError when the value has no text of its own, as an object or a symbol. */
function encoded(value: unknown): string {
  if (Object(value) === value) throw new TypeError();
  return encodeURIComponent(`${value}`);
}
