import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import type { Check, Collection, Details, Operation } from "../../src/contract.js";
import type * as portable from "../../src/sandbox/index.js";
import type * as server from "../../src/sandbox/server/index.js";
import type { verify } from "../../src/verify/verify.js";
import { documentOf } from "../../tools/contract/reader.js";
import { generate } from "../../tools/generate/generate.js";
import { projectFolder } from "../servers/command.js";

/** The sandbox of another contract, with what is generated from that contract. */
export interface ForeignSandbox {
  readonly createSandbox: typeof portable.createSandbox;
  readonly startSandbox: typeof server.startSandbox;
  readonly verify: typeof verify;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly details: Readonly<Record<string, Details>>;
  readonly collections: readonly Collection[];
  readonly responses: Readonly<Record<string, Check>>;
}

const ENTRY = `
export * from "./src/sandbox/index.js";
export { verify } from "./src/verify/verify.js";
export { startSandbox } from "./src/sandbox/server/index.js";
export { collections, details, operations } from "./generated/contract.js";
export { responses } from "./generated/validators.js";`;

const folder = join(projectFolder, "node_modules/.cache/foreign-sandboxes");
let count = 0;

/** Builds the code of the sandbox with what is generated from another contract. */
export async function foreignSandbox(contract: object): Promise<ForeignSandbox> {
  const files = await generate(await documentOf(JSON.stringify(contract), "openapi.json"));
  const generated: Plugin = {
    name: "generated",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /generated\/(contract|validators)\.js$/ }, ({ path }) => {
        return { path: path.replace(/^.*(generated\/.*)\.js$/, "$1.ts"), namespace: "generated" };
      });
      onLoad({ filter: /.*/, namespace: "generated" }, ({ path }) => {
        return { contents: files[path] ?? "", loader: "ts", resolveDir: join(projectFolder, "generated") };
      });
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: projectFolder, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    plugins: [generated],
  });
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${count++}.mjs`);
  await writeFile(file, outputFiles[0]?.text ?? "");
  return import(file);
}
