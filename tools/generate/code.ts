// How generated code is written. Biome formats it afterwards.

/** First line of every file that is generated. */
export const HEADER = "// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.";

/** The code of an object, or of its type. An entry without code is left out. */
export function objectCode(entries: Iterable<readonly [key: string | number, code: string | undefined]>): string {
  const written = [...entries].flatMap(([key, code]) =>
    code === undefined ? [] : [key === code ? key : `${JSON.stringify(key)}: ${code}`],
  );
  return `{ ${written.join(", ")} }`;
}

/** The code of what is within a value or a type, such as `operations["listWebhooks"]["parameters"]`. */
export function within(code: string, ...keys: readonly (string | number | undefined)[]): string {
  return code + keys.map((key) => (key === undefined ? "" : `[${JSON.stringify(key)}]`)).join("");
}
