import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import { type Contract, contractOf } from "../../tools/contract/model.js";
import type { Document } from "../../tools/contract/reader.js";
import { generate } from "../../tools/generate/generate.js";
import { projectFolder } from "../servers/command.js";

/** The project as it would be with another contract: only `generated/` differs. */
export interface World extends AsyncDisposable {
  readonly folder: string;
  readonly contract: Contract;
  /** What the modules of the project export, built with the other contract. */
  readonly modules: Modules;
}

interface Modules {
  readonly client: typeof import("../../src/client/index.js");
  readonly sandbox: typeof import("../../src/sandbox/index.js");
  readonly contract: typeof import("../../generated/contract.js");
  readonly validators: typeof import("../../generated/validators.js");
  readonly chapters: typeof import("../../tools/docs/chapters.js");
  readonly markdown: typeof import("../../tools/docs/markdown.js");
  readonly samples: typeof import("../../tools/docs/samples.js");
}

const ENTRIES: Readonly<Record<keyof Modules, string>> = {
  client: "src/client/index.ts",
  sandbox: "src/sandbox/index.ts",
  contract: "generated/contract.ts",
  validators: "generated/validators.ts",
  chapters: "tools/docs/chapters.ts",
  markdown: "tools/docs/markdown.ts",
  samples: "tools/docs/samples.ts",
};

/** Generates everything from another contract, and bundles the code that reads it. */
export async function worldOf(document: Document): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "world-"));
  await Promise.all(["src", "tools", "generated"].map((name) => copy(name, folder)));
  await cp(join(projectFolder, "package.json"), join(folder, "package.json"));
  await symlink(join(projectFolder, "node_modules"), join(folder, "node_modules"), "dir");
  const files = await generate(document);
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  await writeFile(join(folder, "openapi.yaml"), JSON.stringify(document));
  const built = join(folder, "built");
  await build({
    absWorkingDir: folder,
    entryPoints: ENTRIES,
    outdir: built,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    logLevel: "silent",
  });
  const modules = await Promise.all(
    Object.keys(ENTRIES).map(async (name) => [name, await import(pathToFileURL(join(built, `${name}.mjs`)).href)]),
  );
  const remove = () => rm(folder, { recursive: true, force: true });
  return {
    folder,
    contract: contractOf(document),
    modules: Object.fromEntries(modules),
    [Symbol.asyncDispose]: remove,
  };
}

async function copy(name: string, folder: string): Promise<void> {
  await mkdir(join(folder, name));
  const isNeeded = (source: string) => !source.includes("node_modules") && !source.endsWith(".json");
  await cp(join(projectFolder, name), join(folder, name), { recursive: true, filter: isNeeded });
}

/** The type errors of some worlds, which are checked together, as `npm run build` checks the project. */
export function typeErrorsIn(worlds: readonly World[]): string[] {
  const { config } = ts.readConfigFile(join(projectFolder, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectFolder);
  const roots = [
    "src/client/index.ts",
    "src/sandbox/index.ts",
    "src/sandbox/server/command.ts",
    "src/verify/command.ts",
  ];
  const files = worlds.flatMap(({ folder }) => roots.map((root) => join(folder, root)));
  const program = ts.createProgram(files, options);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
