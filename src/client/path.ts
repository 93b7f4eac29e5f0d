/** A path of the contract with the values of its parameters. @throws TypeError when one of them cannot be in a path. */
export function filledPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(.*?)\}/g, (_, name) => segmentOf(name, parameters[name]));
}

/** A path parameter as a segment of a path. Refuses an id that would lead to another path. */
function segmentOf(name: string, value: unknown): string {
  const isText = typeof value === "string";
  // URL parsers drop "." and "..", percent-encoded or not, and a path with an empty id is the path of the list. A number
  // that is no safe integer, and half a surrogate pair, would arrive as something else.
  const isUsable = isText ? !/^\.{0,2}$|\p{Surrogate}/u.test(value) : Number.isSafeInteger(value);
  if (isUsable) return encodeURIComponent(String(value));
  const shown = isText ? JSON.stringify(value) : typeof value === "number" ? value : typeof value;
  throw new TypeError(`The path parameter ${name} cannot be ${shown}`);
}
