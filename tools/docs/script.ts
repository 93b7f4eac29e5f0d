import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Contract } from "../contract/model.js";
import { formsOf } from "./forms.js";
import { readPart } from "./template.js";

/** The code of the forms to try operations, with client, sandbox and checks: one script that loads no other. */
export function buildTryIt(contract: Contract): Promise<string> {
  return bundle("try-it/element.ts", {
    FORMS: JSON.stringify(formsOf(contract)),
    STYLE: JSON.stringify(readPart("try-it/try-it.css")),
  });
}

/** The code that adds what Redoc's markup lacks. */
export function buildRepairs(): Promise<string> {
  return bundle("redoc-repairs.ts");
}

async function bundle(entry: string, define: Record<string, string> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    define,
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}
