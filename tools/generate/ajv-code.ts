import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { build, type Plugin } from "esbuild";
import { inWords } from "./validation-messages.js";

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;

/** What ajv writes for any caller, as short as our callers need it. Of its parameters, a finding needs the field below its place. */
const SHORTER: readonly (readonly [long: RegExp, short: string])[] = [
  [new RegExp(`schemaPath:${TEXT},(?=keyword:)`, "g"), ""],
  [new RegExp(`params:\\{(?:(?!below)[^"}]|${TEXT})*\\},(?=message:)`, "g"), ""],
  [/,propertyName:\w+(?=\};)/g, ""],
  [
    /const (err\d+) = (\{.*?\});if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/gs,
    "errors = (vErrors ??= []).push($2);",
  ],
  [new RegExp(`,parentData(?::\\w+)?,parentDataProperty(?::(?:${TEXT}|\\w+))?,rootData(?=,)`, "g"), ""],
  [/, parentData, parentDataProperty, rootData=data(?=,)/g, ""],
];

/** The parameter that only schemas with a `$dynamicRef` need. */
const ANCHORS = /, ?dynamicAnchors(=\{\})?(?=\})/g;

const FORMAT = /require\("ajv-formats\/dist\/formats"\)\.fullFormats(?:\.(\w+)|\["([\w-]+)"\])/g;

/**
 * Code that ajv compiled, without what our callers do not need, and so that a bundler drops the checks that nothing
 * uses.
 */
export function shortened(code: string): string {
  const short = SHORTER.reduce((rest, replacement) => rest.replaceAll(...replacement), code);
  return withPureAnnotations(/dynamicAnchors[.[]/.test(short) ? short : short.replaceAll(ANCHORS, ""));
}

function withPureAnnotations(code: string): string {
  const formats = new Set<string>();
  const checks = code
    .replaceAll("new RegExp(", "/* @__PURE__ */ new RegExp(")
    // It counts the same characters, and is no module that runs before the checks.
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', "(text) => [...text].length")
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
        ([, name = "", value = name]) => `export const ${exportName(name)} = ${value.replace(/, compare\w+\)/, ")")};`,
      );
      // No keyword of JSON Schema compares values of a format.
      const pair = "function fmtDef(validate) { return { validate }; }";
      // A bundler keeps a power, even where nothing uses it.
      const contents = [pair, functions, ...exported].join("\n").replaceAll("2 ** 31", String(2 ** 31));
      const IS_PURE = /^(?=function (?:fmtDef|getTime|getDateTime)\()/gm;
      return { contents: contents.replaceAll(IS_PURE, "/* @__NO_SIDE_EFFECTS__ */ ") };
    });
  },
};

/** Bundles compiled checks with the parts of ajv's run time that they import, in fewer words. */
export async function bundled(code: string): Promise<string> {
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
  return inFewerWords(outputFiles[0]?.text ?? "");
}

const INTEGER = /typeof (\w+) == "number" && \(!\(\1 % 1\) && !isNaN\(\1\)\) && isFinite\(\1\)/g;

const FINDING = new RegExp(
  String.raw`\(vErrors \?\?= \[\]\)\.push\(\{ instancePath(?:: (.+?))?, keyword: (${TEXT}), ` +
    String.raw`(?:params: \{ below: (.+?) \}, )?message: (${TEXT}|'(?:[^'\\]|\\.)*') \}\)`,
  "g",
);

const FIND = `function find(findings, instancePath, keyword, message) {
  return findings.push({ instancePath, keyword, message });
}
`;

/** The code of checks in fewer words: one function adds all findings, each at the field that it is about. */
function inFewerWords(code: string): string {
  const withIntegers = code.replaceAll(INTEGER, "Number.isInteger($1)");
  const checks = withIntegers.replaceAll(FINDING, (_, path = "instancePath", keyword, below, message) => {
    const place = below === undefined ? path : `${path} + ${below}`.replace('" + "', "");
    return `find(vErrors ??= [], ${place}, ${keyword}, ${withOwnWords(keyword, message)})`;
  });
  return FIND + checks;
}

/** A message as code. What ajv says by itself is a plain text in double quotes. */
function withOwnWords(keyword: string, message: string): string {
  return message.startsWith('"') ? JSON.stringify(inWords(JSON.parse(keyword), JSON.parse(message))) : message;
}
