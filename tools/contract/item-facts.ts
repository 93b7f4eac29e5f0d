import type { Collection, IdForm, ItemShape, TimeForm } from "../../src/contract.js";
import { jsonExample, successOf } from "./bodies.js";
import { flattened, type ShownField, type ShownFields } from "./json-schema.js";
import type { Contract, Operation, Schema } from "./model.js";

type Item = Readonly<Record<string, unknown>>;

/** What items are made of: how a new one is completed, and what its id and its times look like. */
export type ItemFacts = Pick<Collection, "examples" | "shapes" | "needed" | "id" | "times">;

/** The items of a collection, as far as they are known. */
export interface KnownItems {
  readonly idField: string;
  readonly fields: ShownFields;
  /** The fields of each kind of item. */
  readonly variants: readonly ShownFields[];
  readonly schema: Schema;
  /** Key of the items in the answer of the list, and of the item in that of the create. */
  readonly keys: readonly [list: string | undefined, create: string | undefined];
  /** The fields that a create takes. */
  readonly sent: ShownFields;
}

/** Derives what items are made of from the fields and the examples of the contract. */
export function itemFactsOf(contract: Contract, list: Operation, create: Operation, known: KnownItems): ItemFacts {
  const { idField, fields, sent, keys, schema } = known;
  const [created] = itemsIn(contract, create, keys[1]);
  const shapes = known.variants.map((variant) => shapeOf(variant, sent, created));
  const made = Object.fromEntries(
    Object.entries(shapes[0]?.missing ?? {}).map(([name, value]) => [name, value ?? null]),
  );
  const listed = itemsIn(contract, list, keys[0]);
  const shown = listed.length > 0 || !created ? listed : [created];
  const examples = shown.length > 0 ? shown.map((item) => ({ ...made, ...item })) : [made];
  const required = Object.keys(sent).filter((name) => sent[name]?.required && !sent[name]?.schema["readOnly"]);
  return {
    examples,
    shapes,
    needed: required.filter((name) => name !== idField && Object.hasOwn(fields, name)),
    id: idFormOf(fields[idField], examples[0]?.[idField]),
    times: timesIn(contract, fields, schema),
  };
}

/** The items in the contract's example of an answer. */
function itemsIn(contract: Contract, operation: Operation, key: string | undefined): Item[] {
  const example: unknown = jsonExample(contract, successOf(operation).response);
  const inner = key === undefined ? example : Object(example)[key];
  return [inner].flat().filter((item) => typeof item === "object" && item !== null);
}

function shapeOf(fields: ShownFields, sent: ShownFields, created: Item = {}): ItemShape {
  const own = Object.entries(fields).filter(([, { schema }]) => schema["writeOnly"] !== true);
  const missing = own.flatMap(([name, { schema, required, example }]) => {
    const standard = sent[name]?.schema.default ?? schema.default;
    const value = standard ?? (required ? (created[name] ?? example) : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return { names: own.map(([name]) => name), missing: Object.fromEntries(missing) };
}

/** The form of ids, by their schema and their example: the last number in a text counts. */
function idFormOf({ schema, example }: Partial<ShownField> = {}, shown = example): IdForm {
  const types = [schema?.type ?? []].flat();
  const isNumber = types.includes("integer") || (types.length === 0 && typeof shown === "number");
  if (isNumber || (types.includes("number") && Number.isInteger(shown))) return { first: Number(shown ?? 1) || 1 };
  const text = String(shown ?? "");
  const pattern = schema?.format === "uuid" ? /^(.{24})(.{12})()$/ : /^(.*?)(\d{1,9})(\D*)$/s;
  const [, before = `${text}-`, digits = "1", after = ""] = pattern.exec(text) ?? [];
  return { first: Number(digits) || 1, before, width: digits.length, after };
}

const MOMENTS = {
  created: /^(date_?|time_?)?(created|creation|inserted)(_?(at|on|date|time))?$/i,
  updated: /^(date_?|time_?|last_?)?(updated|update|modified|changed)(_?(at|on|date|time))?$/i,
};

const TIMESTAMP = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** The fields that hold the time of a change, by their names and their examples. */
function timesIn(contract: Contract, fields: ShownFields, schema: Schema): Collection["times"] {
  const { properties = {} } = flattened(contract, schema);
  const times = Object.entries(fields).flatMap(([name, { example }]) => {
    const moment = MOMENTS.created.test(name) ? "created" : MOMENTS.updated.test(name) ? "updated" : undefined;
    const form = timeFormOf(example, flattened(contract, properties[name] ?? {}));
    return moment && form ? [[name, { moment, ...form }]] : [];
  });
  return Object.fromEntries(times);
}

/** The form of a time, by an example: a number of seconds or milliseconds, a date, or a time with or without its zone. */
function timeFormOf(example: unknown, { pattern }: Schema): Omit<TimeForm, "moment"> | undefined {
  if (typeof example === "number") return example > 1e8 ? { unit: example > 1e11 ? 1 : 1000 } : undefined;
  const [text, fraction, zone = ""] = TIMESTAMP.exec(String(example)) ?? [];
  if (text === undefined || text.length === 10) return text === undefined ? undefined : { length: 10, zone: "" };
  const own = zone.replace(/[+-]\d\d(:?)\d\d/, "+00$100");
  // Milliseconds tell what was created first; a pattern may not allow them.
  const isExact =
    fraction !== undefined || pattern === undefined || isMatch(String(pattern), `2026-03-02T08:20:00.000${own}`);
  return { length: isExact ? 23 : 19, zone: own };
}

function isMatch(pattern: string, text: string): boolean {
  return new RegExp(pattern, "u").test(text);
}
