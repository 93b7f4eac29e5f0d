import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Contract } from "../contract/model.js";
import { callsOf } from "./calls.js";

/** The code of the pages: scripts that load no others. */
export interface Scripts {
  /** Of all pages, in their head. */
  theme: string;
  /** Of all pages: search, menu, tabs and copy buttons. */
  page: string;
  /** The forms to try operations, with the sandbox. */
  forms: string;
}

/** Bundles the code of the pages, with what it needs of the contract. */
export async function buildScripts(contract: Contract): Promise<Scripts> {
  const [theme, page, forms] = await Promise.all([
    bundle("page-script/first.ts"),
    bundle("page-script/start.ts"),
    bundle("try-it/try-it.ts", { CALLS: callsOf(contract) }),
  ]);
  return { theme, page, forms };
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
