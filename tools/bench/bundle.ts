import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Folder of this project. */
export const projectFolder = fileURLToPath(new URL("../..", import.meta.url));

/** Folder of the benchmarks, which has packages of its own. */
export const benchFolder = fileURLToPath(new URL(".", import.meta.url));

/**
 * Returns code as production would load it: bundled and minified by esbuild, without unused code.
 *
 * @param code - A module. Its relative imports start at the folder of this project.
 */
export async function bundle(code: string, platform: "browser" | "node" = "browser"): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: projectFolder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform,
    // Generated clients are outside of the project, and import packages of the project or of the benchmarks.
    nodePaths: [benchFolder, projectFolder].map((folder) => join(folder, "node_modules")),
    write: false,
    logLevel: "error",
  });
  const [output] = outputFiles;
  if (!output) throw new Error("esbuild wrote nothing");
  return output.text;
}

/** Returns how many bytes code adds to a browser bundle, gzipped. */
export async function gzippedBytes(code: string): Promise<number> {
  return gzipSync(await bundle(code), { level: 9 }).length;
}
