import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import standalone from "ajv/dist/standalone/index.js";
import { build, type Plugin } from "esbuild";
import { CommandError } from "../../src/cli/command-error.js";
import { ajvOf, schemaText } from "../contract/ajv.js";
import { answerSchema, jsonSchema } from "../contract/bodies.js";
import { collectionsOf, itemAnswered, namesShown } from "../contract/collections.js";
import { flattened, withoutProse } from "../contract/json-schema.js";
import { type Contract, type Operation, operationsOf, type Schema } from "../contract/model.js";
import { CONTRACT } from "../contract/reader.js";
import { HEADER, objectCode } from "./code.js";

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
  const bundled = inFewerWords(await bundle(compileChecks(contract)));
  const code = Object.entries(TABLES).reduce(
    (rest, [table, [comment, depth]]) =>
      rest.replace(`var _${table} =`, `\n/** ${comment} */\nexport const ${table}: ${tableType(depth)} =`),
    bundled.replace(/^export \{[^}]*\};$/m, ""),
  );
  return `${HEADER}\n// @ts-nocheck: ajv compiles schemas to JavaScript; only the exports have types.
import type { Check } from "../src/contract.js";

${code.trim()}
`;
}

function tableType(depth: number): string {
  return depth === 0 ? "Check" : `Readonly<Record<string, ${tableType(depth - 1)}>>`;
}

/** The checks as ajv takes them. No request requires a field that is only read, and no answer one that is only written. */
function checksOf(contract: Contract) {
  const checks = [...operationsOf(contract).flatMap(operationChecksOf), ...itemChecksOf(contract)];
  return checks.map(({ path, schema }) => {
    const isSent = path[0] === "bodies" || path[0] === "parameters";
    return { path, text: schemaText(contract, schema, isSent ? "request" : "answer") };
  });
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

/** An item has to match wherever it is answered: in the list, and by the operations that answer with it. */
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
    const [only, ...others] = distinct;
    return { path: ["items", name], schema: only && others.length === 0 ? only : { allOf: distinct } };
  });
}

/**
 * Returns code that defines each check under its own name, and then the tables of checks.
 *
 * @throws CommandError when a schema cannot be compiled. The message names the place.
 */
export function compileChecks(contract: Contract): string {
  const checks = checksOf(contract);
  // A schema that several operations share is compiled once.
  const names = new Map([...new Set(checks.map(({ text }) => text))].map((text, index) => [text, `check${index}`]));
  const ajv = ajvOf(contract, [...names.keys()]);
  let place = "components/schemas";
  try {
    for (const [text, name] of names) ajv.addSchema(JSON.parse(text), name);
    for (const { path, text } of checks) {
      place = path.join("/");
      ajv.getSchema(names.get(text) ?? "");
    }
    const exported = Object.fromEntries([...names.values()].map((name) => [name, name]));
    const code = withPureAnnotations(shortened(standalone.default(ajv, exported)));
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

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;

/** What ajv writes for any caller, as short as our callers need it. A finding has only the parameter that we read. */
const SHORTER: readonly (readonly [long: RegExp, short: string])[] = [
  [new RegExp(`schemaPath:${TEXT},(?=keyword:)`, "g"), ""],
  [new RegExp(`params:\\{(?:(?!missingProperty)[^"}]|${TEXT})*\\},(?=message:)`, "g"), ""],
  [/,propertyName:\w+(?=\};)/g, ""],
  [
    /const (err\d+) = (\{.*?\});if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/gs,
    "errors = (vErrors ??= []).push($2);",
  ],
  [new RegExp(`,parentData(?::\\w+)?,parentDataProperty(?::(?:${TEXT}|\\w+))?,rootData(?=,)`, "g"), ""],
  [/, parentData, parentDataProperty, rootData=data(?=,)/g, ""],
];

const INTEGER = /typeof (\w+) == "number" && \(!\(\1 % 1\) && !isNaN\(\1\)\) && isFinite\(\1\)/g;

const FINDING = new RegExp(
  String.raw`\(vErrors \?\?= \[\]\)\.push\(\{ instancePath(?:: (.+?))?, keyword: (${TEXT}), ` +
    String.raw`(?:params: \{ missingProperty: (${TEXT}) \}, )?message: (${TEXT}|'[^']*') \}\)`,
  "g",
);

const FIND = `function find(findings, instancePath, keyword, message, missingProperty) {
  return findings.push({ instancePath, keyword, message, params: { missingProperty } });
}
`;

/** The code of checks in fewer words: one function adds all findings. */
function inFewerWords(code: string): string {
  const withIntegers = code.replaceAll(INTEGER, "Number.isInteger($1)");
  const checks = withIntegers.replaceAll(FINDING, (_, path = "instancePath", ...[keyword, missing, message]) => {
    const given = ["vErrors ??= []", path, keyword, message, missing];
    return `find(${given.filter((each) => each !== undefined).join(", ")})`;
  });
  return FIND + checks;
}

/** The parameter that only schemas with a `$dynamicRef` need. */
const ANCHORS = /, ?dynamicAnchors(=\{\})?(?=\})/g;

