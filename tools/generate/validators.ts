import { Ajv, type Options } from "ajv";
import { _, str } from "ajv/dist/compile/codegen/index.js";
import standalone from "ajv/dist/standalone/index.js";
import { CommandError } from "../../src/cli/command.js";
import { BOUND_KEYWORDS, boundInWords } from "../contract/bounds-in-words.js";
import {
  answerOf,
  type Contract,
  jsonSchema,
  type Operation,
  operationsOf,
  type Parameter,
  parametersIn,
  type Schema,
  schemaName,
} from "../contract/model.js";
import { CONTRACT } from "../contract/read.js";
import { HEADER } from "./client.js";

const DATE = String.raw`^(?!\d{4}-(?:02-3|(?:0[469]|11)-31)|(?!\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)\d{4}-02-29)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;

/**
 * The formats of URLs, dates and times, exact to the calendar. As patterns, they become part of the checks; ajv's own
 * formats are longer than all checks of a request.
 */
const FORMATS = {
  uri: /^(?!.*%(?![\da-f]{2}))[a-z][a-z\d+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i,
  date: new RegExp(`${DATE}$`),
  "date-time": new RegExp(`${DATE}${TIME}$`),
};

/** Returns the code of the checks of bodies and schemas. It is plain JavaScript, which needs neither `eval` nor a library. */
export function generateValidators(contract: Contract): string {
  const operations = operationsOf(contract);
  const checks = new Checks(contract);
  const bodies = operations.flatMap(({ operationId, requestBody }) =>
    requestBody ? [[operationId, jsonSchema(requestBody)] as const] : [],
  );
  const responses = operations.map((operation) => [operation.operationId, jsonSchema(answerOf(operation))] as const);
  const schemas = Object.entries(contract.components.schemas).map(
    ([name, schema]) =>
      `/** Check of the schema \`${name}\`. */\nexport const ${name}Check: Check = ${checks.of(schema)};`,
  );
  return checks.module(`/** Checks of request bodies, by operation. */
export const bodies: Readonly<Record<string, Check>> = ${checks.table(bodies)};

/** Checks of the bodies of successes, by operation. */
export const responses: Readonly<Record<string, Check>> = ${checks.table(responses)};

${schemas.join("\n\n")}`);
}

/** Returns the code of the checks of parameters. They arrive as strings, which the checks convert; they also set defaults. */
export function generateParameterChecks(contract: Contract): string {
  const checks = new Checks(contract, { coerceTypes: "array", useDefaults: true });
  const schemas = operationsOf(contract).map(
    (operation) => [operation.operationId, parametersSchema(operation)] as const,
  );
  return checks.module(`/** Checks of \`{ path, query }\`, by operation. They convert strings to values, and set defaults. */
export const parameters: Readonly<Record<string, Check>> = ${checks.table(schemas)};`);
}

/** The parameters of an operation as one object. */
function parametersSchema(operation: Operation): Schema {
  const schemaOf = (place: Parameter["in"]): Schema => {
    const declared = parametersIn(operation, place);
    return {
      properties: Object.fromEntries(declared.map(({ name, schema }) => [name, schema])),
      required: declared.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  return { type: "object", properties: { path: schemaOf("path"), query: schemaOf("query") } };
}

/** Checks that are compiled for one generated file. A schema that several operations share is compiled once. */
class Checks {
  readonly #ajv: Ajv;
  /** The name of each check, by its schema as text. */
  readonly #names = new Map<string, string>();

  constructor({ components }: Contract, options: Options = {}) {
    this.#ajv = new Ajv({
      // All errors, so that a form can mark every wrong field.
      allErrors: true,
      code: { source: true, esm: true },
      formats: { ...FORMATS, password: true },
      inlineRefs: false,
      logger: false,
      strict: false,
      // A parser reads `1e400` as infinity, which JSON cannot write.
      strictNumbers: true,
      ...options,
    });
    sayInWords(this.#ajv);
    for (const [name, schema] of Object.entries(components.schemas)) this.#ajv.addSchema(forAjv(schema), name);
  }

  /** The name of the check of a schema. */
  of(schema: Schema): string {
    const compiled = forAjv(schema);
    const text = JSON.stringify(compiled);
    const name = this.#names.get(text) ?? `check${this.#names.size}`;
    if (!this.#names.has(text)) {
      try {
        this.#ajv.addSchema(compiled, name).getSchema(name);
      } catch (error) {
        throw new CommandError(
          `${CONTRACT}: a schema cannot be compiled to a check: ${error instanceof Error ? error.message : error}.`,
        );
      }
    }
    this.#names.set(text, name);
    return name;
  }

  /** The code of a table of checks. */
  table(schemas: Iterable<readonly [key: string, schema: Schema]>): string {
    return `{ ${Array.from(schemas, ([key, schema]) => `${key}: ${this.of(schema)}`).join(", ")} }`;
  }

  /** The code of the file, with what it exports. */
  module(exported: string): string {
    const names = Object.fromEntries(Array.from(this.#names.values(), (name) => [name, name]));
    const code = standalone
      .default(this.#ajv, names)
      .replace('"use strict";', "")
      .replaceAll(/export const (check\d+) =/g, "const $1 =")
      // Characters are code points. ajv's own module that counts them is CommonJS.
      .replaceAll(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, "(text) => [...text].length")
      // So that a bundler drops the patterns of unused checks.
      .replaceAll(" = new RegExp(", " = /* @__PURE__ */ new RegExp(")
      .replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, "")
      .replaceAll(/message:"must be (string|number|boolean|null)"/g, 'message:"must be a $1"')
      .replaceAll(/message:"must be (integer|object|array)"/g, 'message:"must be an $1"');
    return `${HEADER}
// @ts-nocheck: ajv compiles schemas to JavaScript; only the tables have types.
import type { Check } from "../src/check.js";

${code}

${exported}
`;
  }
}

/** A schema as ajv takes it: references by name, and no descriptions, which would end up in the code. */
function forAjv(schema: Schema): Schema {
  const text = JSON.stringify(schema, (key, value) => {
    if (key === "$ref") return schemaName({ $ref: value });
    return key === "description" && typeof value === "string" ? undefined : value;
  });
  return JSON.parse(text);
}

/** Makes ajv's messages ones that a reader can act on, and drops parameters that a finding does not have. */
function sayInWords(ajv: Ajv): void {
  const say = (keyword: string, message: (value: unknown, schema: Schema, keyword: string) => string) => {
    const known = ajv.getKeyword(keyword);
    if (typeof known !== "object" || !known.error) throw new Error(`ajv has no message for ${keyword}`);
    const { params = _`{}` } = known.error;
    known.error = {
      // Several keywords share one definition, so the message depends on which of them is checked.
      message: (context) => str`${message(context.schema, context.parentSchema ?? {}, context.keyword)}`,
      params: keyword === "required" ? params : _`{}`,
    };
  };
  const like = ({ examples: [example] = [] }: Schema, otherwise: string) =>
    example === undefined ? otherwise : `must look like ${example}`;
  say("required", () => "is required");
  say("pattern", (pattern, schema) => like(schema, `must match ${pattern}`));
  say("format", (format, schema) => (format === "uri" ? "must be a URL" : like(schema, `must be a ${format}`)));
  say("enum", (values) => `must be ${[values].flat().join(" or ")}`);
  say("anyOf", () => "must have one of the allowed forms");
  for (const bound of BOUND_KEYWORDS)
    say(bound, (value, _schema, keyword) => {
      const verb = /Length|Items|Properties/.test(keyword) ? "have" : "be";
      return `must ${verb} ${boundInWords(keyword, value)}`;
    });
}
