import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { projectFolder } from "../servers/command.js";

/** Folder of this suite, which has packages of its own. */
export const suiteFolder = fileURLToPath(new URL(".", import.meta.url));

/** A folder for files of tests, from where the packages of the suite are found. */
const cacheFolder = join(suiteFolder, "node_modules/.cache/client");

const SOURCES = {
  "service-admin-api": join(projectFolder, "src/client/index.ts"),
  "service-admin-api/sandbox": join(projectFolder, "src/sandbox/index.ts"),
};

/** Bundles code that imports the package with its sources. Returns the path of the module. */
export async function bundled(name: string, code: string): Promise<string> {
  mkdirSync(cacheFolder, { recursive: true });
  const outfile = join(cacheFolder, `${name}.mjs`);
  await build({
    stdin: { contents: code, resolveDir: projectFolder, loader: "ts" },
    alias: SOURCES,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    outfile,
    logLevel: "error",
  });
  return outfile;
}
