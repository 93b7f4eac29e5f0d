import { randomUUID } from "node:crypto";
import { details, requestExamples } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import type { Fields, Operation, Schema } from "../contract-types.js";
import type { VerifyOptions } from "./flags.js";
import { fieldOf, type JsonObject, objectOf } from "./json.js";

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
  /** Such a text that is neither a URL nor in any other form. */
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