function shortened(code: string): string {
  const short = SHORTER.reduce((rest, replacement) => rest.replaceAll(...replacement), code);
  return /dynamicAnchors[.[]/.test(short) ? short : short.replaceAll(ANCHORS, "");
}

const FORMAT = /require\("ajv-formats\/dist\/formats"\)\.fullFormats(?:\.(\w+)|\["([\w-]+)"\])/g;

/** The code with the annotations that let a bundler drop unused checks. */
function withPureAnnotations(code: string): string {
  const formats = new Set<string>();
  const checks = code.replaceAll("new RegExp(", "/* @__PURE__ */ new RegExp(").replaceAll(FORMAT, (_, name, quoted) => {
    formats.add(name ?? quoted);
    return exportName(name ?? quoted);
  });
  if (formats.size === 0) return checks;
  return `import { ${[...formats].map(exportName).join(", ")} } from "ajv-formats/dist/formats";\n${checks}`;
}

/** Name of the export that holds a format. */
function exportName(format: string): string {
  return `format_${format.replaceAll("-", "_")}`;
}

/** An object literal of all checks whose path begins with these steps. */
function tableCode(checks: readonly { path: readonly string[]; code: string }[], ...steps: string[]): string {
  const below = checks.filter(({ path }) => steps.every((step, index) => path[index] === step));
  const leaf = below.find(({ path }) => path.length === steps.length);
  if (leaf) return leaf.code;
  const names = new Set(below.map(({ path }) => path[steps.length] ?? ""));
  return objectCode([...names].map((name) => [name, tableCode(below, ...steps, name)]));
}

/**
 * Makes each format of `ajv-formats` a separate export, so that the module holds only those that the contract uses. All
 * formats together are as large as all checks.
 */
const shakableFormats: Plugin = {
  name: "shakable-formats",
  setup(building) {
    building.onLoad({ filter: /ajv-formats[\\/]dist[\\/]formats\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const [all = "", entries = ""] = /^exports\.fullFormats = \{$(.*?)^\};$/ms.exec(text) ?? [];
      const rest = text.slice(text.indexOf(all) + all.length);
      const functions = rest.slice(rest.indexOf("\nfunction "));
      const exported = [...entries.matchAll(/^ {4}"?([\w-]+)"?(?:: (.*))?,$/gm)].map(
        ([, name = "", value = name]) => `export const ${exportName(name)} = ${value};`,
      );
      const pair = "function fmtDef(validate, compare) { return { validate, compare }; }";
      // A bundler keeps a power, even where nothing uses it.
      const contents = [pair, functions, ...exported].join("\n").replaceAll("2 ** 31", String(2 ** 31));
      const IS_PURE = /^(?=function (?:fmtDef|getTime|getDateTime)\()/gm;
      return { contents: contents.replaceAll(IS_PURE, "/* @__NO_SIDE_EFFECTS__ */ ") };
    });
  },
};

/** Bundles the compiled code with the parts of ajv's run time that it imports. */
async function bundle(code: string): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve("ajv/package.json"));
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    absWorkingDir: folder,
    bundle: true,
    format: "esm",
    charset: "utf8",
    write: false,
    plugins: [shakableFormats],
  });
  return outputFiles[0]?.text ?? "";
}
