import { responseExamples } from "../../generated/contract.js";
import type { Operation } from "../contract.js";
import { PAGINATION } from "../conventions.js";
import type { Kind } from "./items.js";
import { finding, refusal } from "./problems.js";
import { sortingOf } from "./sorting.js";
import type { Work } from "./state.js";
import { around, type Entry, textOf } from "./store.js";

type Query = Work["query"];

/** Creates the operation that lists the items of a kind. */
export function listItems(kind: Kind, operation: Operation) {
  const filters = Object.entries(kind.query.filters ?? {});
  const write = writerOf(operation);
  return (work: Work): string => {
    const { state, path, query, note } = work;
    const slice = sliceOf(kind, query);
    const { by, isDescending } = sortingOf(kind, query, note);
    const sorted = state.store(kind, path).sorted(by);
    const asked = filters.filter(([name]) => query[name] !== undefined);
    const agreeing = ({ item }: Entry) => asked.every(([name, field]) => agrees(item[field], query[name]));
    const found = asked.length > 0 ? sorted.filter(agreeing) : sorted;
    return write(isDescending ? found.toReversed() : found, slice);
  };
}

function agrees(value: unknown, asked: unknown): boolean {
  const values = [value].flat().map(String);
  return [asked].flat().some((one) => values.includes(String(one)));
}

/** Which part of a list is returned. */
interface Slice {
  readonly page: number;
  readonly size: number;
}

function sliceOf({ query: names, pageSize = Infinity }: Kind, query: Query): Slice {
  // The document does not say what less than the first page means: to refuse it is our own choice.
  const read = (name = "", otherwise = 1): number => {
    const value = Number(query[name] ?? otherwise);
    if (value >= 1) return value;
    const message = `Request query parameter ${name} must be >= 1, by the sandbox's own choice`;
    throw refusal([finding(["query", name], "minimum", message)]);
  };
  return { size: read(names.size, pageSize), page: read(names.page) };
}

/** Writes the answer of a list: the contract's example, with the items and the pagination replaced. */
function writerOf({ id, answer: { keys, names, pagination } }: Operation) {
  const example: unknown = responseExamples[id];
  return (all: readonly Entry[], { page, size }: Slice): string => {
    const start = page > 1 ? (page - 1) * size : 0;
    const items = `[${all.slice(start, start + size).map((entry) => textOf(entry, names))}]`;
    const total = all.length;
    const length = Math.min(size, Math.max(total, 1));
    const position = {
      [PAGINATION.page]: page,
      [PAGINATION.size]: size === Infinity ? length : size,
      [PAGINATION.total]: total,
      [PAGINATION.pages]: Math.ceil(total / length),
    };
    const answer = Object(example);
    const whole = pagination ? { ...answer, [pagination]: { ...answer[pagination], ...position } } : answer;
    const [before, after] = around(whole, keys);
    return before + items + after;
  };
}
