import type { Collection, Elsewhere, Fields, PositionRole, PositionRoles, Schema } from "../../src/contract.js";
import { answerSchema, jsonExample, listOf, successOf } from "./bodies.js";
import { fieldsOf, flattened, isObject, parameterFieldOf, type ShownField } from "./json-schema.js";
import type { Contract, Operation, Parameter } from "./model.js";
import { parametersIn } from "./model.js";
import { valueAt } from "./pointer.js";

/** A name without its spelling: `per_page` and `perPage` mean the same. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** Frameworks write `number` for whole numbers, too, and an optional one as one of two types. */
function isNumber({ type, anyOf = [] }: Schema): boolean {
  return [type].flat().some((one) => one === "integer" || one === "number") || anyOf.some(isNumber);
}

const CURSOR = /^(.*(cursor|token|marker)|continue|after|startingafter|sinceid|before|endingbefore|maxid)$/;

/** The cursors that are always the id of an item. */
const AFTER = /^(after|startingafter|sinceid)$/;

/**
 * What the query parameters of a list do, by their names: pages, order, and filters by a field of that name.
 *
 * @param position - What the answer says about the position of a page.
 */
export function queryRolesOf(
  contract: Contract,
  list: Operation,
  fields: Fields,
  position: Collection["position"],
): Collection["query"] {
  const query = parametersIn(list, "query").map((parameter) => {
    const { schema } = parameterFieldOf(contract, parameter);
    const values = schema.enum ?? [];
    const isDirection = values.length > 0 && values.every((value) => /^(asc|desc)/i.test(String(value)));
    return {
      name: parameter.name,
      values,
      isNumber: isNumber(schema),
      isDirection,
      isTime: /^date/.test(schema.format ?? ""),
    };
  });
  const named = (isNumber: boolean, pattern: RegExp) =>
    query.find((one) => pattern.test(plain(one.name)) && one.isNumber === isNumber && !one.isDirection)?.name;
  const page = pageParameterOf(contract, list)?.name;
  const offset = named(true, /^(offset|skip|startindex)$/);
  const following = query.find(({ name, isTime }) => CURSOR.test(plain(name)) && !isTime)?.name;
  const cursor = page || offset || !leads("next", position) ? undefined : following;
  const after = cursor || !AFTER.test(plain(following ?? "")) ? undefined : following;
  // Without a way to the rest, a list is returned complete.
  const isPaged = page || offset || cursor || after || !following;
  const size = isPaged
    ? named(true, /^((page)?(limit|size)|(max)?results|(items)?perpage|take|top|first|count)$/)
    : undefined;
  const direction = query.find(({ isDirection }) => isDirection)?.name;
  const order = named(false, /^(sortorder|sortdirection|order|direction)$/);
  // Values that are no directions are fields.
  const field = query.find(({ name, values }) => name === order && values.length > 0)?.name;
  const sortBy = named(false, /^(sortby|orderby|ordering|sort|sortcolumn|sortfield)$/) ?? field;
  const sortOrder = direction ?? (order === sortBy ? undefined : order);
  const taken = [page, offset, size, following, sortBy, sortOrder];
  const filters = query.flatMap(({ name, values }) => {
    const field = taken.includes(name) ? undefined : filteredField(name, fields);
    const known = fields[field ?? ""]?.schema.enum;
    return field === undefined
      ? []
      : [{ name, field, others: values.filter((value) => known?.includes(value) === false) }];
  });
  return {
    ...{ page, offset, size, cursor, after, sortBy, sortOrder },
    filters: tableOf(filters.map(({ name, field }) => [name, field])),
    unfiltered: tableOf(filters.flatMap(({ name, others }) => (others.length > 0 ? [[name, others]] : []))),
  };
}

