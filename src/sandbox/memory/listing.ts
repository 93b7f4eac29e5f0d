import { responseExamples } from "../../../generated/contract.js";
import type { Operation } from "../../contract-types.js";
import { DIRECTIONS, PAGINATION } from "../../conventions.js";
import { finding, refusal } from "../request/refusals.js";
import type { Kind } from "./items.js";
import type { Work } from "./memory.js";
import { around, type Entry, sortedBy, textOf } from "./store.js";

type Query = Work["query"];

/** Creates the operation that lists the items of a kind. */
export function listItems(kind: Kind, operation: Operation) {
  const filters = Object.entries(kind.query.filters ?? {});
  const write = writerOf(operation);
  return ({ memory, path, query, note }: Work): string => {
    const slice = sliceOf(kind, query);
    const { by, isDescending } = orderOf(kind, query, note);
    const { entries } = memory.store(kind, path);
    const sorted = by === undefined ? entries : sortedBy(by, entries);
    const asked = filters.filter(([name]) => query[name] !== undefined);
    const agreeing = ({ item }: Entry) => asked.every(([name, field]) => agrees(item[field], query[name]));
    const found = asked.length > 0 ? sorted.filter(agreeing) : sorted;
    return write(isDescending ? found.toReversed() : found, slice);
  };
}

/** Whether a field has one of the requested values. */
function agrees(value: unknown, asked: unknown): boolean {
  const values = [value].flat().map(String);
  return [asked].flat().some((one) => values.includes(String(one)));
}

/** The order of a list. The default order, that of creation, is our own choice, since the document is silent. */
function orderOf({ query: names, fields, idField }: Kind, query: Query, note: (text: string) => void) {
  const field = query[names.sortBy ?? ""];
  const isField = Object.hasOwn(fields, String(field));
  if (field !== undefined && !isField) note(`${names.sortBy} names no field of an item: sorted by ${idField}`);
  const isDescending = query[names.sortOrder ?? ""] === DIRECTIONS[1];
  return { by: isField && field !== idField ? String(field) : undefined, isDescending };
}

/** How many items are in a page where the contract has no default. */
const PAGE_SIZE = 20;

/** Which part of a list is returned. */
interface Slice {
  /** Number of the page, from 1. */
  readonly page: number;
  /** Number of items in a page; absent if all are in one. */
  readonly size: number | undefined;
}

function sliceOf({ query: names, pageSize = names.page ? PAGE_SIZE : undefined }: Kind, query: Query): Slice {
  // The document does not say what less than 1 means: to refuse it is our own choice.
  const read = <Otherwise>(name = "", otherwise: Otherwise): number | Otherwise => {
    const value = query[name];
    if (value === undefined) return otherwise;
    if (Number(value) >= 1) return Number(value);
    const message = `${name} must be at least 1, by the sandbox's own choice`;
    throw refusal([finding(["query", name], "minimum", message)]);
  };
  return { page: read(names.page, 1), size: read(names.size, pageSize) };
}

/** Writes the answer of a list: the contract's example, with the items and the pagination object replaced. */
function writerOf({ id, answer: { keys, names, pagination = "" } }: Operation) {
  const example = responseExamples[id];
  const shown = Object(Object(example)[pagination]);
  return (all: readonly Entry[], { page, size = Math.max(all.length, 1) }: Slice): string => {
    const items = all.slice((page - 1) * size, page * size).map((entry) => textOf(entry, names));
    const position = {
      ...shown,
      [PAGINATION.page]: page,
      [PAGINATION.size]: size,
      [PAGINATION.total]: all.length,
      [PAGINATION.pages]: Math.ceil(all.length / size),
    };
    const [before, after] = around(pagination ? { ...Object(example), [pagination]: position } : example, keys);
    return `${before}[${items}]${after}`;
  };
}
