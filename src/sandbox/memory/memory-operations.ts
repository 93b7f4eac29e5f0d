import { operations, responseExamples } from "../../../generated/contract.js";
import type { Operation } from "../../contract-types.js";
import { isFields } from "../option-checks.js";
import { notFound, Problem } from "../request/refusals.js";
import { type Item, type Kind, kinds, merged, nearestItem, parentFields, partOf, timesOf } from "./items.js";
import { listItems } from "./listing.js";
import type { Work } from "./memory.js";
import { around, type Entry, entryOf, textOf } from "./store.js";
import { agreeing, meantBy, namesIn } from "./update-without-id.js";

/** Carries out an operation; returns the body of the answer, as JSON. @throws Problem when it cannot. */
export type Remember = (work: Work) => string;

/** Carries out an operation on an item; returns the item. */
type Role = (kind: Kind, operation: Operation, work: Work) => Entry;

/** The operations on the memory, by their id in the contract. */
export const operationsOnMemory: ReadonlyMap<string, Remember> = new Map(kinds.flatMap(remembered));

function remembered(kind: Kind): [id: string, remember: Remember][] {
  const { list, create, update, get, replace, patch, delete: remove, actions = [], triggers = [] } = kind;
  const by = (make: (operation: Operation) => Remember, ...ids: readonly (string | undefined)[]) =>
    ids.flatMap((id = ""): [string, Remember][] => {
      const operation = operations[id];
      return operation ? [[id, sayingWhatIsShown(operation, make(operation))]] : [];
    });
  const as = (role: Role, ...ids: readonly (string | undefined)[]) =>
    by((operation) => answering(kind, operation, role), ...ids);
  return [
    ...by((operation) => listItems(kind, operation), list),
    ...as(created, create),
    ...as(changed, update, replace, patch),
    ...as(found, get, remove, ...actions),
    ...as(triggered, ...triggers),
  ];
}

/** Says which fields next to items always have the value of the contract's example, such as a cursor. */
function sayingWhatIsShown({ id, answer }: Operation, remember: Remember): Remember {
  const { holds, keys: [key] = [], pagination } = answer;
  const isShown = (name: string) => holds && key !== undefined && name !== key && name !== pagination;
  const shown = Object.keys(Object(responseExamples[id])).filter(isShown).join(" and ");
  if (!shown) return remember;
  return (work) => {
    const text = remember(work);
    work.note(`${shown}: from the contract's example`);
    return text;
  };
}

function created(kind: Kind, operation: Operation, work: Work): Entry {
  const { idField, name } = kind;
  const { memory, path, now } = work;
  work.makeRoom();
  const store = memory.store(kind, path);
  const given = givenIn(kind, operation, work);
  const id = given[idField] ?? store.newId();
  if (store.get(String(id))) throw new Problem(409, `There is an item of ${name} with this ${idField} already.`);
  const times = timesOf(kind, now(), "created", "updated");
  const set = Object.assign(parentFields(kind, path), times, { [idField]: id });
  return store.put(nearestItem(kind, Object.assign(given, set), set, work.note));
}

function changed(kind: Kind, operation: Operation, work: Work): Entry {
  const { idField, parents, times, fields, update, replace, patch } = kind;
  const { id, body } = operation;
  const store = work.memory.store(kind, work.path);
  const named = work.path[parents.length];
  const given = givenIn(kind, operation, work);
  const hasNoId = id === update && !Object.hasOwn(given, idField);
  const { item } = hasNoId
    ? meantBy(operation, store.entries, given)
    : known(kind, work, id === update ? given[idField] : named);
  const now = timesOf(kind, work.now(), "updated");
  // What a replacement leaves out goes, but for what the body cannot set, and what an item cannot lack.
  const stays = (name: string) =>
    id !== replace || !Object.hasOwn(body?.fields ?? {}, name) || fields[name]?.required === true;
  const fixed = [idField, ...parents, ...Object.keys(times)];
  const after = {
    ...partOf(item, stays),
    ...(id !== patch && defaultsOf(operation)),
    ...(id === patch ? merged(item, given) : given),
    ...partOf(item, (name) => fixed.includes(name)),
    ...now,
  };
  return store.put(nearestItem(kind, after, { ...item, ...now }, work.note));
}

/** The item that the path names. A read returns it, and an action, of which the contract does not say what it changes. */
function found(kind: Kind, { id, method }: Operation, work: Work): Entry {
  const entry = known(kind, work, work.path[kind.parents.length]);
  if (id === kind.delete) work.memory.store(kind, work.path).delete(entry);
  else if (method !== "GET") work.note("the contract does not say what this changes: the item is as it was");
  return entry;
}

/** Returns what is sent: the item that agrees in all fields that the body requires, or else one with no real id. */
function triggered(kind: Kind, operation: Operation, work: Work): Entry {
  const { memory, now, note } = work;
  const { idField, noId } = kind;
  const sent = { ...defaultsOf(operation), ...givenIn(kind, operation, work) };
  const names = Object.hasOwn(sent, idField) ? [idField] : namesIn(operation, sent);
  const [entry] = names.length > 0 ? agreeing(memory.all(kind), sent, names) : [];
  if (!entry) note(`no item has this ${names.join(" and ")}: the id is ${noId}`);
  const own = entry?.item ?? { ...timesOf(kind, now(), "created", "updated"), [idField]: noId };
  return entryOf(kind, nearestItem(kind, { ...own, ...sent }, own, note));
}

/** @throws Problem when no item has the id. */
function known(kind: Kind, { memory, path }: Work, id: unknown): Entry {
  const entry = memory.store(kind, path).get(String(id));
  if (entry) return entry;
  throw notFound(kind);
}

/** The note of an answer that does not come from the memory. */
export const FROM_EXAMPLE = "answered from the contract's examples";

/** Answers with the item in its envelope, else with the contract's example of a confirmation. */
function answering(kind: Kind, operation: Operation, role: Role): Remember {
  const { id, answer, method } = operation;
  const { holds, keys, names } = answer;
  const example = responseExamples[id];
  const [before, after] = around(example, keys);
  return (work) => {
    const entry = role(kind, operation, work);
    if (holds === "item") return before + textOf(entry, names) + after;
    if (keys && method !== "DELETE") work.note(FROM_EXAMPLE);
    return JSON.stringify(example);
  };
}

/** The fields of a body that are also fields of an item. */
function givenIn({ fields, idField }: Kind, { body: declared }: Operation, { body, note }: Work): Item {
  const inner = declared?.key === undefined ? body : Object(body)[declared.key];
  const given: Record<string, unknown> = {};
  if (!isFields(inner)) return given;
  let others = "";
  for (const name in inner) {
    // An item that is copied brings an id along, which the contract may not take.
    const mayTake = name !== idField || Object.hasOwn(declared?.fields ?? {}, name);
    if (!Object.hasOwn(fields, name)) others += `${others && ", "}${name}`;
    else if (mayTake) given[name] = inner[name];
  }
  if (others) note(`${others} names no field of an item: it is not kept`);
  return given;
}

function defaultsOf({ body }: Operation): Item {
  const defaults: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(body?.fields ?? {})) {
    if (schema.default !== undefined) defaults[name] = schema.default;
  }
  return defaults;
}