/** What belongs to some names; `undefined` if there are none. */
function tableOf<Value>(entries: readonly [name: string, value: Value][]): Record<string, Value> | undefined {
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The headers of a list's answer that say a number about the position of the page, such as `X-Total-Count`. */
export function positionHeadersOf(list: Operation): Collection["headers"] {
  const names = Object.keys(successOf(list).response.headers ?? {});
  return tableOf(
    names.flatMap((name) => {
      const role = roleIn(NUMBERS, plain(name).replace(/^x?(pagination)?/, ""));
      return role ? [[name, role]] : [];
    }),
  );
}

/** Whether only links lead to other pages, in a header or next to the list. No sandbox makes them. */
export function hasLinks(list: Operation, position: Collection["position"]): true | undefined {
  const isInHeader = Object.keys(successOf(list).response.headers ?? {}).some((name) => /^link$/i.test(name));
  return isInHeader || (leads("other", position) && !leads("next", position)) || undefined;
}

/** The parameter that holds the number of a page; `undefined` if there is none. */
export function pageParameterOf(contract: Contract, list: Operation): Parameter | undefined {
  return parametersIn(list, "query").find(
    (parameter) =>
      /^page(number)?$/.test(plain(parameter.name)) && isNumber(parameterFieldOf(contract, parameter).schema),
  );
}

/** The field that a parameter filters by: `status`, `Status`, `status[]` and `filter[status]` mean the same. */
function filteredField(parameter: string, fields: Fields): string | undefined {
  const spelled = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, "");
  const name = parameter.replace(/^filters?\[(.+)\]$/, "$1").replace(/\[\]$/, "");
  return Object.keys(fields).find((field) => spelled(field) === spelled(name));
}

/** Whether an answer tells the cursor of the next page, or something else that leads to another one. */
export function leads(to: Elsewhere[0], roles: PositionRoles = {}): boolean {
  return Object.values(roles).some((role) => {
    if (typeof role === "string") return false;
    return Array.isArray(role) ? role[0] === to : leads(to, role);
  });
}

/** The size of a page where the contract has no default. */
const PAGE_SIZE = 20;

/** How large the pages of a list are, and what the first one and the first item have as their numbers. */
export function pageNumbersOf(contract: Contract, list: Operation, query: Collection["query"]) {
  const { page, offset = "", cursor, size } = query;
  const schemaOf = (named: string | undefined) => {
    const parameter = parametersIn(list, "query").find(({ name }) => name === named);
    return parameter && flattened(contract, parameter.schema);
  };
  const { default: standard = page || offset || cursor ? PAGE_SIZE : undefined } = schemaOf(size) ?? {};
  const startsAt = (named: string | undefined, number: number) => firstPageOf(schemaOf(named) ?? {}) === number;
  return {
    pageSize: typeof standard === "number" ? standard : undefined,
    firstPage: page && startsAt(page, 0) ? 0 : undefined,
    firstItem: plain(offset) === "startindex" && startsAt(offset, 1) ? 1 : undefined,
  };
}

/** The number of the first page, by the parameter that names a page. */
export function firstPageOf({ default: standard, minimum }: Schema): number {
  return typeof standard === "number" ? standard : minimum === 0 ? 0 : 1;
}

const NUMBERS: readonly [name: RegExp, role: PositionRole][] = [
  [/^(currentpage|page|pagenumber|number)$/, "page"],
  [/^((items)?perpage|pagesize|limit|size|take)$/, "size"],
  [/^numberofelements$/, "count"],
  [/^(total|(total|item)?(count|items|results|elements|records))$/, "total"],
  [/^(totalpages|pages|pagecount|lastpage)$/, "pages"],
  [/^(offset|skip|start|startindex)$/, "start"],
];
const FLAGS: readonly [name: RegExp, role: PositionRole][] = [
  [/^has(more|next|nextpage)$/, "hasNext"],
  [/^has(prev|previous|prevpage|previouspage)$/, "hasPrevious"],
  [/^(is)?first(page)?$/, "isFirst"],
  [/^(is)?last(page)?$/, "isLast"],
];

