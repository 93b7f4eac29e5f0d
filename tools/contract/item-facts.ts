import type { Collection, IdForm, ItemShape, TimeForm } from "../../src/contract.js";
import { idOf } from "../../src/new-id.js";
import { ajvOf, schemaText } from "./ajv.js";
import { jsonExample, successOf } from "./bodies.js";
import { flattened, type ShownFields } from "./json-schema.js";
import type { Contract, Operation, Schema } from "./model.js";
import { valueAt } from "./pointer.js";

type Item = Readonly<Record<string, unknown>>;

/** What items are made of: how a new one is completed, and what its id and its times look like. */
export type ItemFacts = Pick<Collection, "examples" | "inner" | "shapes" | "needed" | "id" | "noId" | "times">;

/** The items of a collection, as far as they are known. */
export interface KnownItems {
  readonly idField: string;
  readonly fields: ShownFields;
  /** The fields of each kind of item. */
  readonly variants: readonly ShownFields[];
  readonly schema: Schema;
  /** The keys that lead to the items in the answer of the list, and to the item in that of the create. */
  readonly keys: readonly [list: readonly string[], create: readonly string[]];
  /** What the contract says about ids: as a field, and in the path. */
  readonly idSchemas: readonly Schema[];
  /** The fields that a create takes. */
  readonly sent: ShownFields;
}

/**
 * Derives what items are made of from the fields and the examples of the contract; `undefined` if nobody could give a new
 * item an id.
 */
export function itemFactsOf(
  contract: Contract,
  list: Operation,
  create: Operation,
  known: KnownItems,
): ItemFacts | undefined {
  const { idField, idSchemas, fields, sent, keys, schema } = known;
  const [created] = itemsIn(contract, create, keys[1]);
  const shapes = known.variants.map((variant) => shapeOf(variant, sent, created));
  const made = Object.fromEntries(
    Object.entries(shapes[0]?.missing ?? {}).map(([name, value]) => [name, value ?? null]),
  );
  const listed = itemsIn(contract, list, keys[0]);
  const shown = listed.length > 0 || !created ? listed : [created];
  const examples = shown.length > 0 ? shown.map((item) => ({ ...made, ...item })) : [made];
  const required = Object.keys(sent).filter((name) => sent[name]?.required && !sent[name]?.schema["readOnly"]);
  const shownId = examples[0]?.[idField] ?? fields[idField]?.example;
  const isAllowed = idCheckOf(contract, idSchemas);
  const id = idFormOf(idSchemas, shownId, isAllowed);
  if (!id && !required.includes(idField)) return undefined;
  const exampleId = typeof shownId === "number" ? shownId : String(shownId ?? "");
  const noId = id && idOf(0, id);
  return {
    examples,
    inner: innerOf(contract, fields, examples[0]),
    shapes,
    needed: required.filter((name) => name !== idField && Object.hasOwn(fields, name)),
    id: id ?? { first: 1, before: "" },
    noId: noId !== undefined && isAllowed(noId) ? noId : exampleId,
    times: timesIn(contract, fields, schema),
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

function shapeOf(fields: ShownFields, sent: ShownFields, created: Item = {}): ItemShape {
  const missing = Object.entries(fields).flatMap(([name, { schema, required, example }]) => {
    const shown = required ? [created[name], example] : [];
    const value = [sent[name]?.schema.default, schema.default, ...shown].find((one) => one !== undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return { names: Object.keys(fields), missing: Object.fromEntries(missing) };
}

/** Returns whether the contract allows an id, in an item and as the text of a path. */
function idCheckOf(contract: Contract, schemas: readonly Schema[]): (id: unknown) => boolean {
  const texts = schemas.map((schema) => schemaText(contract, schema, "answer"));
  const ajv = ajvOf(contract, texts);
  const checks = texts.map((text) => ajv.compile(JSON.parse(text)));
  return (id) => checks.every((check) => check(id) || check(String(id)));
}

/** The form of ids, by what the contract says about them and by an example; `undefined` if no form is allowed. */
function idFormOf(schemas: readonly Schema[], shown: unknown, isAllowed: (id: unknown) => boolean): IdForm | undefined {
  const types = schemas.flatMap(({ type = [] }) => type);
  const isNumber = types.includes("integer") || (types.length === 0 && typeof shown === "number");
  const isWhole = isNumber || (types.includes("number") && Number.isInteger(shown));
  const forms = isWhole
    ? [Number(shown ?? 1) || 1, ...schemas.flatMap(({ minimum = 1 }) => minimum)].map((first) => ({ first }))
    : textFormsOf(String(shown ?? ""), schemas);
  const counts = forms.map((form) => COUNTS.filter((count) => isAllowed(idOf(form.first + count - 1, form))).length);
  const most = Math.max(...counts);
  return most > 0 ? forms[counts.indexOf(most)] : undefined;
}

/** The form that serves more of these counts of ids is the better one. */
const COUNTS = [1, 2, 10, 100, 1000, 100_000];

/** The most digits of a number in a text. */
const MOST_DIGITS = 9;

/**
 * The forms that ids may have: the last number in the example counts on, a number is appended, or a number in digits or
 * in letters replaces a part of the example.
 */
function textFormsOf(text: string, schemas: readonly Schema[]): IdForm[] {
  const isUuid = schemas.some(({ format }) => format === "uuid");
  const pattern = isUuid ? /^(.{24})(.{12})()$/ : /^(.*?)(\d{1,9})(\D*)$/s;
  const [, before = `${text}-`, digits = "1", after = ""] = pattern.exec(text) ?? [];
  const shown = { first: Number(digits) || 1, before, width: digits.length, after };
  const replaced = [undefined, "abcdefghij", "ABCDEFGHIJ"].flatMap((letters) =>
    partsOf(text).map(({ start, width }) => ({
      ...{ first: 1, before: text.slice(0, start), width, after: text.slice(start + width) },
      ...(letters !== undefined && { letters }),
    })),
  );
  return [shown, ...replaced];
}

/** The parts of a text that a number may replace: the longer ones first, and of one length the last first. */
function partsOf({ length }: string): { start: number; width: number }[] {
  const longest = Math.min(MOST_DIGITS, length);
  return Array.from({ length: longest }, (_, index) => longest - index).flatMap((width) =>
    Array.from({ length: length - width + 1 }, (_, index) => ({ start: length - width - index, width })),
  );
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
