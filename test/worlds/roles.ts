// The contract by role, for tests that are about the client, the sandbox or verify, and not about this one API.
import {
  accessToken,
  clientMethods,
  collections,
  details,
  operation,
  operations,
  requestExamples,
  responseExamples,
} from "../../generated/contract.js";
import type { operations as ApiOperations } from "../../generated/schema.js";
import type { Call, CallOptions, List, ServiceClient } from "../../src/client/index.js";
import type { Collection } from "../../src/contract-types.js";
import { PAGINATION } from "../../src/conventions.js";
import { idOf } from "../../src/new-id.js";
import { inAnswer } from "./in-answer.js";

/** An item of the collection, or the fields of one. */
export type Item = Record<string, unknown>;

const found = collections.find(({ triggers }) => triggers) ?? collections[0];
if (!found) throw new Error("The contract has no collection");

/** The collection that tests use: the one whose deliveries can be triggered, if there is one. */
export const collection: Collection = found;

const inCollections = collections.flatMap((each) => Object.values(each).flat());

/** What no collection has: here, the exchange. */
const exchange = Object.keys(operations).find((id) => !inCollections.includes(id));

/** What an operation is for. */
export type Role = "list" | "create" | "get" | "update" | "delete" | "trigger" | "exchange";

/** The id of each operation, by its role. An absent one is empty. */
export const ids: Readonly<Record<Role, keyof ApiOperations>> = Object({
  list: collection.list,
  create: collection.create,
  get: collection.get ?? "",
  update: collection.update ?? collection.replace ?? collection.patch ?? "",
  delete: collection.delete ?? "",
  trigger: collection.triggers?.[0] ?? "",
  exchange: exchange ?? "",
});

const created = Object.entries(operation(ids.create).body?.fields ?? {});
const momentOf = (moment: string) =>
  Object.keys(collection.times).find((name) => collection.times[name]?.moment === moment);
const address = created.find(([, { schema }]) => schema.format === "uri")?.[0] ?? "";

/** The names of the fields of an item and of the parameters of its list, by role. An absent one is empty. */
export const names = {
  id: collection.idField,
  address,
  /** The text that names an event. */
  event: collection.needed.find((name) => name !== address) ?? "",
  /** What is a secret. */
  secret: created.find(([, { schema }]) => schema.format === "password")?.[0] ?? "",
  /** What has a default. */
  choice: created.find(([, { schema }]) => schema.default !== undefined)?.[0] ?? "",
  created: momentOf("created") ?? "",
  updated: momentOf("updated") ?? "",
  page: collection.query.page ?? "",
  size: collection.query.size ?? "",
  sortBy: collection.query.sortBy ?? "",
  sortOrder: collection.query.sortOrder ?? "",
  /** Any parameter of the list. */
  query: operation(ids.list).parameters.find(({ in: place }) => place === "query")?.name ?? "",
};

/** The most items that a page may have. */
export const largestPage = Number(
  operation(ids.list).parameters.find(({ name }) => name === names.size)?.schema.maximum ?? 10_000,
);

/** The default of the field that has one, and another value if there is one. */
export const choices: readonly unknown[] = (({ default: usual, enum: all = [] }) => [
  usual,
  all.find((value) => value !== usual) ?? usual,
])(operation(ids.create).body?.fields[names.choice]?.schema ?? {});

/** Fields of a new item that the contract requires; items with another number agree in none of them. */
export function newItem(number = 0): Item {
  const values = collection.examples.map((example) => collection.needed.map((name) => example[name]));
  const fields = collection.needed.map((name, index) => [
    name,
    name === names.address ? `https://front-end.example/hooks/${number}` : values[number % values.length]?.[index],
  ]);
  return Object.fromEntries(fields);
}

/** The methods of a client, by role: whatever the contract calls them, and their fields. */
export interface RoleMethods {
  list(query?: object | null, options?: CallOptions | null): List<Item, Item>;
  create(fields: object, options?: CallOptions): Call<Item>;
  get(id: unknown, options?: CallOptions | null): Call<Item>;
  update(fields: object, options?: CallOptions): Call<Item>;
  delete(id: unknown, options?: CallOptions): Call<Item>;
  trigger(fields: object, options?: CallOptions): Call<Item>;
  exchange(options?: (CallOptions & { body?: unknown }) | null): Call<Item>;
}

