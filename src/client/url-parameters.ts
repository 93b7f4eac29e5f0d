import { kindOf } from "./unknown-arguments.js";

/** A path of the contract with the values of its parameters. @throws TypeError when one of them cannot be in a path. */
export function filledPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(.*?)\}/g, (_, name) => {
    const value = parameters[name];
    // URL parsers drop "." and "..", percent-encoded or not, and a path with an empty id is the path of the list. A
    // number that is no safe integer would arrive as another one.
    const isUsable = typeof value === "string" ? !/^\.{0,2}$/.test(value) : Number.isSafeInteger(value);
    return encoded(name, value, isUsable);
  });
}

/**
 * A query as it is in a URL: OpenAPI's style `form`, exploded. A list repeats its name.
 *
 * @throws TypeError when a value is an object, or no number.
 */
export function queryText(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, given]) => {
    const values: unknown[] = [given].flat().filter((value) => value !== undefined && value !== null);
    return values.map(
      (value) => `${encodeURIComponent(name)}=${encoded(name, value, Object(value) !== value && !Number.isNaN(value))}`,
    );
  });
  return pairs.join("&");
}

/** The error quotes no object, which may hold secrets. */
function encoded(name: string, value: unknown, isUsable: boolean): string {
  if (isUsable) return encodeURIComponent(String(value));
  const shown = typeof value === "string" ? JSON.stringify(value) : typeof value === "number" ? value : kindOf(value);
  throw new TypeError(`The parameter ${name} cannot be ${shown}`);
}
