import type { Collection, Fields } from "../../src/contract-types.js";
import { bodyFieldsOf, jsonSchema, listOf, type Part, partsOf } from "./bodies.js";
import { itemFactsOf } from "./item-facts.js";
import { flattened, isArray } from "./json-schema.js";
import { pageSizeOf, queryRolesOf } from "./list-roles.js";
import { type Contract, type Operation, operationsOf, parametersIn } from "./model.js";
import { fieldsOf, type ShownFields, withoutExamples } from "./schema-fields.js";
import { answerSchema } from "./success.js";

/**
 * The collections of a contract: every path whose list can be read (`GET`) and that takes new items (`POST`). A list that
 * takes no items is none, since there would be nothing to remember, and neither is one whose items have no id in the form
 * of the conventions.
 */
export function collectionsOf(contract: Contract): readonly Collection[] {
  const operations = operationsOf(contract);
  const named = withNames(operations.flatMap((operation) => collectionAt(contract, operations, operation)));
  return named.map((collection) => ({
    ...collection,
    ...otherRolesOf(contract, collection, named),
    parent: parentOf(collection, named)?.name,
  }));
}

function collectionAt(contract: Contract, all: readonly Operation[], list: Operation): Collection[] {
  const { path } = list;
  const shape = listedIn(contract, list);
  const at = (method: string) => all.find((operation) => operation.path === path && operation.method === method);
  const create = withFields(contract, at("POST"));
  if (!shape || !create) return [];
  const onItem = all.filter((one) => one.path.startsWith(path) && /^\/\{[^{}]+\}$/.test(one.path.slice(path.length)));
  const on = (method: string) => onItem.find((operation) => operation.method === method);
  const inPath = onItem.flatMap((operation) => parametersIn(operation, "path").slice(-1))[0];
  const idParameter = inPath?.name;
  const idField = [idParameter ?? "id", "id"].find((name) => Object.hasOwn(shape.fields, name));
  if (idField === undefined) return [];
  const read = [create, on("GET")].flatMap((operation) => {
    const item = operation && itemIn(contract, operation, idField, shape.fields);
    return item ? [item] : [];
  });
  const fields = together([shape, ...read].map((item) => item.fields));
  const idSchema = flattened(contract, shape.schema).properties?.[idField] ?? {};
  const facts = itemFactsOf(contract, list, create, {
    ...{ idField, fields, idSchemas: [idSchema, ...(inPath ? [inPath.schema] : [])] },
    keys: [shape.keys, itemIn(contract, create, idField, shape.fields)?.keys ?? []],
    sent: create.requestBody ? bodyFieldsOf(contract, jsonSchema(create.requestBody), fields).fields : {},
  });
  if (!facts) return [];
  const query = queryRolesOf(contract, list, fields);
  return [
    {
      name: path,
      path,
      idField,
      idParameter,
      fields: withoutExamples(fields),
      ...facts,
      parents: [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter = ""]) => parameter),
      query,
      pageSize: pageSizeOf(contract, list, query),
      list: list.operationId,
      create: create.operationId,
      update: withFields(contract, at("PUT"))?.operationId,
      get: on("GET")?.operationId,
      replace: withFields(contract, on("PUT"))?.operationId,
      patch: withFields(contract, on("PATCH"))?.operationId,
      delete: on("DELETE")?.operationId,
    },
  ];
}

/** Whether an operation may list something: a path that ends with a parameter is that of one item. */
export function isList({ method, path }: Operation): boolean {
  return method === "GET" && !path.endsWith("}");
}

/** An operation, if its body may hold fields of an item: a list holds none. */
function withFields(contract: Contract, operation: Operation | undefined): Operation | undefined {
  const isListed = operation?.requestBody && isArray(flattened(contract, jsonSchema(operation.requestBody)));
  return isListed ? undefined : operation;
}

/** The item or the items in an answer. */
export interface ItemInAnswer extends Part {
  fields: ShownFields;
}

/** The items in the answer of a list. */
function listedIn(contract: Contract, list: Operation): ItemInAnswer | undefined {
  const shape = isList(list) ? listOf(contract, answerSchema(list) ?? {}) : undefined;
  return shape && { ...shape, fields: fieldsOf(contract, shape.schema) };
}

/**
 * The item of a collection in an operation's answer: the answer itself, or what a key in it holds, whichever has the id
 * and all that the list's items have. `undefined` if none has.
 */
