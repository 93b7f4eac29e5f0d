import { randomUUID } from "node:crypto";
import { details, requestExamples } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import type { Fields, Operation, Schema } from "../contract-types.js";
import { urlOf } from "../url.js";
import { shown, type Words, words } from "./findings.js";
import type { VerifyOptions } from "./flags.js";
import { fieldOf, type JsonObject, objectOf } from "./json.js";
import type { Order } from "./list.js";

/** A body as the contract wraps it. */
export function enveloped({ id, body }: Operation, fields: JsonObject): unknown {
  if (body?.key === undefined) return fields;
  return { ...examplesOf(body.others ?? {}, requestExamples[id]), [body.key]: fields };
}

/** The fields that a body requires, with the contract's examples. */
export function requiredOf({ id, body }: Operation): JsonObject {
  return examplesOf(body?.fields ?? {}, fieldOf(requestExamples[id], body?.key));
}

/** What a service assumes for fields that a body may leave out. */
export function defaultsOf({ body }: Operation): JsonObject {
  const optional = Object.entries(body?.fields ?? {}).filter(([, { required }]) => !required);
  const fields = optional.filter(([, { schema }]) => schema.default !== undefined);
  return Object.fromEntries(fields.map(([name, { schema }]) => [name, schema.default]));
}

function examplesOf(fields: Fields, example: unknown): JsonObject {
  const required = Object.entries(fields).filter(([, field]) => field.required);
  return Object.fromEntries(required.map(([name]) => [name, objectOf(example)?.[name]]));
}

/** What the walk sends as the fields of new items of one collection: texts that nobody else has. */
export interface Values {
  /** The fields of an item that hold such a text. */
  readonly telling: readonly string[];
  /** Whether a value is such a text, in whatever form a service keeps it. */
  isOwn(value: unknown): boolean;
  /** Such a text, which is neither a URL nor in any other form. */
  readonly malformed: string;
  /** The required fields of an item. The order of values differs from the order of creation, also at both ends. */
  required(index: number): JsonObject;
}

/** @param fields - The fields of an item. */
export function valuesFor(creation: Operation, fields: Fields, options: VerifyOptions): Values {
  const marker = randomUUID().slice(-12);
  const texts = Object.entries(creation.body?.fields ?? {}).filter(
    ([name, { schema }]) => (isUrl(schema) || isText(schema)) && fields[name],
  );
  const required = texts.filter(([, field]) => field.required);
  // Where no required field tells an item from all others, an optional one does.
  const telling = required.length > 0 ? required : texts.slice(0, 1);
  const chosen = telling.map(([name]) => options.fields[name]?.toLowerCase());
  const [naming] = telling.find(([, { schema }]) => isUrl(schema)) ?? telling[0] ?? [];
  // Pairs share the other texts: a service may take what is alike for one. The order of the pairs is not that of creation.
  const pairOf = (index: number) => `${marker}-${Math.floor(index / 2) % 2 === 0 ? "b" : "a"}`;
  return {
    telling: telling.map(([name]) => name),
    malformed: marker,
    isOwn(value) {
      const text = String(value).toLowerCase();
      return text.includes(marker) || chosen.includes(text);
    },
    required(index) {
      const tag = `${marker}-${String.fromCharCode(97 + ((index * 7 + 3) % 26))}${index}`;
      const url = new URL(options.address);
      // Where a service escapes or folds what it is sent, this shows it.
      url.searchParams.set("for", "Verify");
      url.searchParams.set("verification", tag);
      const own = telling.map(([name, { schema }]) => {
        if (isUrl(schema)) return [name, url.href];
        return [name, options.fields[name] ?? marked(creation, name, name === naming ? tag : pairOf(index))];
      });
      return { ...requiredOf(creation), ...Object.fromEntries(own) };
    },
  };
}

/** The contract's example with a tag that no other item has, as far as the contract allows. */
function marked(creation: Operation, name: string, tag: string): unknown {
  const fields = requiredOf(creation);
  const longest = Number(creation.body?.fields[name]?.schema["maxLength"] ?? 200);
  const allows = (text: string) => bodies[creation.id]?.(enveloped(creation, { ...fields, [name]: text })) ?? true;
  const example = fields[name] ?? details[creation.id]?.fields[name] ?? name;
  const texts = [`${example}-${tag}`, tag.replaceAll(/\W/g, "")];
  return texts.map((text) => text.slice(-longest)).find(allows) ?? example;
}

function isUrl({ format }: Schema): boolean {
  return format === "uri";
}

function isText({ type, format, enum: values, const: constant }: Schema): boolean {
  return [type].flat().includes("string") && format === undefined && values === undefined && constant === undefined;
}

/** Which fields of an item have other values than expected, and which. */
export function differences(item: unknown, expected: JsonObject): Words[] {
  const different = Object.keys(expected).filter((name) => !agree(fieldOf(item, name), expected[name]));
  return different.map((name) => words`${name} is ${shown(fieldOf(item, name))}, expected ${shown(expected[name])}`);
}

/** Whether a value is as expected, in whatever form. An object in it may have more fields, which the service has added. */
export function agree(value: unknown, expected: unknown): boolean {
  if (value === expected) return true;
  if (typeof value !== "object" || typeof expected !== "object" || !value || !expected)
    return normal(value) === normal(expected) || Math.abs(momentOf(value) - momentOf(expected)) <= TOLERANCE;
  if (Array.isArray(expected) && !(Array.isArray(value) && value.length === expected.length)) return false;
  return Object.entries(expected).every(([name, inner]) => agree(Reflect.get(value, name), inner));
}

/** A URL in its normal form, since a service may keep it so; any other value unchanged. */
function normal(value: unknown): unknown {
  return (typeof value === "string" && urlOf(value)?.href) || value;
}

const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** The time of an ISO 8601 text, in ms since 1970; `NaN` for other values. The seconds may be absent. */
function momentOf(value: unknown): number {
  return ISO_8601.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
}

/** Two forms of one time may be rounded differently, in ms. */
export const TOLERANCE = 1_000;

// The order of texts is not specified: an order that one of these accepts is right.
const collators = [{}, { numeric: true }, { ignorePunctuation: true }] as const;
const comparisons = collators.map((options) => new Intl.Collator("en", options).compare);

/**
 * Whether two values of one field are in the wrong order: as numbers, as times, or as texts in every collation.
 *
 * @param tolerance - By how much times may be wrong, in ms.
 */
export function areOutOfOrder(first: unknown, second: unknown, order: Order, tolerance = 0): boolean {
  const [low, high] = order === "asc" ? [first, second] : [second, first];
  const difference = momentOf(low) - momentOf(high);
  if (!Number.isNaN(difference)) return difference > tolerance;
  if (typeof low === "number" && typeof high === "number") return low > high;
  return typeof low === "string" && typeof high === "string" && isAfter(low, high);
}

/** Whether a text certainly comes after another. */
function isAfter(text: string, other: string): boolean {
  // Between the two cases lie other characters, such as the underscore.
  const forms = [(each: string) => each, (each: string) => each.toLowerCase(), (each: string) => each.toUpperCase()];
  return forms.every((form) => form(text) > form(other)) && comparisons.every((compare) => compare(text, other) > 0);
}
