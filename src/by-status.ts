/**
 * Finds what a table has for a status, as OpenAPI says: under the status itself, else under its range, such as `4XX`, else
 * under `default`.
 */
export function byStatus<Entry>(table: Readonly<Record<string, Entry>>, status: number): Entry | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const key = [`${status}`, range, "default"].find((each) => Object.hasOwn(table, each));
  return key === undefined ? undefined : table[key];
}
