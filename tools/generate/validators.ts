import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Ajv, type Options } from "ajv";
import { _, str } from "ajv/dist/compile/codegen/index.js";
import standalone from "ajv/dist/standalone/index.js";
import { build, type Plugin } from "esbuild";
import { CommandError } from "../../src/cli/command.js";
import { answerOf, failureSchemas, jsonSchema } from "../contract/bodies.js";
import { BOUND_KEYWORDS, boundInWords } from "../contract/bounds-in-words.js";
import { FORMATS } from "../contract/formats.js";
import {
  type Body,
  type Contract,
  mapValues,
  type Operation,
  operationsOf,
  type Parameter,
  parametersIn,
  type Schema,
  schemaName,
} from "../contract/model.js";
import { CONTRACT } from "../contract/reader.js";
import { HEADER, objectCode } from "./code.js";

/** The schema of each check of a table, by the operation, the schema or the status that it is about. */
type Table = Readonly<Record<string, Schema>>;

const IMPORTS = `import type { Check } from "../src/check.js";

export { type Check, placeOf } from "../src/check.js";`;

const COMMENTS = {
  parameters:
    "Checks of the parameters, by operation: `{ path, query, header }`. Texts become values, and defaults are set.",
  bodies: "Checks of request bodies, by operation.",
  responses: "Checks of the bodies of successes, by operation.",
  headers:
    "Checks of the headers of responses, by operation, and by status as the contract writes it. They read names in lower case.",
  failures: "Checks of the bodies of failures, by the name of their schema.",
};

/**
 * Compiles checks of all parameters, bodies and schemas to plain code, which needs neither `eval` nor a library.
 *
 * @throws CommandError when a schema cannot be compiled. The message names the place.
 */
export async function generateValidators(contract: Contract): Promise<string> {
  const operations = operationsOf(contract);
  const byId = (schemaIn: (operation: Operation) => Schema | undefined): Table => {
    const entries = operations.map((operation) => [operation.operationId, schemaIn(operation)]);
    return Object.fromEntries(entries.filter(([, schema]) => schema));
  };
  const { schemas } = contract.components;
  const bodies = {
    bodies: byId(({ requestBody }) => requestBody && jsonSchema(requestBody)),
    responses: byId((operation) => jsonSchema(answerOf(operation))),
    failures: Object.fromEntries(failureSchemas(contract, operations).map((name) => [name, schemas[name] ?? {}])),
  };
  // Of an operation that has any, all responses are there: those without headers have no range or default to follow.
  const headers = Object.fromEntries(
    operations
      .filter(({ responses }) => Object.values(responses).some((response) => response.headers))
      .map(({ operationId, responses }) => [operationId, mapValues(responses, headersSchema)]),
  );
  // What comes as text, and has to become a value first.
  const options = { coerceTypes: "array", useDefaults: true } as const;
  let code = await bundled({
    texts: compiled(contract, { tables: { parameters: byId(parametersSchema) }, nested: { headers } }, options),
    values: compiled(contract, { tables: bodies, single: schemas }),
  });
  for (const [table, comment] of Object.entries(COMMENTS)) {
    const type = table === "headers" ? "Record<string, Check>" : "Check";
    const typed = `\n/** ${comment} */\nexport const ${table}: Readonly<Record<string, ${type}>> = {`;
    code = code.replace(`var ${table} = {`, typed);
  }
  for (const name of Object.keys(schemas)) {
    const typed = `\n/** Check of the schema \`${name}\`. */\nexport const ${checkOf(name)}: Check =`;
    code = code.replace(`var ${checkOf(name)} =`, typed);
  }
  const checks = code.replace(/^export \{[^}]*\};$/m, "").trim();
  return `${HEADER}\n// @ts-nocheck: ajv compiles schemas to JavaScript; only the tables have types.\n\n${IMPORTS}\n\n${checks}\n`;
}

/** The name of the check of a schema. Each is an export of its own, so that a bundler drops those that nothing uses. */
function checkOf(name: string): string {
  return `${name.replaceAll(/\W/g, "_")}Check`;
}

