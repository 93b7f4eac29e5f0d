import { bare, itemsBelow } from "../../src/collection-path.js";
import type { Collection, Field, Fields } from "../../src/contract.js";
import { answerSchema, bodyFieldsOf, itemOf, jsonSchema, listOf, type Part, successOf } from "./bodies.js";
import { itemFactsOf } from "./item-facts.js";
import {
  examplesIn,
  fieldsOf,
  flattened,
  isArray,
  isObject,
  parameterFieldOf,
  type ShownFields,
  variantsOf,
  withoutExamples,
} from "./json-schema.js";
import { hasLinks, pageNumbersOf, positionHeadersOf, positionOf, queryRolesOf } from "./list-roles.js";
import { type Contract, type Operation, operationsOf, type Parameter, parametersIn, type Schema } from "./model.js";

/**
 * The collections of a contract: every path whose list can be read (`GET`) and that takes new items (`POST`, or `PUT` with
 * an id). A list that takes no items is none, since there would be nothing to remember, and neither is one whose items
 * have no id, or one that nobody could make up.
 */
export function collectionsOf(contract: Contract): Collection[] {
  const operations = operationsOf(contract);
  const lists = operations.filter(isList);
  const named = withNames(lists.flatMap((list) => collectionAt(contract, operations, list)));
  return named.map((collection) => ({
    ...collection,
    ...otherRolesOf(contract, collection, named),
    parent: parentOf(collection, named)?.name,
  }));
}

/** Whether an operation may list something: a path that ends with a parameter is that of one item. */
export function isList({ method, path }: Operation): boolean {
  return method === "GET" && !bare(path).endsWith("}");
}

function collectionAt(contract: Contract, all: readonly Operation[], list: Operation): Collection[] {
  const { path } = list;
  const shape = listedIn(contract, list);
  const create = takesFields(contract, creationAt(all, path));
  const onItem = all.filter((operation) => isItemPath(operation.path, path));
  const [idParameter] = onItem.map(({ path: itemPath }) => /\{([^{}]+)\}$/.exec(bare(itemPath))?.[1]);
  const idField = idFieldOf(contract, shape?.schema ?? {}, onItem[0], idParameter);
  if (!shape || !create || idField === undefined) return [];
  const { fields: listed } = shape;
  const on = (method: string) => onItem.find((operation) => operation.method === method);
  const read = [create, on("GET")].flatMap((operation) => {
    const item = operation && itemIn(contract, operation, idField, listed, false);
    return item ? [item.fields] : [];
  });
  const variants = variantsOf(contract, shape.schema).map(answered);
  const fields = variants.length > 0 ? together(variants, "every") : together([listed, ...read], "some");
  const replace = on("PUT");
  const patch = takesFields(contract, on("PATCH") ?? on("POST"), fields);
  const position = positionOf(contract, list);
  const query = queryRolesOf(contract, list, fields, position);
  const facts = itemFactsOf(contract, list, create, {
    idSchemas: idSchemasOf(contract, shape.schema, idField, onItem[0], idParameter),
    ...{ idField, fields, variants: variants.length > 0 ? variants : [fields], schema: shape.schema },
    keys: [shape.keys, itemIn(contract, create, idField, listed, false)?.keys ?? []],
    sent: create.requestBody ? bodyFieldsOf(contract, jsonSchema(create.requestBody), fields).fields : {},
  });
  if (!facts) return [];
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
      ...pageNumbersOf(contract, list, query),
      position,
      headers: positionHeadersOf(list),
      hasLinks: hasLinks(list, position),
      list: list.operationId,
      create: create.operationId,
      update: all.find((operation) => operation.path === path && operation.method === "PUT")?.operationId,
      get: on("GET")?.operationId,
      replace: replace?.operationId,
      upserts: replace?.responses["201"] ? 201 : replace === create ? successOf(create).status : undefined,
      patch: patch?.operationId,
      delete: on("DELETE")?.operationId,
    },
  ];
}

/** The items in the answer of a list. */
function listedIn(contract: Contract, list: Operation): ItemInAnswer | undefined {
  const shape = listOf(contract, answerSchema(list) ?? {});
  return shape && { ...shape, fields: answered(fieldsOf(contract, shape.schema)) };
}

/** The fields that an answer has: what is only written is in none. */
function answered(fields: ShownFields): ShownFields {
  return Object.fromEntries(Object.entries(fields).filter(([, { schema }]) => schema["writeOnly"] !== true));
}

