import { responseExamples } from "../../generated/contract.js";
import type { Fields, Operation, Parameter } from "../contract.js";
import { type Item, isFields, type Kind } from "./items.js";
import { refusal } from "./problems.js";
import type { State } from "./state.js";
import { type Entry, jsonOf, type SortOrder, sliceInOrder, sortedBy } from "./store.js";

type Query = Readonly<Record<string, unknown>>;
type Note = (text: string) => void;

/** The query parameters of a list that say which part of it to return, by what they do. */
interface Paging {
  readonly page: Parameter | undefined;
  readonly size: Parameter | undefined;
  readonly offset: Parameter | undefined;
  readonly sortBy: Parameter | undefined;
  readonly sortOrder: Parameter | undefined;
  /** The others that name a field: they filter by it. */
  readonly filters: readonly string[];
  /** The others. */
  readonly ignored: readonly string[];
}

/** Creates the operation that lists the items of a kind. */
export function listItems(kind: Kind, operation: Operation) {
  const paging = pagingOf(kind, operation);
  const envelope = envelopeOf(operation);
  return ({
    state,
    input: { path, query },
    note,
  }: {
    state: State;
    input: { path: Query; query: Query };
    note: Note;
  }) => {
    for (const name of paging.ignored)
      if (name in query) note(`the parameter ${name} has no effect: it names no field of an item`);
    const slice = sliceOf(paging, query);
    const { by, order } = sortingOf(kind, paging, query, note);
    const store = state.store(kind, Object.values(path).map(String));
    const filters = paging.filters.filter((name) => query[name] !== undefined);
    if (filters.length === 0) {
      return envelope(store.slice(slice.start, slice.start + slice.size, by, order), store.entries.length, slice);
    }
    const found = store.entries.filter(({ item }) => filters.every((name) => agrees(item[name], query[name])));
    const sorted = by === undefined ? found : sortedBy(by, found);
    return envelope(sliceInOrder(sorted, slice.start, slice.start + slice.size, order), found.length, slice);
  };
}

function agrees(value: unknown, asked: unknown): boolean {
  const values = [value].flat().map(String);
  return [asked].flat().some((one) => values.includes(String(one)));
}

/** A name without its spelling: `per_page` and `perPage` mean the same. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

function pagingOf({ collection: { fields } }: Kind, operation: Operation): Paging {
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const named = (names: readonly string[], isNumber: boolean) =>
    query.find(
      ({ name, schema }) => names.includes(plain(name)) && isNumber === [schema.type].flat().includes("integer"),
    );
  const page = named(["page", "pagenumber"], true);
  const offset = named(["offset", "skip"], true);
  const cursor = query.some(({ name }) => /cursor|after$|token$/.test(plain(name)));
  // Without a way to the rest, a list is returned whole.
  const size = page || offset || !cursor ? named(["limit", "perpage", "pagesize"], true) : undefined;
  const sortBy = named(["sortby", "orderby", "sort"], false);
  const sortOrder = named(["sortorder", "sortdirection", "order", "direction"], false);
  const others = query
    .filter((each) => ![page, offset, size, sortBy, sortOrder].includes(each))
    .map(({ name }) => name);
  const isField = (name: string) => Object.hasOwn(fields, name);
  const filters = others.filter(isField);
  return { page, size, offset, sortBy, sortOrder, filters, ignored: others.filter((name) => !isField(name)) };
}

/** Which part of a list is returned. */
interface Slice {
  readonly start: number;
  readonly size: number;
  readonly page: number;
}

const PAGE_SIZE = 20;

function sliceOf({ page, size, offset }: Paging, query: Query): Slice {
  const length = wholeNumber(size, query, 1) ?? (page || offset ? PAGE_SIZE : Infinity);
  const skipped = wholeNumber(offset, query, 0);
  const number = wholeNumber(page, query, 1) ?? 1;
  const start = skipped ?? (number > 1 ? (number - 1) * length : 0);
  return { start, size: length, page: skipped === undefined ? number : Math.floor(skipped / length) + 1 };
}

/** The value of a parameter. The document does not say what less than 1 means: to refuse it is our own choice. */
function wholeNumber(parameter: Parameter | undefined, query: Query, least: number): number | undefined {
  if (!parameter) return undefined;
  const { name, schema } = parameter;
  const value = query[name] ?? schema.default;
  if (value === undefined || Number(value) >= least) return value === undefined ? undefined : Number(value);
  const rule = `must be >= ${least}, by the sandbox's own choice: the document is silent`;
  const message = `Request query parameter ${name} ${rule}`;
  throw refusal([{ location: ["query", name], severity: "Error", code: "minimum", message }]);
}

