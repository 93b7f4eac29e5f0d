import { operation as operationOf, responseExamples } from "../../generated/contract.js";
import type { Operation } from "../contract.js";
import type { Input } from "./input.js";
import { type Item, isFields, itemOf, type Kind, kinds, nearestItem, timesOf } from "./items.js";
import { listItems } from "./lists.js";
import { problem } from "./problems.js";
import { parentsOf } from "./seed.js";
import { checkRoom, notFound, type State } from "./state.js";
import { type Entry, jsonOf, type Store } from "./store.js";

/** What an operation on the memory works with. */
export interface Work {
  readonly state: State;
  readonly input: Input;
  /** Reports a choice of the sandbox in a header and in the log. */
  readonly note: (text: string) => void;
}

/** Carries out an operation; returns the body of the answer, as JSON. @throws Problem when it cannot. */
export type Remember = (work: Work) => string;

type Role = (kind: Kind, operation: Operation) => Remember;

// An operation on a nested collection is no action on the item above it.
const deepestLast = kinds.toSorted((a, b) => a.collection.path.length - b.collection.path.length);

/** The operations on the memory, by their id in the contract. */
export const memory: ReadonlyMap<string, Remember> = new Map(
  [...deepestLast.flatMap(sharedRoles), ...deepestLast.flatMap(ownRoles)].map(([id, role, kind]) => [
    id,
    role(kind, operationOf(id)),
  ]),
);

/** The updates that do not say which item they mean. */
export const updates: ReadonlySet<string> = new Set(kinds.flatMap(({ collection }) => collection.update ?? []));

function sharedRoles(kind: Kind): [id: string, role: Role, kind: Kind][] {
  const { actions = [], triggers = [] } = kind.collection;
  return [...triggers.map((id) => [id, triggered] as const), ...actions.map((id) => [id, found] as const)].map(
    ([id, role]) => [id, role, kind],
  );
}

function ownRoles(kind: Kind): [id: string, role: Role, kind: Kind][] {
  const { list, create, update, get, replace, patch, delete: remove } = kind.collection;
  const roles: [string | undefined, Role][] = [
    [list, listItems],
    [create, created],
    [update, changed(updated, meantBy)],
    [get, found],
    [replace, changed(replaced, idInPath)],
    [patch, changed(patched, idInPath)],
    [remove, deleted],
  ];
  return roles.flatMap(([id, role]) => (id === undefined ? [] : [[id, role, kind]]));
}

function created(kind: Kind, operation: Operation): Remember {
  const { idField, name } = kind.collection;
  const answer = answering(kind, operation);
  return ({ state, input, note }) => {
    checkRoom(state);
    const store = storeOf(kind, state, input);
    const given = givenIn(kind, operation, input);
    const own = given[idField];
    if (own !== undefined && store.get(String(own))) {
      throw problem(409, `The sandbox has an item of ${name} with this ${idField} already.`);
    }
    const set = { ...timesOf(kind, state.now(), "created", "updated"), [idField]: own ?? store.newId() };
    return answer(store.put(nearest(kind, { ...given, ...set }, { ...kind.examples[0], ...set }, note)), note);
  };
}

/** What an item becomes when it is changed. */
type Change = (kind: Kind, operation: Operation, before: Item, given: Item) => Item;

/** Finds the item that a request means. @throws Problem when there is none, or more than one. */
type Find = (kind: Kind, operation: Operation, store: Store, input: Input) => Entry;

function changed(change: Change, find: Find): Role {
  return (kind, operation) => {
    const answer = answering(kind, operation);
    return ({ state, input, note }) => {
      const store = storeOf(kind, state, input);
      const { item } = find(kind, operation, store, input);
      const { idField } = kind.collection;
      const { [idField]: _, ...given } = givenIn(kind, operation, input);
      const now = timesOf(kind, state.now(), "updated");
      const kept = { ...timesIn(kind, item), [idField]: item[idField], ...now };
      const after = { ...change(kind, operation, item, given), ...kept };
      return answer(store.put(nearest(kind, after, { ...item, ...now }, note)), note);
    };
  };
}

function patched(_kind: Kind, _operation: Operation, before: Item, given: Item): Item {
  return { ...before, ...given };
}

function updated(_kind: Kind, operation: Operation, before: Item, given: Item): Item {
  return { ...before, ...defaultsOf(operation), ...given };
}

/** Only what the body cannot set, and what an item cannot lack, stays as it was. */
function replaced({ collection: { fields } }: Kind, operation: Operation, before: Item, given: Item): Item {
  const { fields: sent = {} } = operation.body ?? {};
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(sent, name) || fields[name]?.required);
  return { ...Object.fromEntries(kept), ...defaultsOf(operation), ...given };
}

function idInPath(kind: Kind, _operation: Operation, store: Store, { path }: Input): Entry {
  const entry = store.get(Object.values(path).at(-1) ?? "");
  if (entry) return entry;
  throw notFound(kind);
}

/** The item that an update without an id means. The contract does not say how it is found: this is our own choice. */
function meantBy(kind: Kind, operation: Operation, store: Store, input: Input): Entry {
  const given = givenIn(kind, operation, input);
  const id = given[kind.collection.idField];
  if (id !== undefined) {
    const entry = store.get(String(id));
    if (entry) return entry;
    throw notFound(kind);
  }
  const names = namesIn(operation, given);
  const all = agreeing(store.entries, given, names);
  const each = names.toReversed().map((name) => agreeing(store.entries, given, [name]));
  const [only] = (all.length > 0 ? [all] : each).find(({ length }) => length === 1) ?? [];
  if (only) return only;
  const alone = names.toReversed().map((name) => `, else the only one with this ${name}`);
  const rule = `The document does not say which item is updated. The sandbox updates the one with this ${names.join(" and ")}${alone.join("")}`;
  const ids = new Set([...all, ...each.flat()].map((entry) => entry.id));
  if (ids.size === 0) throw problem(404, `${rule}: there is none.`);
  const some = [...ids].slice(0, 10).join(", ");
  throw problem(409, `${rule}: there is more than one (${some}). Delete one of them, or create a new one.`);
}