/** The parameters of an operation as one object, in the places that its requests have them. */
function parametersSchema(operation: Operation): Schema {
  const schemaOf = (place: Parameter["in"]): Schema => {
    const declared = parametersIn(operation, place);
    const required = declared.flatMap((parameter) => (parameter.required ? [parameter.name] : []));
    return { properties: Object.fromEntries(declared.map(({ name, schema }) => [name, schema])), required };
  };
  const properties = { path: schemaOf("path"), query: schemaOf("query"), header: schemaOf("header") };
  return { type: "object", properties };
}

/** The headers of a response as one object. */
function headersSchema({ headers = {} }: Body): Schema {
  const declared = Object.entries(headers).map(([name, header]) => ({ ...header, name: name.toLowerCase() }));
  const required = declared.flatMap((header) => (header.required ? [header.name] : []));
  return {
    type: "object",
    properties: Object.fromEntries(declared.map(({ name, schema }) => [name, schema])),
    required,
  };
}

/** What code is made of. */
interface Checks {
  /** The tables by their names. */
  readonly tables: Readonly<Record<string, Table>>;
  /** Tables that have a table for each operation. */
  readonly nested?: Readonly<Record<string, Readonly<Record<string, Table>>>>;
  /** Schemas whose checks are in no table. */
  readonly single?: Table;
}

/**
 * The code of some checks.
 *
 * @param options - The options of ajv that they need.
 */
function compiled(contract: Contract, { tables, nested = {}, single = {} }: Checks, options: Options = {}): string {
  // With `allErrors`, a form can mark every wrong field at the same time. Keywords that ajv does not know say nothing.
  const ajv = new Ajv({
    ...{ allErrors: true, strict: false, logger: false, code: { source: true, esm: true }, formats: FORMATS },
    inlineRefs: false,
    // JSON cannot write the infinity that a parser reads from `1e400`.
    strictNumbers: true,
    ...options,
  });
  sayInWords(ajv);
  for (const [name, schema] of Object.entries(contract.components.schemas)) ajv.addSchema(forAjv(schema), name);
  // A schema that several operations share is compiled once.
  const names = new Map<string, string>();
  const nameOf = (schema: Schema, place: string) => {
    const text = JSON.stringify(forAjv(schema));
    const name = names.get(text) ?? `check${names.size}`;
    if (!names.has(text)) compile(ajv, JSON.parse(text), name, place);
    names.set(text, name);
    return name;
  };
  const codeOf = (table: Table, place: string) =>
    objectCode(Object.entries(table).map(([key, schema]) => [key, nameOf(schema, `${place}/${key}`)]));
  const code = [
    ...Object.entries(tables).map(([name, table]) => `export const ${name} = ${codeOf(table, name)};`),
    ...Object.entries(nested).map(([name, group]) => {
      const entries = Object.entries(group).map(([id, table]) => [id, codeOf(table, `${name}/${id}`)] as const);
      return `export const ${name} = ${objectCode(entries)};`;
    }),
    ...Object.entries(single).map(([name, schema]) => `export const ${checkOf(name)} = ${nameOf(schema, name)};`),
  ];
  const exported = Object.fromEntries([...names.values()].map((name) => [name, name]));
  return [withOwnLength(standalone.default(ajv, exported)), ...code].join("\n");
}

/**
 * Code that counts the characters of a text by itself: a bundler cannot drop the CommonJS module that ajv takes for that,
 * whether or not anything uses it.
 */
function withOwnLength(code: string): string {
  const imported = /= require\("ajv\/dist\/runtime\/ucs2length"\)\.default;/g;
  return code.replaceAll(imported, "= (text) => [...text].length;");
}