/** What has no role of its own: all that is about one item and names nothing else, and what sends and answers with an item. */
function otherRolesOf(contract: Contract, collection: Collection, all: readonly Collection[]) {
  const { path, idParameter } = collection;
  const item = `${itemsBelow(path)}${idParameter}}`;
  const others = operationsOf(contract).filter(({ operationId }) => !all.some((one) => hasOwnRole(one, operationId)));
  const answersItem = (operation: Operation) => itemAnswered(contract, operation, collection) !== undefined;
  const isAbout = (operation: Operation) =>
    operation.path.startsWith(item) && (!operation.path.slice(item.length).includes("{") || answersItem(operation));
  const isTrigger = (operation: Operation) =>
    operation.callbacks && !operation.path.startsWith(itemsBelow(path)) && answersItem(operation);
  const ids = (isOne: (operation: Operation) => unknown) => {
    const found = others.filter(isOne).map(({ operationId }) => operationId);
    return found.length > 0 ? found : undefined;
  };
  return { actions: ids(isAbout), triggers: ids(isTrigger) };
}

/**
 * An operation, if its body may hold fields of an item: a list of instructions, as of JSON Patch, holds none, and neither
 * does a body that requires one, as of SCIM.
 *
 * @param known - The fields of an item, if they are known.
 */
function takesFields(contract: Contract, operation: Operation | undefined, known?: Fields): Operation | undefined {
  const schema = operation?.requestBody ? jsonSchema(operation.requestBody) : {};
  const others = Object.entries(known ? fieldsOf(contract, schema) : {}).filter(([name]) => !known?.[name]);
  const holdsObjects = ({ items }: Field["schema"]) => items !== undefined && isObject(flattened(contract, items));
  const isInstructed = others.some(([, field]) => field.required && holdsObjects(field.schema));
  return isInstructed || isArray(flattened(contract, schema)) ? undefined : operation;
}

/** What creates an item of the list at a path: `POST` there, or else `PUT` below it, with the id of the new one. */
function creationAt(all: readonly Operation[], list: string): Operation | undefined {
  return (
    all.find(({ path, method }) => method === "POST" && path === list) ??
    all.find(({ path, method }) => method === "PUT" && isItemPath(path, list))
  );
}

/** Whether a path is that of one item below a list's path. */
function isItemPath(path: string, list: string): boolean {
  return path.startsWith(itemsBelow(list)) && /^[^{}]+\}$/.test(bare(path).slice(itemsBelow(list).length));
}

/**
 * The field that holds an item's id: named like the path parameter or its last word, as `number` for `issue_number`, else
 * `id`, else with the parameter's example. One that the contract does not write, and that is made up, says nothing.
 */
function idFieldOf(contract: Contract, item: Schema, onItem: Operation | undefined, parameter = "id") {
  const { properties: fields = {} } = flattened(contract, item);
  const declared = idParameterOf(onItem, parameter);
  const [inSchema] = examplesIn(contract, declared?.schema);
  const { example = inSchema } = parameterFieldOf(contract, { ...declared, schema: {} });
  const [last = ""] = /[A-Z]?[^A-Z_-]+$/.exec(parameter) ?? [];
  const alike = Object.keys(fields).filter((name) => examplesIn(contract, fields[name]).includes(example));
  return [parameter, last.toLowerCase(), "id", ...alike].find((name) => Object.hasOwn(fields, name));
}

/** What the contract says about ids: as a field of an item, and as the path parameter. */
function idSchemasOf(contract: Contract, item: Schema, field: string, onItem: Operation | undefined, parameter = "") {
  return [flattened(contract, item).properties?.[field], idParameterOf(onItem, parameter)?.schema].flatMap((schema) =>
    schema ? [flattened(contract, schema)] : [],
  );
}

/** The path parameter that holds an item's id. */
function idParameterOf(onItem: Operation | undefined, name: string): Parameter | undefined {
  return onItem && parametersIn(onItem, "path").find((parameter) => parameter.name === name);
}

/** The item in an operation's answer. */
export interface ItemInAnswer extends Part {
  fields: ShownFields;
}

/** The item or the items in the answer of an operation on a collection; `undefined` if it answers with something else. */
export function itemAnswered(
  contract: Contract,
  operation: Operation,
  collection: Collection,
): ItemInAnswer | undefined {
  const { idField, fields, list } = collection;
  const { operationId: id, method } = operation;
  const found = id === list ? listedIn(contract, operation) : itemIn(contract, operation, idField, fields);
  if (!found || hasOwnRole(collection, id)) return found;
  const listed = operationsOf(contract).find(({ operationId }) => operationId === list);
  const isWhole = listed && hasRequired(found.fields, listedIn(contract, listed)?.fields);
  // What is read below an item is something else.
  return method !== "GET" && isWhole ? found : undefined;
}

