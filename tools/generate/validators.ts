import standalone from "ajv/dist/standalone/index.js";
import { CommandError } from "../../src/cli/command-error.js";
import { ajvOf, schemaText } from "../contract/ajv.js";
import { jsonSchema } from "../contract/bodies.js";
import { collectionsOf, itemAnswered, namesShown } from "../contract/collections.js";
import { flattened, schemaOf, withoutProse } from "../contract/json-schema.js";
import { type Contract, type Operation, operationsOf, type Schema } from "../contract/model.js";
import { CONTRACT } from "../contract/reader.js";
import { answerSchema } from "../contract/success.js";
import { bundled, shortened } from "./ajv-code.js";
import { HEADER, objectCode } from "./code.js";
import { sayInWords } from "./validation-messages.js";

/** A check to compile. */
interface NamedCheck {
  /** Path in the module: the table, the operation or collection, and for a parameter its place and name. */
  path: readonly string[];
  schema: Schema;
}

const TABLES = {
  parameters: ["Checks of parameters, by operation, place and name. Convert the text of a URL to a value first.", 3],
  bodies: ["Checks of request bodies, by operation; none where a body may be anything.", 1],
  responses: ["Checks of the bodies of successful answers, by operation.", 1],
  items: ["Checks of the items of each collection, by its name.", 1],
} as const;

/**
 * Compiles checks of all parameters, request bodies, answers and items to plain code, which needs neither `eval` nor a
 * library.
 *
 * @throws CommandError when a schema cannot be compiled. The message names the place.
 */
export async function generateValidators(contract: Contract): Promise<string> {
  const checks = await bundled(compileChecks(contract));
  const code = Object.entries(TABLES).reduce(
    (rest, [table, [comment, depth]]) =>
      rest.replace(`var _${table} =`, `\n/** ${comment} */\nexport const ${table}: ${tableType(depth)} =`),
    checks.replace(/^export \{[^}]*\};$/m, ""),
  );
  return `${HEADER}\n// @ts-nocheck: ajv compiles schemas to JavaScript; only the exports have types.
import type { Check } from "../src/contract-types.js";

${code.trim()}
`;
}

function tableType(depth: number): string {
  return depth === 0 ? "Check" : `Readonly<Record<string, ${tableType(depth - 1)}>>`;
}

/** The checks as ajv takes them. */
function checksOf(contract: Contract) {
  const checks = [...operationsOf(contract).flatMap(operationChecksOf), ...itemChecksOf(contract)];
  return checks.map(({ path, schema }) => ({ path, text: schemaText(schema) }));
}

function operationChecksOf(operation: Operation): NamedCheck[] {
  const { operationId: id, parameters = [], requestBody } = operation;
  const [body, answer] = [requestBody && jsonSchema(requestBody), answerSchema(operation)];
  // What allows everything needs no check.
  const isChecked = body && Object.keys(withoutProse(body)).length > 0;
  return [
    ...parameters.map(({ in: place, name, schema }) => ({ path: ["parameters", id, place, name], schema })),
    ...(isChecked ? [{ path: ["bodies", id], schema: body }] : []),
    ...(answer ? [{ path: ["responses", id], schema: answer }] : []),
  ];
}

/**
 * An item has to match wherever it is answered: in the list, and by the operations that answer with it. The form of a
 * time is checked by its pattern, if it has one: the sandbox writes times itself, and the code of the format is long.
 */
function itemChecksOf(contract: Contract): NamedCheck[] {
  const operations = operationsOf(contract);
  return collectionsOf(contract).map((collection) => {
    const { name, fields, list, create, get } = collection;
    const reads = operations.filter(({ operationId }) => [list, create, get].includes(operationId));
    const schemas = reads.flatMap((operation): Schema[] => {
      const found = itemAnswered(contract, operation, collection);
      if (!found) return [];
      const { schema } = found;
      // An item has more fields than some answers show of it.
      const open = { ...flattened(contract, schema), additionalProperties: true, unevaluatedProperties: true };
      return [namesShown(found, fields) ? open : schema];
    });
    const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(withoutProse(schema)), schema])).values()];
    const isLong = (keyword: string, { format, pattern }: { format?: unknown; pattern?: unknown }) =>
      keyword === "format" && format === "date-time" && pattern !== undefined;
    const lean = distinct.map((schema) => withoutProse(schemaOf(contract, schema), isLong));
    const [only, ...others] = lean;
    return { path: ["items", name], schema: only && others.length === 0 ? only : { allOf: lean } };
  });
}

/**
 * Returns code that defines each check under its own name, and then the tables of checks.
 *
 * @throws CommandError when a schema cannot be compiled. The message names the place.
 */
function compileChecks(contract: Contract): string {
  const checks = checksOf(contract);
  // A schema that several operations share is compiled once.
  const names = new Map([...new Set(checks.map(({ text }) => text))].map((text, index) => [text, `check${index}`]));
  const ajv = ajvOf(contract, [...names.keys()]);
  sayInWords(ajv);
  let place = "components/schemas";
  try {
    for (const [text, name] of names) ajv.addSchema(JSON.parse(text), name);
    for (const { path, text } of checks) {
      place = path.join("/");
      ajv.getSchema(names.get(text) ?? "");
    }
    const exported = Object.fromEntries([...names.values()].map((name) => [name, name]));
    const code = shortened(standalone.default(ajv, exported));
    const functions = new Map([...code.matchAll(EXPORTED)].map(([, name = "", check = ""]) => [name, check]));
    const coded = checks.map(({ path, text }) => ({ path, code: functions.get(names.get(text) ?? "") ?? "" }));
    const tables = Object.keys(TABLES).map((table) => `export const _${table} = ${tableCode(coded, table)};`);
    return `${code.replaceAll(EXPORTED, "")}\n${tables.join("\n")}`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${CONTRACT}: ${place}: the schema cannot be compiled to a check: ${reason}.`);
  }
}

/** How ajv exports a check, which the tables name by itself. */
const EXPORTED = /export const (check\d+) = (\w+);/g;

/** An object literal of all checks whose path begins with these steps. */
function tableCode(checks: readonly { path: readonly string[]; code: string }[], ...steps: string[]): string {
  const below = checks.filter(({ path }) => steps.every((step, index) => path[index] === step));
  const leaf = below.find(({ path }) => path.length === steps.length);
  if (leaf) return leaf.code;
  const names = new Set(below.map(({ path }) => path[steps.length] ?? ""));
  return objectCode([...names].map((name) => [name, tableCode(below, ...steps, name)]));
}