function itemIn(contract: Contract, operation: Operation, idField: string, listed: Fields): ItemInAnswer | undefined {
  const parts = partsOf(contract, answerSchema(operation) ?? {});
  const isItem = (fields: Fields) =>
    idField in fields && Object.keys(listed).every((name) => name in fields || !listed[name]?.required);
  return parts
    .map((part) => ({ ...part, fields: fieldsOf(contract, part.schema) }))
    .find(({ fields }) => isItem(fields));
}

/** All fields of some objects. What the first says about a field wins. */
function together(objects: readonly ShownFields[]): ShownFields {
  const all: ShownFields = Object.assign({}, ...objects.toReversed());
  const isRequired = (name: string) => objects.some((fields) => fields[name]?.required);
  const names = new Set(objects.flatMap((fields) => Object.keys(fields)));
  return Object.fromEntries([...names].map((name) => [name, { schema: {}, ...all[name], required: isRequired(name) }]));
}

/** The item or the items in the answer of an operation on a collection; `undefined` if it answers with something else. */
export function itemAnswered(
  contract: Contract,
  operation: Operation,
  collection: Collection,
): ItemInAnswer | undefined {
  const list = operationsOf(contract).find(({ operationId }) => operationId === collection.list);
  const listed = list && listedIn(contract, list);
  if (operation.operationId === collection.list) return listed;
  return listed && itemIn(contract, operation, collection.idField, listed.fields);
}

/** The names of the fields that an answer shows of an item, if those are not all. */
export function namesShown({ fields }: ItemInAnswer, all: Fields): string[] | undefined {
  return Object.keys(all).every((name) => name in fields) ? undefined : Object.keys(fields);
}

/** What has no role of its own, and answers with an item: an action on it, or a trigger elsewhere. */
function otherRolesOf(contract: Contract, collection: Collection, all: readonly Collection[]) {
  const { path, idParameter } = collection;
  const item = `${path}/{${idParameter}}/`;
  const others = operationsOf(contract).filter(({ operationId }) => !all.some((one) => hasOwnRole(one, operationId)));
  const isAction = ({ method, path: at }: Operation) =>
    method === "POST" && at.startsWith(item) && /^[^{}/]+$/.test(at.slice(item.length));
  const isTrigger = ({ callbacks, path: at }: Operation) => callbacks && !at.startsWith(`${path}/{`);
  const ids = (isOne: (operation: Operation) => unknown) => {
    const found = others.filter((operation) => isOne(operation) && itemAnswered(contract, operation, collection));
    return found.length > 0 ? found.map(({ operationId }) => operationId) : undefined;
  };
  return { actions: ids(isAction), triggers: ids(isTrigger) };
}

const OWN_ROLES = ["list", "create", "update", "get", "replace", "patch", "delete"] as const;

/** Whether an operation does something with a collection that its method and its path say. */
function hasOwnRole(collection: Collection, id: string): boolean {
  return OWN_ROLES.some((role) => collection[role] === id);
}

/** The collection that an operation has a role in; `undefined` if there is none. */
export function collectionOf(collections: readonly Collection[], id: string): Collection | undefined {
  return collections.find(
    (collection) =>
      hasOwnRole(collection, id) || [...(collection.actions ?? []), ...(collection.triggers ?? [])].includes(id),
  );
}

/** The nearest collection of which an item is the parent of another collection, whatever the parameters are called. */
function parentOf({ path }: Collection, all: readonly Collection[]): Collection | undefined {
  const shape = (text: string) => text.replaceAll(/\{[^}]+\}/g, "{}");
  const above = all.filter((other) => shape(path).startsWith(`${shape(other.path)}/{}/`));
  return above.sort((a, b) => b.path.length - a.path.length)[0];
}

/** What a sandbox has in addition to its collections. */
const TAKEN = [
  ..."deliveries requests operations simulations fetch url close middleware then forToken nextRequest".split(" "),
  ..."reset setClock simulate constructor toString valueOf hasOwnProperty".split(" "),
];

/** The collections with their names: the last word of the path; if that is not enough, all words. */
function withNames(collections: readonly Collection[]): Collection[] {
  const words = ({ path }: Collection) => path.split("/").filter((step) => step !== "" && !step.startsWith("{"));
  const short = collections.map((collection) => camelCase(words(collection).slice(-1)));
  return collections.map((collection, index) => {
    const isUnique = short.filter((name) => name === short[index]).length === 1;
    const name = isUnique ? (short[index] ?? "") : camelCase(words(collection));
    return { ...collection, name: TAKEN.includes(name) ? camelCase(["all", capitalized(name)]) : name };
  });
}

function camelCase(words: readonly string[]): string {
  const parts = words.flatMap((word) => word.split(/[^a-z0-9]+/i)).filter(Boolean);
  return parts.map((part, index) => (index === 0 ? part : capitalized(part))).join("");
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
