import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build, type Plugin } from "esbuild";
import ts from "typescript";
import { type Contract, contractOf } from "../../tools/contract/model.js";
import { documentOf } from "../../tools/contract/reader.js";
import { generate } from "../../tools/generate/generate.js";
import { projectFolder } from "../servers/command.js";

/** The project as it would be with another contract: only `generated/` differs. */
export interface World {
  readonly contract: Contract;
  /** The files of `generated/` that follow from the contract, by their paths. */
  readonly generated: Readonly<Record<string, string>>;
  /** What the modules of the project export, built with the other contract. */
  readonly modules: Modules;
}

interface Modules {
  readonly client: typeof import("../../src/client/index.js");
  readonly sandbox: typeof import("../../src/sandbox/index.js");
  readonly contract: typeof import("../../generated/contract.js");
  readonly validators: typeof import("../../generated/validators.js");
  readonly chapters: typeof import("../../tools/docs/reference.js");
  readonly markdown: typeof import("../../tools/docs/reference-markdown.js");
  readonly samples: typeof import("../../tools/docs/request-samples.js");
}

const ENTRIES: Readonly<Record<keyof Modules, string>> = {
  client: "src/client/index.ts",
  sandbox: "src/sandbox/index.ts",
  contract: "generated/contract.ts",
  validators: "generated/validators.ts",
  chapters: "tools/docs/reference.ts",
  markdown: "tools/docs/reference-markdown.ts",
  samples: "tools/docs/request-samples.ts",
};

/** Where the bundles are: below the packages that they import. */
const CACHE = join(projectFolder, "node_modules/.cache/worlds");
let count = 0;

/** Generates everything from another contract, and bundles the code that reads it. */
export async function worldOf(contract: object): Promise<World> {
  const document = documentOf(JSON.stringify(contract));
  const generated = await generate(document);
  const outdir = join(CACHE, `${process.pid}-${count++}`);
  await build({
    absWorkingDir: projectFolder,
    entryPoints: ENTRIES,
    outdir,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    logLevel: "silent",
    plugins: [replacing(generated)],
  });
  const modules = await Promise.all(
    Object.keys(ENTRIES).map(async (name) => [name, await import(join(outdir, `${name}.mjs`))]),
  );
  return { contract: contractOf(document), generated, modules: Object.fromEntries(modules) };
}

function replacing(generated: World["generated"]): Plugin {
  return {
    name: "generated",
    setup({ onLoad }) {
      onLoad({ filter: /\/generated\/[\w-]+\.ts$/ }, ({ path }) => {
        const contents = generated[`generated/${basename(path)}`];
        return contents === undefined ? undefined : { contents, loader: "ts" };
      });
    },
  };
}

/**
 * What has other types with another contract. Verify and the servers read the contract as data, whose types are the same
 * for every contract: test/evolution/build.test.ts compiles them with another one.
 */
const TYPED = ["src/client/index.ts", "src/client/schemas.ts", "src/sandbox/index.ts"];

/**
 * The type errors of some worlds, which are checked together.
 *
 * @param caller - A file of this project which is checked with the first of them.
 */
export async function typeErrorsIn(worlds: readonly World[], caller?: string): Promise<string[]> {
  const { config } = ts.readConfigFile(join(projectFolder, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectFolder);
  const folder = await mkdtemp(join(tmpdir(), "worlds-"));
  await cp(join(projectFolder, "package.json"), join(folder, "package.json"));
  await symlink(join(projectFolder, "node_modules"), join(folder, "node_modules"), "dir");
  const files: string[] = [];
  for (const [index, { generated }] of worlds.entries()) {
    const own = join(folder, String(index));
    for (const name of ["src", "generated"]) await cp(join(projectFolder, name), join(own, name), { recursive: true });
    for (const [path, text] of Object.entries(generated)) await writeFile(join(own, path), text);
    files.push(...TYPED.map((root) => join(own, root)));
  }
  if (caller) {
    files.push(join(folder, "0", caller));
    await cp(join(projectFolder, caller), join(folder, "0", caller));
  }
  const program = ts.createProgram(files, options);
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
  await rm(folder, { recursive: true });
  return errors;
}