/** The order of a list. The default order, that of creation, is our own choice, since the document is silent. */
function sortingOf({ collection: { fields, idField } }: Kind, { sortBy, sortOrder }: Paging, query: Query, note: Note) {
  const sent = sortBy && query[sortBy.name];
  const [, minus, field = ""] = /^([-+]?)(.*)$/.exec(String(sent ?? "")) ?? [];
  const direction = String((sortOrder && query[sortOrder.name]) ?? (minus === "-" ? "desc" : "asc"));
  const order: SortOrder = /^desc/i.test(direction) ? "desc" : "asc";
  const isField = Object.hasOwn(fields, field);
  if (sent !== undefined && !isField) note(`${sortBy?.name} names no field of an item: sorted by ${idField}`);
  return { by: isField && field !== idField ? field : undefined, order };
}

/** What an answer says about the position of a page. */
interface Position {
  readonly page: number;
  readonly size: number;
  readonly start: number;
  readonly total: number;
  readonly pages: number;
}

type Value = (position: Position) => unknown;

/** What a field beside a list says, by its name. */
const POSITIONS: readonly [name: RegExp, type: string, value: Value][] = [
  [/^(currentpage|page|pagenumber)$/, "number", ({ page }) => page],
  [/^(perpage|pagesize|limit|size)$/, "number", ({ size }) => size],
  [/^(total|(total)?(count|items|results|elements)|.*total)$/, "number", ({ total }) => total],
  [/^(totalpages|pages|pagecount|lastpage)$/, "number", ({ pages }) => pages],
  [/^(offset|skip)$/, "number", ({ start }) => start],
  [/^has(more|next|nextpage)$/, "boolean", ({ page, pages }) => page < pages],
  [/^has(prev|previous|prevpage|previouspage)$/, "boolean", ({ page }) => page > 1],
];

/** A link or a cursor to another page. */
const ELSEWHERE = /^(next|prev|previous|after|before)|cursor$|token$/;

/** Writes the answer of a list: the contract's example, with the items and the position replaced. */
function envelopeOf({ id, answer }: Operation) {
  const { key, pagination, others = {} } = answer;
  if (key === undefined) return (entries: readonly Entry[], _total: number, _slice: Slice) => arrayOf(entries);
  const example = responseExamples[id];
  const { [key]: _, ...rest } = isFields(example) ? example : {};
  const inner = pagination === undefined ? undefined : rest[pagination];
  const known = Object.entries(rest).filter(([name]) => name !== pagination);
  const beside = positionIn(Object.fromEntries(known), others);
  const position = isFields(inner) ? positionIn(inner, {}) : undefined;
  const prefix = `{${JSON.stringify(key)}:`;
  return (entries: readonly Entry[], total: number, { page, start, size }: Slice): string => {
    const length = size === Infinity ? Math.max(total, 1) : size;
    const at = { page, start, size: length, total, pages: Math.ceil(total / length) };
    const fields = position && pagination !== undefined ? { [pagination]: position(at), ...beside(at) } : beside(at);
    const text = JSON.stringify(fields);
    return text === "{}" ? `${prefix}${arrayOf(entries)}}` : `${prefix}${arrayOf(entries)},${text.slice(1)}`;
  };
}

function arrayOf(entries: readonly Entry[]): string {
  return `[${entries.map(jsonOf).join(",")}]`;
}

/** Creates a copy of an example at another position, with that of the objects in it. */
function positionIn(example: Item, fields: Fields): (position: Position) => Item {
  const values = Object.entries(example).flatMap(([name, value]): [string, Value][] => {
    const { schema, required = true } = fields[name] ?? {};
    const found = POSITIONS.find(([pattern, type]) => pattern.test(plain(name)) && typeof value === type);
    if (found) return [[name, found[2]]];
    if (isFields(value)) {
      const inner = Object.entries(schema?.properties ?? {}).map(([field, innerSchema]) => {
        return [field, { schema: innerSchema, required: schema?.required?.includes(field) ?? false }] as const;
      });
      return [[name, positionIn(value, Object.fromEntries(inner))]];
    }
    if (!ELSEWHERE.test(plain(name)) || typeof value === "number") return [[name, () => value]];
    // Nothing leads to another page: everything is in this one, or is found by number.
    if ([schema?.type].flat().includes("null")) return [[name, () => null]];
    return required ? [[name, () => value]] : [];
  });
  return (position) => {
    const copy: Record<string, unknown> = {};
    for (const [name, value] of values) copy[name] = value(position);
    return copy;
  };
}
