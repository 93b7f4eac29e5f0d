import { randomUUID } from "node:crypto";
import { details } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import type { Fields, Operation, Schema } from "../contract.js";
import type { JsonObject } from "./json.js";
import type { Others } from "./others.js";
import { enveloped, requiredOf, sendable } from "./request-body.js";
import { DEFAULT_ADDRESS, type VerifyOptions } from "./verify-flags.js";

/** Formats whose values name one thing, and how the walk makes one of its own. */
const NAMING: Readonly<Record<string, (tag: string, address: string) => string>> = {
  uri: (tag, address) => {
    const url = new URL(address);
    url.searchParams.set("verification", tag);
    return url.href;
  },
  email: (tag) => `verification-${tag}@${new URL(DEFAULT_ADDRESS).hostname}`,
  uuid: () => randomUUID(),
};

/** What the walk sends as the fields of new items of one collection: values that no other item has. */
export class Values {
  /** The fields that tell the walk's items from all others. */
  readonly own: readonly string[];
  /** A field for which there is no value that nobody else uses, and the value that was tried. */
  readonly taken: { field: string; value: unknown } | undefined;
  /** Values for the fields that all items of the walk share: the first is sent. */
  readonly #free: Record<string, unknown[]> = {};
  /** Fields whose values differ from item to item. */
  readonly #naming: readonly string[];
  readonly #creation: Operation;
  readonly #options: VerifyOptions;
  readonly #marker: string;

  /** @param fields - The fields of an item. */
  constructor(creation: Operation, options: VerifyOptions, others: Others, fields: Fields) {
    this.#creation = creation;
    this.#options = options;
    this.#marker = others.marker;
    const all = Object.entries(sendable(creation.body?.fields));
    const required = all.filter(([, field]) => field.required);
    const named = (isOne: (schema: Schema) => boolean, among = required) =>
      among.filter((entry) => isOne(entry[1].schema)).map(([name]) => name);
    const naming = named(({ format = "" }) => format in NAMING);
    const optional = all.filter(([name]) => Object.hasOwn(fields, name));
    const texts = named(isText);
    // Where no required field tells an item from all others, an optional one does.
    if (naming.length === 0 && texts.length === 0) texts.push(...named(isText, optional).slice(0, 1));
    // Where nothing names one item, every text does.
    this.#naming = naming.length > 0 ? naming : texts;
    const shared = texts.filter((name) => !this.#naming.includes(name));
    for (const name of [...shared, ...named(({ enum: values }) => values !== undefined)]) {
      const given = options.fields[name];
      const listed = creation.body?.fields[name]?.schema.enum;
      // What the user says, else a listed value, or a text of the walk's own, or the contract's example, which a service
      // may list.
      const usual = listed ?? [this.#marked(name, this.#marker), requiredOf(creation)[name]];
      const candidates = given === undefined ? usual : [given];
      const free = candidates.filter((value) => !others.mayHave(name, value));
      if (free.length > 0) this.#free[name] = free;
      // Of a closed list, others may use every value: then it tells nothing, but other fields do.
      else if (given !== undefined || !listed) this.taken ??= { field: name, value: candidates[0] };
    }
    this.own = [...this.#naming, ...Object.keys(this.#free)];
  }

  /** Goes on to the next values, after the service has refused some. @returns Whether there are any. */
  next(): boolean {
    const open = Object.values(this.#free).filter(({ length }) => length > 1);
    for (const values of open) values.shift();
    return open.length > 0;
  }

  /** The required fields of an item. The order of values differs from the order of creation, also at both ends. */
  required(index: number): JsonObject {
    const tag = `${this.#marker}-${String.fromCharCode(97 + ((index * 7 + 3) % 26))}${index}`;
    const naming = this.#naming.map((name) => {
      const make = NAMING[this.#creation.body?.fields[name]?.schema.format ?? ""];
      return [name, make ? make(tag, this.#options.address) : this.#marked(name, tag)];
    });
    const shared = Object.entries(this.#free).map(([name, [value]]) => [name, value]);
    return { ...requiredOf(this.#creation), ...Object.fromEntries([...shared, ...naming]) };
  }

  /** The contract's example with a tag that no other item has, as far as the contract allows. */
  #marked(name: string, tag: string): unknown {
    const fields = requiredOf(this.#creation);
    const longest = Number(this.#creation.body?.fields[name]?.schema["maxLength"] ?? 200);
    const check = bodies[this.#creation.id];
    const allows = (text: string) => check?.(enveloped(this.#creation, { ...fields, [name]: text })) ?? true;
    const word = tag.replaceAll(/\W/g, "");
    const letters = word.replaceAll(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
    const example = fields[name] ?? details[this.#creation.id]?.fields[name] ?? name;
    const texts = [`${example}-${tag}`, tag, word, letters, letters.toUpperCase()];
    // Some patterns allow only one length.
    const sized = [longest, String(example).length].flatMap((length) => texts.map((text) => text.slice(-length)));
    return sized.find(allows) ?? example;
  }
}

function isText({ type, format, enum: values, const: constant }: Schema): boolean {
  return [type].flat().includes("string") && format === undefined && values === undefined && constant === undefined;
}
