import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { defaultServer } from "../../generated/contract.js";
import { type Contract, operationsOf } from "../contract/model.js";
import { formsOf } from "./forms.js";
import { minifiedStyles } from "./template.js";

/** The code of each kind of page: scripts that load no others. */
export interface Scripts {
  /** Of the static reference: what all static pages have, and the forms to try operations, with client and sandbox. */
  reference: string;
  /** Of the guides: search, menu and copy buttons. */
  guide: string;
  /** The forms only. */
  tryIt: string;
  /** What Redoc's markup lacks. */
  redoc: string;
}

export async function buildScripts(contract: Contract): Promise<Scripts> {
  const forms = {
    FORMS: JSON.stringify(formsOf(contract)),
    STYLE: JSON.stringify(minifiedStyles("try-it/try-it.css")),
  };
  const routes = operationsOf(contract).map(({ operationId, method, path }) => {
    return [operationId.toLowerCase(), { operation: operationId, method, path }];
  });
  const [reference, guide, tryIt, redoc] = await Promise.all([
    bundle("page-script/reference.ts", forms),
    bundle("page-script/guide.ts"),
    bundle("page-script/redoc-forms.ts", forms),
    bundle("page-script/redoc-repairs.ts", {
      ROUTES: JSON.stringify(Object.fromEntries(routes)),
      SERVER: JSON.stringify(defaultServer),
    }),
  ]);
  return { reference, guide, tryIt, redoc };
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
