import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { JSON_TYPE } from "../contract/bodies.js";
import { type Contract, operationsOf } from "../contract/model.js";

/** The code of the pages: scripts that load no others. */
export interface Scripts {
  /** Of all static pages: search, menu and copy buttons. */
  page: string;
  /** The forms to try operations, with client and sandbox. */
  forms: string;
  /** What Redoc's markup lacks. */
  redoc: string;
}

/** Bundles the code of the pages, with what it needs of the contract. */
export async function buildScripts(contract: Contract): Promise<Scripts> {
  const examples = operationsOf(contract).map(({ operationId, requestBody }) => {
    const { examples: all = {} } = requestBody?.content[JSON_TYPE] ?? {};
    return [operationId, Object.values(all).map(({ summary = "", value }) => ({ summary, value }))];
  });
  const [page, forms, redoc] = await Promise.all([
    bundle("page-script/page.ts"),
    bundle("try-it/element.ts", { EXAMPLES: Object.fromEntries(examples) }),
    bundle("page-script/redoc-repairs.ts"),
  ]);
  return { page, forms, redoc };
}

/** @param values - What the code declares, and gets from here. */
async function bundle(entry: string, values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    define: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])),
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}
