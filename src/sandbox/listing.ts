import { responseExamples } from "../../generated/contract.js";
import type { Elsewhere, Operation, PositionRole, PositionRoles } from "../contract.js";
import type { Item, Kind } from "./items.js";
import { finding, refusal } from "./problems.js";
import { sortingOf } from "./sorting.js";
import type { Work } from "./state.js";
import { around, type Entry, textOf } from "./store.js";

type Query = Work["query"];

/** Creates the operation that lists the items of a kind. */
export function listItems(kind: Kind, operation: Operation) {
  const { filters: filtered = {}, unfiltered = {} } = kind.query;
  const filters = Object.entries(filtered);
  const write = writerOf(kind, operation);
  return (work: Work): string => {
    const { state, path, query, note } = work;
    const slice = sliceOf(kind, query);
    const { by, isDescending } = sortingOf(kind, query, note);
    const sorted = state.store(kind, path).sorted(by);
    const asked = filters.filter(([name]) => query[name] !== undefined && !agrees(unfiltered[name], query[name]));
    const agreeing = ({ item }: Entry) => asked.every(([name, field]) => agrees(item[field], query[name]));
    const found = asked.length > 0 ? sorted.filter(agreeing) : sorted;
    const ordered = isDescending ? found.toReversed() : found;
    return write(ordered, { ...slice, start: startOf(kind, ordered, query) ?? slice.start }, work);
  };
}

/** Where the page begins that a cursor names: at the item with this id, or after it; after all if there is none. */
function startOf({ query: { cursor, after } }: Kind, entries: readonly Entry[], query: Query): number | undefined {
  const named = query[cursor ?? after ?? ""];
  if (named === undefined) return undefined;
  const index = entries.findIndex(({ id }) => String(id) === String(named));
  return index < 0 ? entries.length : index + (after ? 1 : 0);
}

function agrees(value: unknown, asked: unknown): boolean {
  const values = [value].flat().map(String);
  return [asked].flat().some((one) => values.includes(String(one)));
}

/** Which part of a list is returned. */
interface Slice {
  readonly start: number;
  readonly size: number;
  readonly page: number;
}

function sliceOf({ query: names, pageSize = Infinity, firstPage = 1, firstItem = 0 }: Kind, query: Query): Slice {
  // The document does not say what less than the first page means: to refuse it is our own choice.
  const read = (name = "", least: number, otherwise = least): number => {
    const value = Number(query[name] ?? otherwise);
    if (value >= least) return value;
    const message = `Request query parameter ${name} must be >= ${least}, by the sandbox's own choice`;
    throw refusal([finding(["query", name], "minimum", message)]);
  };
  const size = read(names.size, 1, pageSize);
  const page = read(names.page, firstPage);
  const start = page > firstPage ? (page - firstPage) * size : read(names.offset, firstItem) - firstItem;
  return { start, size, page: names.offset ? Math.floor(start / size) + 1 : page };
}

/** What can be said about the position of a page. */
type Position = Partial<Record<PositionRole | Elsewhere[0], unknown>>;

/** Writes the answer of a list: the contract's example, with the items and the position replaced. */
function writerOf(kind: Kind, { id, answer: { keys, names } }: Operation) {
  const { position: roles = {}, headers: inHeaders = {}, hasLinks, firstItem = 0 } = kind;
  return (all: readonly Entry[], { page, start, size }: Slice, { headers, note }: Work): string => {
    const shown = all.slice(start, start + size);
    const items = `[${shown.map((entry) => textOf(entry, names))}]`;
    const total = all.length;
    const length = Math.min(size, Math.max(total, 1));
    const end = start + length;
    const position = {
      page,
      start: start + firstItem,
      count: shown.length,
      total,
      size: size === Infinity ? length : size,
      pages: Math.ceil(total / length),
      hasNext: end < total,
      hasPrevious: start > 0,
      isFirst: start === 0,
      isLast: end >= total,
      next: all[end]?.id.toString(),
    };
    for (const name in inHeaders) headers[name] = String(position[inHeaders[name] ?? "total"]);
    if (hasLinks && position.hasNext) note("links to other pages are left out");
    const [before, after] = around(positioned(responseExamples[id], roles, position), keys);
    return before + items + after;
  };
}

/** An example at another position. */
function positioned(example: unknown, roles: PositionRoles, position: Position): Item {
  const copy: Record<string, unknown> = { ...Object(example) };
  for (const name in roles) {
    const role = roles[name] ?? {};
    if (typeof role === "string") copy[name] = position[role];
    else if (Array.isArray(role)) copy[name] = position[role[0]] || role[1];
    else copy[name] = positioned(copy[name], role, position);
  }
  return copy;
}