/** The names of the fields that an answer shows of an item, if those are not all. */
export function namesShown(contract: Contract, { schema, fields }: ItemInAnswer, all: Fields): string[] | undefined {
  const isWhole = variantsOf(contract, schema).length > 0 || Object.keys(all).every((name) => name in fields);
  return isWhole ? undefined : Object.keys(fields);
}

/**
 * The item of a collection in an operation's answer: the answer itself or an object in it, whichever has the id and no
 * required field that the collection's items do not have; `undefined` if none has. Names of schemas do not count, since an
 * answer may spell its fields out.
 *
 * @param known - The fields of the collection's items: all, or only those in the list.
 * @param areAll - Whether they are all. If not, an item may have others, next to all that the list requires: an answer
 * that lacks one of those, and requires another, is something else, such as a job.
 */
function itemIn(
  contract: Contract,
  operation: Operation,
  idField: string,
  known: Fields,
  areAll = true,
): ItemInAnswer | undefined {
  const schema = answerSchema(operation);
  if (!schema) return undefined;
  const wrapped = itemOf(contract, schema);
  const own = [{ keys: [], schema }, ...(wrapped ? [wrapped] : [])];
  const inner = partsIn(contract, schema).flatMap((part) => [part, ...partsIn(contract, part.schema, part.keys)]);
  const withFields = (part: Part) => ({ ...part, fields: answered(fieldsOf(contract, part.schema)) });
  // Next to other keys, such as `meta`, the item is what has all that the list's items have.
  const likeListed = inner
    .map(withFields)
    .filter(({ fields }) => hasRequired(fields, known))
    .sort((one, other) => one.keys.length - other.keys.length);
  return [...own.map(withFields), ...likeListed].find(
    ({ fields }) => idField in fields && (hasRequired(known, fields) || (!areAll && hasRequired(fields, known))),
  );
}

function partsIn(contract: Contract, schema: Schema, keys: readonly string[] = []): Part[] {
  const { properties = {} } = flattened(contract, schema);
  return Object.entries(properties).map(([key, inner]) => ({ keys: [...keys, key], schema: inner }));
}

/** Whether some fields are all that others require. */
function hasRequired(fields: Fields, others: Fields = {}): boolean {
  return Object.keys(others).every((name) => name in fields || !others[name]?.required);
}

const OWN_ROLES = ["list", "create", "update", "get", "replace", "patch", "delete"] as const;

/** Whether an operation does something with a collection that its method and its path say. */
export function hasOwnRole(collection: Collection, id: string): boolean {
  return OWN_ROLES.some((role) => collection[role] === id);
}

/**
 * The collection that an operation has a role in; `undefined` if there is none. An operation on a nested collection is
 * no action on the item above it.
 */
export function collectionOf(collections: readonly Collection[], id: string): Collection | undefined {
  return (
    collections.find((collection) => hasOwnRole(collection, id)) ??
    collections.find(({ actions = [], triggers = [] }) => actions.includes(id) || triggers.includes(id))
  );
}

/** The nearest collection of which an item is the parent of another collection, whatever the parameters are called. */
function parentOf({ path }: Collection, all: readonly Collection[]): Collection | undefined {
  const shape = (text: string) => text.replaceAll(/\{[^}]+\}/g, "{}");
  const above = all.filter((other) => shape(path).startsWith(`${itemsBelow(shape(other.path))}}/`));
  return above.sort((a, b) => b.path.length - a.path.length)[0];
}

/**
 * All fields of some objects. What the first says about a field wins.
 *
 * @param count - Of how many objects a field has to be required, so that it is required here.
 */
function together(objects: readonly ShownFields[], count: "some" | "every"): ShownFields {
  const names = [...new Set(objects.flatMap((fields) => Object.keys(fields)))];
  const all = Object.assign({}, ...objects.toReversed());
  return Object.fromEntries(
    names.map((name) => [name, { ...all[name], required: objects[count]((one) => one[name]?.required) }]),
  );
}

/** What a sandbox has in addition to its collections. */
const TAKEN = [
  ..."deliveries requests operations simulations fetch url close middleware then forToken nextRequest".split(" "),
  ..."reset setClock simulate constructor toString valueOf hasOwnProperty".split(" "),
];

/** The collections with their names: the last word of the path; if that is not enough, all words. */
function withNames(collections: readonly Collection[]): Collection[] {
  const words = ({ path }: Collection) =>
    bare(path)
      .split("/")
      .filter((step) => step !== "" && !step.startsWith("{"));
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
