import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { build, type Plugin } from "esbuild";
import { CommandError } from "../../src/cli/command-error.js";
import { HEADER } from "./header.js";
import { type Contract, JSON_TYPE, jsonSchema, operationsOf, type Schema, schemaName, successOf } from "./openapi.js";

/** A check to compile. */
interface Check {
  /** Path in the module: the table, the operation, and for a parameter its place and name. */
  path: readonly string[];
  /** The type that it narrows to, as an expression on `operations`. */
  type: string;
  schema: Schema;
}

const TABLES = {
  parameters: "Checks of parameters, by operation, place and name. Convert the text of a URL to a value first.",
  bodies: "Checks of request bodies, by operation.",
  responses: "Checks of the bodies of successful answers, by operation.",
};

const TYPES = `/** One thing that a check found wrong. */
export interface Finding {
  /** JSON pointer to what is wrong; empty for the value itself. */
  instancePath: string;
  /** Keyword of the schema that does not hold. */
  keyword: string;
  params: Readonly<Record<string, unknown>>;
  message?: string;
}

/** Whether a value matches its schema. After \`false\`, \`errors\` holds all findings. */
export interface Check<Value> {
  (value: unknown): value is Value;
  errors?: Finding[] | null;
}`;

/**
 * Compiles checks of all parameters, request bodies and answers to plain code, which needs neither `eval` nor a library.
 *
 * @throws CommandError when a schema holds a keyword or a format that the compiler does not know.
 */
export async function generateValidators(contract: Contract): Promise<string> {
  const checks = checksOf(contract);
  const code = await bundle(compile(contract, checks));
  return `${HEADER}\n// @ts-nocheck: ajv compiles schemas to JavaScript; only the exports have types.
import type { components, operations } from "./schema.js";

${TYPES}

${code.replace(/^export \{[^}]*\};$/m, "")}
${renderTables(checks)}
${renderResources(contract)}`;
}

function checksOf(contract: Contract): Check[] {
  return operationsOf(contract).flatMap((operation): Check[] => {
    const { operationId: id, parameters = [], requestBody } = operation;
    const type = `operations["${id}"]`;
    const body = { path: ["bodies", id], type: `NonNullable<${type}["requestBody"]>["content"]["${JSON_TYPE}"]` };
    return [
      ...parameters.map(({ in: place, name, schema }) => ({
        path: ["parameters", id, place, name],
        type: `NonNullable<NonNullable<${type}["parameters"]["${place}"]>["${name}"]>`,
        schema,
      })),
      ...(requestBody ? [{ ...body, schema: jsonSchema(requestBody) }] : []),
      {
        path: ["responses", id],
        type: `${type}["responses"]["200"]["content"]["${JSON_TYPE}"]`,
        schema: jsonSchema(successOf(operation)),
      },
    ];
  });
}

/** Code that defines each check under its own name, and then the tables of checks. */
function compile({ components }: Contract, checks: readonly Check[]): string {
  // Strict mode refuses unknown keywords. With `allErrors`, a form can mark every wrong field at the same time.
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, code: { source: true, esm: true } });
  addFormats.default(ajv);
  try {
    for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(withoutProse(schema), name);
    // A schema that several operations share is compiled once.
    const names = new Map<string, string>();
    for (const { path, schema } of checks) {
      const text = JSON.stringify(withoutProse(schema));
      if (!names.has(text)) names.set(text, `check_${path.join("_").replaceAll(/\W/g, "_")}`);
    }
    for (const [text, name] of names) ajv.addSchema(JSON.parse(text), name);
    const exported = [...[...names.values()].map((name) => [name, name]), ...resourcesOf(components.schemas)];
    const code = withPureAnnotations(standalone.default(ajv, Object.fromEntries(exported)));
    const leaf = ({ schema }: Check) => names.get(JSON.stringify(withoutProse(schema))) ?? "";
    const tables = Object.keys(TABLES).map(
      (table) => `export const _${table} = ${renderTable(checks, [table], leaf)};`,
    );
    return `${code.replaceAll("export const check_", "const check_")}\n${tables.join("\n")}`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`openapi.yaml: a schema cannot be compiled to a check: ${reason}.`);
  }
}

/** The name of each resource's check in the module, and of its schema. */
function resourcesOf(schemas: Contract["components"]["schemas"]): [string, string][] {
  return Object.keys(schemas).map((name) => [`resource_${name}`, name]);
}

/** Code that no caller needs: what a check records for other checks, and the paths of schemas. */
const UNNEEDED =
  /schemaPath:"(?:[^"\\]|\\.)*",|validate\d+\.evaluated = \{.*?"dynamicItems":false\};|const evaluated0 = validate\d+\.evaluated;(if\(evaluated0\.dynamic\w+\)\{[^}]*\})*/g;

const FORMAT = /require\("ajv-formats\/dist\/formats"\)\.fullFormats(?:\.(\w+)|\["([\w-]+)"\])/g;

/** The code with the annotations that let a bundler drop unused checks. */
function withPureAnnotations(code: string): string {
  const formats = new Set<string>();
  const checks = code
    .replaceAll(UNNEEDED, "")
    .replaceAll("new RegExp(", "/* @__PURE__ */ new RegExp(")
    .replaceAll(FORMAT, (_, name, quoted) => {
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

/** A schema with references by name, and without descriptions and examples, which would only fill the code. */
function withoutProse(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, function (this: Schema, key, value) {
      if (typeof this.type === "string" && ["description", "examples"].includes(key)) return undefined;
      return key === "$ref" ? (schemaName({ $ref: value }) ?? value) : value;
    }),
  );
}

/** An object literal of all checks whose path begins with these steps. */
function renderTable(checks: readonly Check[], steps: readonly string[], leaf: (check: Check) => string): string {
  const below = checks.filter(({ path }) => steps.every((step, index) => path[index] === step));
  const names = [...new Set(below.map(({ path }) => path[steps.length] ?? ""))];
  const entries = names.map((name) => {
    const inner = [...steps, name];
    const check = below.find(({ path }) => path.length === inner.length && path.at(-1) === name);
    return `${JSON.stringify(name)}: ${check ? leaf(check) : renderTable(checks, inner, leaf)}`;
  });
  return `{ ${entries.join(", ")} }`;
}

/** The tables under their public names, with the type that each check narrows to. */
function renderTables(checks: readonly Check[]): string {
  const leaf = ({ type }: Check) => `Check<${type}>`;
  return Object.entries(TABLES)
    .map(
      ([table, comment]) =>
        `/** ${comment} */\nexport const ${table}: ${renderTable(checks, [table], leaf)} = _${table};\n`,
    )
    .join("\n");
}

/** Each resource's check as a separate export, so that a bundle holds only those that it uses. */
function renderResources({ components }: Contract): string {
  return resourcesOf(components.schemas)
    .map(
      ([local, name]) =>
        `/** Checks the resource \`${name}\`. */\nexport const is${name}: Check<components["schemas"]["${name}"]> = ${local};\n`,
    )
    .join("\n");
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
      const contents = [pair, functions, ...exported].join("\n");
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