/** The methods of a client, by role. An update that names its item is one of the item with this id. */
export function methodsOf(
  client: ServiceClient,
  updated: unknown = collection.examples[0]?.[collection.idField],
): RoleMethods {
  const method = (role: Role) => {
    const [group = "", name = ""] = clientMethods[ids[role]] ?? [];
    const methods = Object(Reflect.get(client, group));
    const before = role === "update" && !collection.update ? [updated] : [];
    return (...args: unknown[]) => methods[name](...before, ...args);
  };
  const completing = (role: Role) => {
    const call = method(role);
    return (fields: object, ...options: unknown[]) => call(completed(fields, role), ...options);
  };
  return {
    list: method("list"),
    create: completing("create"),
    get: method("get"),
    update: completing("update"),
    delete: method("delete"),
    trigger: completing("trigger"),
    exchange: method("exchange"),
  };
}

/** Fields of an item with those that a body requires as well, and that no item has. */
export function completed<Fields extends object>(fields: Fields, role: Role = "create"): Fields {
  const example = inputOf(role);
  const others = Object.entries(operations[ids[role]]?.body?.fields ?? {}).filter(
    ([name, { required }]) => required && !(name in collection.fields),
  );
  return others.length === 0
    ? fields
    : { ...Object.fromEntries(others.map(([name]) => [name, example[name]])), ...fields };
}

/** The id that has this number. */
export function numbered(number: number): number | string {
  return idOf(number, collection.id);
}

/** Whether ids are numbers, and not texts. */
export const hasNumbers = typeof numbered(1) === "number";

/** The id of an item of a seed, by its place. */
export function idAt(place: number): number | string {
  return numbered(collection.id.first + place);
}

/** The path of an operation, with an id in it: one that the contract does not have, if it has no such operation. */
export function pathOf(role: Role, id: number | string = ""): string {
  return (operations[ids[role]]?.path ?? `/no-${role}`).replace(/\{[^}]+\}/, String(id));
}

/** A body with these fields, as the contract wraps it. */
export function wrapped(fields: unknown, role: Role = "create"): unknown {
  const { key } = operations[ids[role]]?.body ?? {};
  return key === undefined ? fields : { [key]: fields };
}

/** The key of the envelope of an answer; empty if it has none. */
export function keyOf(role: Role): string {
  return operations[ids[role]]?.answer.keys?.[0] ?? "";
}

/** The contract's example of an answer: a copy, which a test may change. */
export function answerOf(role: Role): Item {
  return structuredClone(Object(responseExamples[ids[role]]));
}

/** The item or the list in an answer. */
export function within(role: Role, body: unknown) {
  const called = operations[ids[role]];
  return structuredClone(Object(called && inAnswer(called, body)));
}

/** An answer that holds this item or list, and is otherwise the contract's example. */
export function answered(role: Role, held: unknown): Item {
  const { keys = [] } = operations[ids[role]]?.answer ?? {};
  const [key, inner] = keys;
  if (key === undefined) return Object(held);
  return { ...answerOf(role), [key]: inner === undefined ? held : { [inner]: held } };
}

/** The fields of the contract's example of a body: a copy, which a test may change. */
export function inputOf(role: Role): Item {
  const { key } = operations[ids[role]]?.body ?? {};
  const example = Object(requestExamples[ids[role]]);
  return structuredClone(key === undefined ? example : example[key]);
}

/** The items on a page. */
export function itemsOf(page: Item): Item[] {
  return Object(inAnswer(operation(ids.list), page));
}

/** What a page says about its position. */
export type Position = Partial<Record<keyof typeof PAGINATION, number>>;

const { pagination = "" } = operation(ids.list).answer;

/** What a page says about its position. */
export function positionOf(page: Item): Position {
  const position = Object(page[pagination]);
  return Object.fromEntries(Object.entries(PAGINATION).map(([role, name]) => [role, position[name]]));
}

/** A page that says this about its position. */
export function positioned(page: Item, position: Position): Item {
  const fields = Object.entries(PAGINATION).map(([role, name]) => [name, Reflect.get(position, role)]);
  return { ...page, [pagination]: { ...Object(page[pagination]), ...Object.fromEntries(fields) } };
}

/** The items that a sandbox remembers. */
export function kept(sandbox: object): readonly Item[] {
  return Reflect.get(sandbox, collection.name);
}

/** The headers that every operation requires, with the access token. */
export const requiredHeaders: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(operations).flatMap(({ id, parameters }) =>
    parameters
      .filter((one) => one.in === "header" && one.required)
      .map(({ name }) => [name, `${details[id]?.parameters[name]}`]),
  ),
);

/** The header of an access token. */
export function tokenHeader(token: string): Record<string, string> {
  return { [accessToken.header]: accessToken.prefix + token };
}

/** The name of the schema of what an operation answers with. */
export function resourceOf(role: Role): string {
  return details[ids[role]]?.resource ?? `no ${role}`;
}

/** The JSON pointer to an operation in the contract: to nothing, if the contract has none. */
export function pointerOf(role: Role): string {
  const { path, method } = operations[ids[role]] ?? { path: `no ${role}`, method: "GET" };
  return `/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}`;
}
