import { operation as operationOf, responseExamples } from "../../generated/contract.js";
import type { Operation } from "../contract.js";
import type { Input } from "./input.js";
import {
  completeItem,
  exampleOf,
  faultsIn,
  type Item,
  idWith,
  isFields,
  type Kind,
  kinds,
  nearestItem,
  parentFields,
  timesOf,
} from "./items.js";
import { listItems } from "./listing.js";
import { problem } from "./problems.js";
import type { Work } from "./state.js";
import { checkRoom, notFound } from "./state.js";
import { around, type Entry, entryOf, jsonOf, type Store } from "./store.js";

/** Carries out an operation; returns the body of the answer, as JSON. @throws Problem when it cannot. */
export type Remember = (work: Work) => string;

type Role = (kind: Kind, operation: Operation) => Remember;

/** The operations on the memory, by their id in the contract. */
export const memory: ReadonlyMap<string, Remember> = new Map(
  kinds.flatMap((kind) =>
    rolesOf(kind).flatMap(([ids, role]) =>
      [ids ?? []].flat().map((id): [string, Remember] => [id, role(kind, operationOf(id))]),
    ),
  ),
);

function rolesOf(kind: Kind): [ids: string | readonly string[] | undefined, role: Role][] {
  return [
    [kind.list, listItems],
    [kind.create, created],
    [kind.update, changed(updated, meantBy)],
    [kind.get, found],
    [kind.replace, changed(replaced, idInPath)],
    [kind.patch, changed(patched, idInPath)],
    [kind.delete, deleted],
    [kind.actions, found],
    [kind.triggers, triggered],
  ];
}

function created(kind: Kind, operation: Operation): Remember {
  const { idField, name } = kind;
  const answer = answering(kind, operation);
  return (work) => {
    const { state, input } = work;
    checkRoom(state);
    const store = storeOf(kind, work);
    const given = givenIn(kind, operation, input);
    const own = given[idField];
    if (own !== undefined && store.get(String(own))) {
      throw problem(409, `The sandbox has an item of ${name} with this ${idField} already.`);
    }
    const parents = parentFields(kind, Object.values(input.path));
    const set = { ...parents, ...timesOf(kind, state.now(), "created", "updated"), [idField]: own ?? store.newId() };
    return answer(store.put(nearest(kind, { ...given, ...set }, set, work)), work);
  };
}

/** Returns what an item becomes when it is changed. */
type Change = (kind: Kind, operation: Operation, before: Item, given: Item) => Item;

/** Finds the item that a request means. @throws Problem when there is none, or more than one. */
type Find = (kind: Kind, store: Store, input: Input, operation: Operation) => Entry;