function roleIn(roles: typeof NUMBERS, name: string): PositionRole | undefined {
  return roles.find(([pattern]) => pattern.test(name))?.[1];
}

function isPositive({ minimum = 0, exclusiveMinimum = -1 }: Schema): boolean {
  return minimum > 0 || Number(exclusiveMinimum) >= 0;
}

/** A link or a cursor to another page. */
const ELSEWHERE = /^(next|prev|previous|after|before)|cursor$|token$/;
const BACK = /^(prev|before)/;

/**
 * What a field says that leads to another page; `undefined` if it always has to lead to one.
 *
 * @param hasCursor - Whether a query can have the cursor of a page. Without that, the field can only be a link.
 */
function elsewhereOf(
  name: string,
  { schema, required, example }: ShownField,
  hasCursor: boolean,
): Elsewhere | undefined {
  const { pattern, format, enum: values, const: constant, minLength = 0 } = schema;
  const types = [schema.type].flat();
  const isFree = types.includes("string") && !pattern && !format && !values && constant === undefined;
  // The id of the item that the next page begins with is a cursor, and no link.
  const to = hasCursor && isFree && !BACK.test(name) && !String(example).includes("/") ? "next" : "other";
  if (types.includes("null")) return [to, null];
  if (!required) return [to];
  return isFree && minLength === 0 ? [to, ""] : undefined;
}

/** What the fields next to the items of a list say about the position of the page. */
export function positionOf(contract: Contract, list: Operation): PositionRoles | undefined {
  const schema = answerSchema(list) ?? {};
  const keys = listOf(contract, schema)?.keys ?? [];
  const hasCursor = parametersIn(list, "query").some(({ name }) => CURSOR.test(plain(name)));
  const example = jsonExample(contract, successOf(list).response);
  const roles = keys.length > 0 ? rolesIn(contract, schema, example, hasCursor) : {};
  return Object.keys(roles).length > 0 ? roles : undefined;
}

/** The key of the object that says all about the position of a page; `undefined` if there is none. */
export function paginationOf(contract: Contract, list: Operation): string | undefined {
  const roles = positionOf(contract, list) ?? {};
  return Object.keys(roles).find((key) => typeof roles[key] === "object" && !Array.isArray(roles[key]));
}

/** @param shown - The contract's example. What it leaves out is left out, unless all that it requires is known. */
function rolesIn(contract: Contract, schema: Schema, shown: unknown, hasCursor: boolean): PositionRoles {
  const { properties = {} } = flattened(contract, schema);
  const all = Object.entries(fieldsOf(contract, schema)).flatMap(([name, field]): [string, PositionRoles[string]][] => {
    const types = [field.schema.type].flat();
    const byName = types.includes("boolean") ? FLAGS : isNumber(field.schema) ? NUMBERS : [];
    const role = roleIn(byName, plain(name));
    if (role) return [[name, role === "pages" && isPositive(field.schema) ? [role, 1] : role]];
    const inner = flattened(contract, properties[name] ?? {});
    if (isObject(inner)) {
      const example = valueAt(shown, name);
      const others = rolesIn(contract, inner, example, hasCursor);
      const isWhole = Object(example) === example || (inner.required ?? []).every((one) => Object.hasOwn(others, one));
      return isWhole && Object.keys(others).length > 0 ? [[name, others]] : [];
    }
    // Nothing leads to another page where everything is in this one, or is found by number.
    const elsewhere = ELSEWHERE.test(plain(name)) ? elsewhereOf(plain(name), field, hasCursor) : undefined;
    return elsewhere ? [[name, elsewhere]] : [];
  });
  // Next to a total, a count is that of this page.
  const hasTotal = all.some(([name, role]) => role === "total" && /^total/.test(plain(name)));
  return Object.fromEntries(
    all.map(([name, role]) => [name, hasTotal && role === "total" && !/^total/.test(plain(name)) ? "count" : role]),
  );
}