/** The fields that an item is found by: those that the body requires, else all that are sent. */
function namesIn({ body }: Operation, given: Item): string[] {
  const names = Object.keys(given);
  const required = names.filter((name) => body?.fields[name]?.required);
  return required.length > 0 ? required : names;
}

function agreeing(entries: readonly Entry[], given: Item, names: readonly string[]): Entry[] {
  return entries.filter(({ item }) => names.every((name) => isSame(item[name], given[name])));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}

/** Answers a read, and an action, of which the contract does not say what it changes. */
function found(kind: Kind, operation: Operation): Remember {
  const answer = answering(kind, operation);
  const isRead = operation.method === "GET";
  return ({ state, input, note }) => {
    const entry = storeOf(kind, state, input).get(Object.values(input.path)[parentsOf(kind).length] ?? "");
    if (!entry) throw notFound(kind);
    if (!isRead) note("the contract does not say what this changes: the item is as it was");
    return answer(entry, note);
  };
}

function deleted(kind: Kind, operation: Operation): Remember {
  const answer = answering(kind, operation);
  return (work) => {
    const { state, input } = work;
    const entry = idInPath(kind, operation, storeOf(kind, state, input), input);
    state.delete(kind, Object.values(input.path), entry);
    return answer(entry, () => {});
  };
}

/** Answers with what is sent: the item that agrees in all fields that the body requires, or else one with no real id. */
function triggered(kind: Kind, operation: Operation): Remember {
  const { idField, fields } = kind.collection;
  const noId = fields[idField]?.schema.format === "uuid" ? "00000000-0000-0000-0000-000000000000" : "0";
  const answer = answering(kind, operation);
  return ({ state, input, note }) => {
    const sent = { ...defaultsOf(operation), ...givenIn(kind, operation, input) };
    const names = Object.hasOwn(sent, idField) ? [idField] : namesIn(operation, sent);
    const [known] = names.length > 0 ? agreeing(state.all(kind), sent, names) : [];
    if (!known) note(`no item has this ${names.join(" and ")}: the id is 0`);
    const times = timesOf(kind, state.now(), "created", "updated");
    const base = known?.item ?? { ...kind.examples[0], ...times, [idField]: kind.hasWholeIds ? 0 : noId };
    const item = nearest(kind, { ...(known ? base : { ...times, [idField]: base[idField] }), ...sent }, base, note);
    return answer({ id: 0, item, json: undefined, rank: 0 }, note);
  };
}

/** The item with some fields, as near as the contract allows. @throws Problem when it allows none. */
function nearest(kind: Kind, given: Item, base: Item, note: Work["note"]): Item {
  const whole = itemOf(kind, given);
  if (whole) return whole;
  const { item, left } = nearestItem(kind, given, base);
  if (left.length > 0) note(`what is sent as ${left.join(", ")} does not match the contract's item: it is not kept`);
  if (kind.check(item)) return item;
  const faults = (kind.check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
  throw problem(500, `The answer would not match the contract: ${faults.join("; ")}.`);
}

/** Writes the body of an answer: the item in its envelope, else the contract's example of a confirmation. */
function answering(kind: Kind, { id, answer, method }: Operation): (entry: Entry, note: Work["note"]) => string {
  const { mediaType, holds, key } = answer;
  if (mediaType === undefined) return () => "";
  if (holds === "item" && key === undefined) return jsonOf;
  const prefix = `{${JSON.stringify(key)}:`;
  if (holds === "item") return (entry) => `${prefix}${jsonOf(entry)}}`;
  const { idField } = kind.collection;
  const example = responseExamples[id] ?? {};
  const fixed = JSON.stringify(example);
  return (entry, note) => {
    if (method !== "DELETE") note(FROM_EXAMPLE);
    return isFields(example) && Object.hasOwn(example, idField)
      ? JSON.stringify({ ...example, [idField]: entry.id })
      : fixed;
  };
}

/** The note of an answer that does not come from the memory. */
export const FROM_EXAMPLE = "answered from the contract's examples";

function storeOf(kind: Kind, state: State, { path }: Input): Store {
  return state.store(kind, Object.values(path));
}

/** The fields of a body that are also fields of an item, and those that name its parents. */
function givenIn(kind: Kind, { body }: Operation, input: Input): Item {
  const { fields, idField } = kind.collection;
  const inner = body?.key === undefined ? input.body : isFields(input.body) && input.body[body.key];
  const given: Record<string, unknown> = {};
  if (isFields(inner)) {
    for (const name in fields) {
      if (Object.hasOwn(inner, name) && fields[name]?.schema["readOnly"] !== true) given[name] = inner[name];
    }
  }
  for (const name of parentsOf(kind)) {
    const type = fields[name]?.schema.type;
    if (type !== undefined && name !== idField)
      given[name] = type === "string" ? input.path[name] : Number(input.path[name]);
  }
  return given;
}

function defaultsOf({ body }: Operation): Item {
  const all = Object.entries(body?.fields ?? {});
  return Object.fromEntries(
    all.flatMap(([name, { schema }]) => (schema.default === undefined ? [] : [[name, schema.default]])),
  );
}

/** The times of an item, which no request can set. */
function timesIn({ times }: Kind, item: Item): Item {
  return Object.fromEntries(times.flatMap(([name]) => (Object.hasOwn(item, name) ? [[name, item[name]]] : [])));
}