/** @throws CommandError when the schema has a pattern or another keyword that no check can be made of. */
function compile(ajv: Ajv, schema: Schema, name: string, place: string): void {
  try {
    ajv.addSchema(schema, name).getSchema(name);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${CONTRACT}: ${place}: the schema cannot be compiled to a check: ${reason}.`);
  }
}

/** A schema as ajv takes it: references by name, and without words for readers, which would be in the code. */
function forAjv(schema: Schema): Schema {
  const text = JSON.stringify(schema, (key, value) => {
    if (typeof value !== "string") return value;
    if (key === "$ref") return schemaName({ $ref: value });
    return ["title", "summary", "description"].includes(key) ? undefined : value;
  });
  return JSON.parse(text);
}

/** Has ajv say what a reader can act on, and only what a finding has. What it says of a type, {@link shorter} changes. */
function sayInWords(ajv: Ajv): void {
  const say = (name: string, message: (schema: unknown, parent: Schema, keyword: string) => string) => {
    const known = ajv.getKeyword(name);
    if (typeof known !== "object" || !known.error) throw new Error(`ajv has no message for ${name}`);
    // Keywords that are alike share one definition, so this is asked which of them it is.
    known.error.message = ({ schema, parentSchema = {}, keyword }) => str`${message(schema, parentSchema, keyword)}`;
  };
  for (const keyword of Object.keys(ajv.RULES.all)) {
    const known = ajv.getKeyword(keyword);
    if (typeof known !== "object" || !known.error || keyword === "required") continue;
    known.error = { ...known.error, params: _`{}` };
  }
  const like = ({ examples: [example] = [] }: Schema, otherwise: string) =>
    example === undefined ? otherwise : `must look like ${example}`;
  say("required", () => "is required");
  say("pattern", (pattern, schema) => like(schema, `must match ${pattern}`));
  say("format", (format, schema) =>
    format === "uri" ? "must be a URL" : like(schema, `must be ${withArticle(String(format))}`),
  );
  say("enum", (values) => `must be ${[values].flat().join(" or ")}`);
  say("const", (value) => `must be ${JSON.stringify(value)}`);
  for (const name of BOUND_KEYWORDS) say(name, (bound, _schema, keyword) => mustKeep(keyword, bound));
  say("uniqueItems", () => "must not have the same item twice");
  say("anyOf", () => "must have one of the forms that are allowed");
  say("oneOf", () => "must have exactly one of the forms that are allowed");
  say("not", () => "must not have the form that is excluded");
  say("additionalProperties", () => "must have no other fields");
}

/** What a number, or a number of characters, items or fields must be. */
function mustKeep(keyword: string, bound: unknown): string {
  const verb = /Length|Items|Properties/.test(keyword) ? "have" : "be";
  return `must ${verb} ${boundInWords(keyword, bound)}`;
}

/** What ajv says of a wrong type: `must be integer`, or `must be string,null`. Nothing gives it other words. */
const WRONG_TYPE = /keyword: "type", params: \{.*?\}, message: "must be ([a-z,]+)"/g;

/** Types as a sentence has them: `an integer`, or `a string or null`. */
function typesInWords(types: string): string {
  return types
    .split(",")
    .map((type) => (type === "null" ? type : withArticle(type)))
    .join(" or ");
}

function withArticle(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}

/** A finding as ajv adds it to those before it, in many lines. */
const ADDED_FINDING =
  /const (err\d+) = (\{.*\});\s+if \(vErrors === null\) \{\s+vErrors = \[\1\];\s+\} else \{\s+vErrors\.push\(\1\);\s+\}/g;

/** The code of checks as a page loads it: with less of what is in it for each finding, and types in words. */
function shorter(code: string): string {
  return (
    code
      // So that a bundler drops the patterns of checks that nothing uses.
      .replaceAll(" = new RegExp(", " = /* @__PURE__ */ new RegExp(")
      // A finding has no such field.
      .replaceAll(/schemaPath: "(?:[^"\\]|\\.)*", /g, "")
      .replaceAll(WRONG_TYPE, (_, types) => `keyword: "type", params: {}, message: "must be ${typesInWords(types)}"`)
      .replaceAll(ADDED_FINDING, "(vErrors ??= []).push($2);")
  );
}

/** Bundles the modules of compiled checks with the parts of ajv's run time that they import. */
async function bundled(modules: Readonly<Record<string, string>>): Promise<string> {
  const resolveDir = dirname(createRequire(import.meta.url).resolve("ajv/package.json"));
  const virtual: Plugin = {
    name: "compiled-checks",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^checks:/ }, ({ path }) => ({
        path: path.slice(7),
        namespace: "checks",
        sideEffects: false,
      }));
      onLoad({ filter: /^/, namespace: "checks" }, ({ path }) => ({ contents: modules[path] ?? "", resolveDir }));
    },
  };
  const exports = Object.keys(modules).map((name) => `export * from "checks:${name}";`);
  const { outputFiles } = await build({
    ...{ stdin: { contents: exports.join("\n"), resolveDir }, plugins: [virtual] },
    ...{ bundle: true, format: "esm", charset: "utf8", write: false },
  });
  return shorter(outputFiles[0]?.text ?? "");
}
