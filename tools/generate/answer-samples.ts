import { flattened, isObject } from "../contract/json-schema.js";
import { type Contract, type Schema, schemaName } from "../contract/model.js";
import { objectCode } from "./code.js";
import { identifierOf, type Names } from "./names.js";

/** A value in the code of a sample that may be anything. */
export const ANYTHING = "undefined";

/**
 * Writes samples of answers: values that have the fields that the contract requires, with values of their types. The
 * client compares the form of answers with them.
 */
export class Samples {
  readonly #contract: Contract;
  readonly #names: Names;
  /** For each schema by name, the code of its sample; `undefined` while it is written. */
  readonly #codes = new Map<string, string | undefined>();
  readonly #constants: string[] = [];

  constructor(contract: Contract, names: Names) {
    this.#contract = contract;
    this.#names = names;
  }

  /** The constants that samples refer to, each before its first use. */
  get constants(): readonly string[] {
    return this.#constants;
  }

  /** Code of a sample; `undefined` if the schema allows any form. */
  of(schema: Schema): string {
    const name = schemaName(schema);
    if (name === undefined) return this.#inline(schema);
    // A schema that requires itself has no finite sample: the inner one may be anything.
    if (!this.#codes.has(name)) this.#define(name, schema);
    return this.#codes.get(name) ?? ANYTHING;
  }

  #define(name: string, schema: Schema): void {
    this.#codes.set(name, undefined);
    const code = this.#inline(schema);
    if (!code.startsWith("{ ")) {
      this.#codes.set(name, code);
      return;
    }
    const constant = this.#names.take(`${identifierOf(name).replace(/^[A-Z]+/, (start) => start.toLowerCase())}Sample`);
    this.#constants.push(`const ${constant} = ${code};`);
    this.#codes.set(name, constant);
  }

  #inline(schema: Schema): string {
    const flat = flattened(this.#contract, schema);
    const { type, items = {}, enum: values = [], const: constant, properties = {}, required = [] } = flat;
    const [only, ...others] = [type ?? []].flat();
    // One of several forms: which one is not known.
    if (others.length > 0 || flat.oneOf || flat.anyOf) return ANYTHING;
    if (only === "array") return `[${this.of(items).replace(ANYTHING, "")}]`;
    if (isObject(flat)) {
      const fields = required.map((key) => [key, this.of(properties[key] ?? {})] as const);
      return objectCode(fields.filter(([, code]) => code !== ANYTHING));
    }
    const literal = [constant, ...values].find((value) => value !== undefined);
    return SCALARS.get(only ?? (values.includes(null) ? "" : typeof literal)) ?? ANYTHING;
  }
}

const SCALARS = new Map([
  ["integer", "0"],
  ["number", "0.5"],
  ["string", '""'],
  ["boolean", "false"],
]);
