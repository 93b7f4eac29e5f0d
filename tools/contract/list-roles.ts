import type { Collection, Fields } from "../../src/contract-types.js";
import { DIRECTIONS, QUERY } from "../../src/conventions.js";
import { flattened } from "./json-schema.js";
import { type Contract, type Operation, parametersIn, type Schema } from "./model.js";

/** Whether the values of a parameter are those that its name stands for. */
const MEANT: Readonly<Record<keyof typeof QUERY, (schema: Schema) => boolean>> = {
  page: ({ type }) => type === "integer",
  size: ({ type }) => type === "integer",
  sortBy: ({ type }) => type === "string",
  sortOrder: ({ enum: values = [] }) =>
    values.length > 0 && values.every((value) => DIRECTIONS.some((one) => one === value)),
};

/** What the query parameters of a list do: pages, order, and filters by a field of that name. */
export function queryRolesOf(contract: Contract, list: Operation, fields: Fields): Collection["query"] {
  const query = parametersIn(list, "query").map(({ name, schema }) => ({ name, schema: flattened(contract, schema) }));
  const named = (role: keyof typeof QUERY) =>
    query.find(({ name, schema }) => name === QUERY[role] && MEANT[role](schema))?.name;
  const roles = { page: named("page"), size: named("size"), sortBy: named("sortBy"), sortOrder: named("sortOrder") };
  const taken: readonly unknown[] = Object.values(roles);
  const filters = query.flatMap(({ name }) =>
    Object.hasOwn(fields, name) && !taken.includes(name) ? [[name, name]] : [],
  );
  return { ...roles, filters: filters.length > 0 ? Object.fromEntries(filters) : undefined };
}

/** The number of items in a page, if the query names none; `undefined` where the contract does not say it. */
export function pageSizeOf(contract: Contract, list: Operation, { size }: Collection["query"]): number | undefined {
  const parameter = parametersIn(list, "query").find(({ name }) => name === size);
  const standard = parameter && flattened(contract, parameter.schema).default;
  return typeof standard === "number" ? standard : undefined;
}
