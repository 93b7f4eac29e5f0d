import type { Collection, Fields, PositionRole, PositionRoles, Schema } from "../../src/contract.js";
import { answerSchema, listOf } from "./bodies.js";
import { fieldsOf, flattened, isObject, parameterFieldOf } from "./json-schema.js";
import type { Contract, Operation } from "./model.js";
import { parametersIn } from "./model.js";

/** A name without its spelling: `per_page` and `perPage` mean the same. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** Frameworks write `number` for whole numbers, too, and an optional one as one of two types. */
function isNumber({ type, anyOf = [] }: Schema): boolean {
  return [type].flat().some((one) => one === "integer" || one === "number") || anyOf.some(isNumber);
}

const CURSOR = /^(.*cursor|after|startingafter|pagetoken|nexttoken|continuationtoken)$/;

/** What the query parameters of a list do, by their names: pages, order, and filters by a field of that name. */
export function queryRolesOf(contract: Contract, list: Operation, fields: Fields): Collection["query"] {
  const query = parametersIn(list, "query").map((parameter) => ({
    name: parameter.name,
    isNumber: isNumber(parameterFieldOf(contract, parameter).schema),
  }));
  const named = (isNumber: boolean, ...names: string[]) =>
    query.find((parameter) => names.includes(plain(parameter.name)) && parameter.isNumber === isNumber)?.name;
  const page = named(true, "page", "pagenumber");
  const offset = named(true, "offset", "skip");
  const cursor = query.find(({ name }) => CURSOR.test(plain(name)))?.name;
  // Without a way to the rest, a list is returned complete.
  const size = page || offset || !cursor ? named(true, "limit", "perpage", "pagesize", "size", "take") : undefined;
  const sortBy = named(false, "sortby", "orderby", "sort");
  const sortOrder = named(false, "sortorder", "sortdirection", "order", "direction");
  const taken = [page, offset, size, cursor, sortBy, sortOrder];
  const filters = query.map(({ name }) => name).filter((name) => !taken.includes(name) && Object.hasOwn(fields, name));
  return { page, offset, size, cursor, sortBy, sortOrder, filters: filters.length > 0 ? filters : undefined };
}

/** Whether the first page of a list has the number 0, by the parameter that names a page. */
export function countsFromZero(contract: Contract, list: Operation, page: string | undefined): boolean {
  const parameter = parametersIn(list, "query").find(({ name }) => name === page);
  return parameter !== undefined && firstPageOf(flattened(contract, parameter.schema)) === 0;
}

/** The number of the first page, by the parameter that names a page. */
export function firstPageOf({ default: standard, minimum }: Schema): number {
  return typeof standard === "number" ? standard : minimum === 0 ? 0 : 1;
}

const NUMBERS: readonly [name: RegExp, role: PositionRole][] = [
  [/^(currentpage|page|pagenumber)$/, "page"],
  [/^(perpage|pagesize|limit|size|take)$/, "size"],
  [/^(total|(total|item)?(count|items|results|elements|records))$/, "total"],
  [/^(totalpages|pages|pagecount|lastpage)$/, "pages"],
  [/^(offset|skip)$/, "start"],
];
const FLAGS: readonly [name: RegExp, role: PositionRole][] = [
  [/^has(more|next|nextpage)$/, "hasNext"],
  [/^has(prev|previous|prevpage|previouspage)$/, "hasPrevious"],
];

/** A link or a cursor to another page. */
const ELSEWHERE = /^(next|prev|previous|after|before)|cursor$|token$/;

/** The role of a text that may be empty. */
function emptyText({ type, minLength = 0, pattern, format, enum: values }: Schema): PositionRole | undefined {
  return type === "string" && minLength === 0 && !pattern && !format && !values ? "empty" : undefined;
}

/** What the fields next to the items of a list say about the position of the page. */
export function positionOf(contract: Contract, list: Operation): PositionRoles | undefined {
  const schema = answerSchema(list) ?? {};
  const key = listOf(contract, schema)?.key;
  const roles = key === undefined ? {} : rolesIn(contract, schema, key);
  return Object.keys(roles).length > 0 ? roles : undefined;
}

function rolesIn(contract: Contract, schema: Schema, without?: string): PositionRoles {
  const all = Object.entries(fieldsOf(contract, schema)).flatMap(
    ([name, field]): [string, PositionRole | PositionRoles][] => {
      if (name === without) return [];
      const types = [field.schema.type].flat();
      const byName = types.includes("boolean") ? FLAGS : isNumber(field.schema) ? NUMBERS : [];
      const [, role] = byName.find(([pattern]) => pattern.test(plain(name))) ?? [];
      if (role) return [[name, role]];
      const inner = flattened(contract, field.schema);
      if (isObject(inner)) return [[name, rolesIn(contract, inner)]];
      // Nothing leads to another page: everything is in this one, or is found by number.
      if (!ELSEWHERE.test(plain(name))) return [];
      const end = types.includes("null") ? "null" : field.required ? emptyText(inner) : "absent";
      return end ? [[name, end]] : [];
    },
  );
  return Object.fromEntries(all.filter(([, role]) => typeof role === "string" || Object.keys(role).length > 0));
}