function changed(change: Change, find: Find): Role {
  return (kind, operation) => {
    const answer = answering(kind, operation);
    return (work) => {
      const store = storeOf(kind, work);
      const { item } = find(kind, store, work.input, operation);
      const now = timesOf(kind, work.state.now(), "updated");
      const kept = [kind.idField, ...kind.parents, ...Object.keys(kind.times)];
      const own = Object.fromEntries(Object.entries(item).filter(([name]) => kept.includes(name)));
      const given = givenIn(kind, operation, work.input);
      const after = { ...change(kind, operation, item, given), ...own, ...now };
      return answer(store.put(nearest(kind, after, { ...item, ...now }, work)), work);
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
function replaced({ fields }: Kind, operation: Operation, before: Item, given: Item): Item {
  const sent = operation.body?.fields ?? {};
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(sent, name) || fields[name]?.required);
  return { ...Object.fromEntries(kept), ...defaultsOf(operation), ...given };
}

function idInPath(kind: Kind, store: Store, { path }: Input): Entry {
  return known(kind, store, Object.values(path)[kind.parents.length]);
}

function known(kind: Kind, store: Store, id: unknown): Entry {
  const entry = store.get(String(id));
  if (entry) return entry;
  throw notFound(kind);
}

/** The item that an update without an id means. The document does not say how it is found: this is our own choice. */
function meantBy(kind: Kind, store: Store, input: Input, operation: Operation): Entry {
  const given = givenIn(kind, operation, input);
  if (Object.hasOwn(given, kind.idField)) return known(kind, store, given[kind.idField]);
  const names = namesIn(operation, given);
  const all = agreeing(store.entries, given, names);
  const alone = names.toReversed();
  const each = alone.map((name) => agreeing(store.entries, given, [name]));
  const [only] = (all.length > 0 ? [all] : each).find(({ length }) => length === 1) ?? [];
  if (only) return only;
  const others = alone.map((name) => `, else the only one with this ${name}`).join("");
  const rule = `The sandbox, by its own choice, updates the one with this ${names.join(" and ")}${others}`;
  const ids = [...new Set([all, ...each].flat().map(({ id }) => id))];
  if (ids.length === 0) throw problem(404, `${rule}: there is none.`);
  const some = ids.slice(0, 10).join(", ");
  throw problem(409, `${rule}: there is more than one (${some}).`);
}

/** The fields that an item is found by: those that the body requires, else all that are sent. */
function namesIn({ body }: Operation, given: Item): string[] {
  const names = Object.keys(body?.fields ?? {}).filter((name) => Object.hasOwn(given, name));
  const required = names.filter((name) => body?.fields[name]?.required);
  return required.length > 0 ? required : names;
}

function agreeing(entries: readonly Entry[], given: Item, names: readonly string[]): Entry[] {
  return entries.filter(({ item }) => names.every((name) => isSame(item[name], given[name])));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Answers a read, and an action, of which the contract does not say what it changes. */
function found(kind: Kind, operation: Operation): Remember {
  const answer = answering(kind, operation);
  return (work) => {
    const entry = idInPath(kind, storeOf(kind, work), work.input);
    if (operation.id !== kind.get) work.note("the contract does not say what this changes: the item is as it was");
    return answer(entry, work);
  };
}

function deleted(kind: Kind, operation: Operation): Remember {
  const answer = answering(kind, operation);
  return (work) => {
    const entry = idInPath(kind, storeOf(kind, work), work.input);
    work.state.delete(kind, Object.values(work.input.path), entry);
    return answer(entry, work);
  };
}

/** Answers with what is sent: the item that agrees in all fields that the body requires, or else one with no real id. */
function triggered(kind: Kind, operation: Operation): Remember {
  const { idField } = kind;
  const noId = idWith(0, kind);
  const answer = answering(kind, operation);
  return (work) => {
    const { state, input, note } = work;
    const sent = { ...defaultsOf(operation), ...givenIn(kind, operation, input) };
    const names = Object.hasOwn(sent, idField) ? [idField] : namesIn(operation, sent);
    const [entry] = names.length > 0 ? agreeing(state.all(kind), sent, names) : [];
    if (!entry) note(`no item has this ${names.join(" and ")}: the id is ${noId}`);
    const own = entry?.item ?? { ...timesOf(kind, state.now(), "created", "updated"), [idField]: noId };
    const item = nearest(kind, { ...own, ...sent }, own, work);
    return answer(entryOf(kind, item, 0), work);
  };
}

/** The item with some fields, as near as the contract allows. Some of them it has to have. @throws Problem when it allows none. */
function nearest(kind: Kind, given: Item, kept: Item, { note }: Work): Item {
  const whole = completeItem(kind, given);
  if (whole) return whole;
  const left = (name: string) => note(`${name} does not match the contract's item: it is not kept`);
  const item = nearestItem(kind, given, { ...exampleOf(kind), ...kept }, left);
  if (kind.check(item)) return item;
  throw problem(500, `The answer would not match the contract: ${faultsIn(kind)}.`);
}

/** The note of an answer that does not come from the memory. */
export const FROM_EXAMPLE = "answered from the contract's examples";

/** Writes the body of an answer: the item in its envelope, else the contract's example of a confirmation. */
function answering(kind: Kind, { id, answer, method }: Operation): (entry: Entry, work: Work) => string {
  const { mediaType, holds, key } = answer;
  if (mediaType === undefined) return () => "";
  const example = responseExamples[id];
  if (holds === "item") {
    const [before, after] = around(example, key);
    return (entry) => before + jsonOf(entry) + after;
  }
  return (entry, { note }) => {
    if (method !== "DELETE") note(FROM_EXAMPLE);
    const hasId = isFields(example) && Object.hasOwn(example, kind.idField);
    return JSON.stringify(hasId ? { ...example, [kind.idField]: entry.id } : (example ?? {}));
  };
}

function storeOf(kind: Kind, { state, input }: Work): Store {
  return state.store(kind, Object.values(input.path));
}

/** The fields of a body that are also fields of an item. */
function givenIn({ fields }: Kind, { body }: Operation, input: Input): Item {
  const inner = body?.key === undefined ? input.body : isFields(input.body) && input.body[body.key];
  const given: Record<string, unknown> = {};
  if (!isFields(inner)) return given;
  for (const name in fields) {
    if (Object.hasOwn(inner, name) && !fields[name]?.schema["readOnly"]) given[name] = inner[name];
  }
  return given;
}

function defaultsOf({ body }: Operation): Item {
  const all = Object.entries(body?.fields ?? {});
  return Object.fromEntries(
    all.flatMap(([name, { schema }]) => (schema.default === undefined ? [] : [[name, schema.default]])),
  );
}
