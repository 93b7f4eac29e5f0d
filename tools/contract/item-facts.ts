import type { Collection, IdForm, TimeForm } from "../../src/contract-types.js";
import { MOMENTS } from "../../src/conventions.js";
import { ajvOf, schemaText } from "./ajv.js";
import { jsonExample } from "./bodies.js";
import { flattened } from "./json-schema.js";
import type { Contract, Operation, Schema } from "./model.js";
import { valueAt } from "./pointer.js";
import type { ShownFields } from "./schema-fields.js";
import { successOf } from "./success.js";

type Item = Readonly<Record<string, unknown>>;

/** What items are made of: how a new one is completed, and what its id and its times look like. */
type ItemFacts = Pick<Collection, "examples" | "inner" | "missing" | "needed" | "id" | "noId" | "times">;

/** The items of a collection, as far as they are known. */
interface KnownItems {
  readonly idField: string;
  readonly fields: ShownFields;
  /** The keys that lead to the items in the answer of the list, and to the item in that of the create. */
  readonly keys: readonly [list: readonly string[], create: readonly string[]];
  /** What the contract says about ids: as a field, and in the path. */
  readonly idSchemas: readonly Schema[];
  /** The fields that a create takes. */
  readonly sent: ShownFields;
}

/**
 * Derives what items are made of from the fields and the examples of the contract; `undefined` if their ids are neither
 * integers nor text with a number in it.
 */
export function itemFactsOf(
  contract: Contract,
  list: Operation,
  create: Operation,
  known: KnownItems,
): ItemFacts | undefined {
  const { idField, idSchemas, fields, sent, keys } = known;
  const [created] = itemsIn(contract, create, keys[1]);
  const listed = itemsIn(contract, list, keys[0]);
  const missing = missingIn(fields, sent, created);
  const shown = listed.length > 0 || !created ? listed : [created];
  const examples = shown.length > 0 ? shown.map((item) => ({ ...missing, ...item })) : [missing];
  const isAllowed = idCheckOf(contract, idSchemas);
  const exampleId = examples[0]?.[idField] ?? fields[idField]?.example;
  const id = idFormOf(exampleId, isAllowed);
  if (!id) return undefined;
  const noId = idOf(0, id);
  const required = Object.keys(sent).filter((name) => sent[name]?.required);
  return {
    examples,
    inner: innerOf(contract, fields, examples[0]),
    missing,
    needed: required.filter((name) => name !== idField && Object.hasOwn(fields, name)),
    id,
    noId: isAllowed(noId) ? noId : idOf(id.first, id),
    times: timesIn(fields),
  };
}

/** The objects that fields hold: those of an item, else what the contract requires of them; `undefined` if none do. */
function innerOf(contract: Contract, fields: ShownFields, item: Item = {}): Item | undefined {
  const holdsObject = (value: unknown) => [value].flat().some((one) => typeof one === "object" && one !== null);
  const held = Object.entries(fields).flatMap(([name, { schema, example }]) => {
    if (holdsObject(item[name])) return [[name, item[name]]];
    return holdsObject(example) ? [[name, requiredPart(contract, schema, example)]] : [];
  });
  return held.length > 0 ? Object.fromEntries(held) : undefined;
}

/** The part of a value that its schema requires. */
function requiredPart(contract: Contract, schema: Schema, value: unknown): unknown {
  const { properties = {}, required = [], items = {} } = flattened(contract, schema);
  if (Array.isArray(value)) return value.map((one) => requiredPart(contract, items, one));
  if (typeof value !== "object" || value === null) return value;
  const field = (name: string) => requiredPart(contract, properties[name] ?? {}, Reflect.get(value, name));
  return Object.fromEntries(required.map((name) => [name, field(name)]));
}

/** The items in the contract's example of an answer. */
function itemsIn(contract: Contract, operation: Operation, keys: readonly string[]): Item[] {
  const example: unknown = jsonExample(contract, successOf(operation).response);
  const items = [keys.reduce(valueAt, example)].flat();
  return items.flatMap((item) => (typeof item === "object" && item !== null ? [{ ...item }] : []));
}

/** What a field becomes that a creation does not send: its default, or if it is required, its example. */
function missingIn(fields: ShownFields, sent: ShownFields, created: Item = {}): Item {
  const missing = Object.entries(fields).flatMap(([name, { schema, required, example }]) => {
    const shown = required ? [created[name], example, null] : [];
    const value = [sent[name]?.schema.default, schema.default, ...shown].find((one) => one !== undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(missing);
}

/** Returns whether the contract allows an id, in an item and as the text of a path. */
function idCheckOf(contract: Contract, schemas: readonly Schema[]): (id: unknown) => boolean {
  const texts = schemas.map(schemaText);
  const ajv = ajvOf(contract, texts);
  const checks = texts.map((text) => ajv.compile(JSON.parse(text)));
  return (id) => checks.every((check) => check(id) || check(String(id)));
}

/** Text with a number in it: the last one counts. */
const NUMBERED = /^(.*?)(\d{1,9})(\D*)$/s;

/** How far the number in an id has to count on, so that items can be created. That in most UUIDs cannot. */
const LEAST_IDS = 100;

/** The form of ids, by an example: an integer, or text whose number counts on; `undefined` if it is neither. */
function idFormOf(example: unknown, isAllowed: (id: unknown) => boolean): IdForm | undefined {
  if (Number.isInteger(example)) return { first: Number(example) };
  const [, before, digits = "", after = ""] = NUMBERED.exec(typeof example === "string" ? example : "") ?? [];
  const form = { first: Number(digits), before, width: digits.length, after };
  return before !== undefined && isAllowed(idOf(form.first + LEAST_IDS, form)) ? form : undefined;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** The longest time that JavaScript writes: `2026-03-02T10:20:00.000`. */
const LONGEST_TIME = 23;

/** The fields that hold the time of a change, by their names and their examples. */
function timesIn(fields: ShownFields): Collection["times"] {
  const times = Object.entries(fields).flatMap(([name, { example }]): [string, TimeForm][] => {
    const moment = MOMENTS.find((word) => name.includes(word));
    const [text, zone = ""] = TIMESTAMP.exec(String(example)) ?? [];
    if (!moment || text === undefined) return [];
    const length = Math.min(text.length - zone.length, LONGEST_TIME);
    return [[name, { moment, length, zone: zone.replace(/[+-]\d\d(:?)\d\d/, "+00$100") }]];
  });
  return Object.fromEntries(times);
}

/** Writes the id with a number in it: an integer, or text in the form of the contract's ids. */
function idOf(number: number, { before, width = 0, after = "" }: IdForm): number | string {
  return before === undefined ? number : before + String(number).padStart(width, "0") + after;
}
