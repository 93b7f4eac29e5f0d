import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

/** Folder of this project. */
export const projectFolder = fileURLToPath(new URL("../..", import.meta.url));

interface Options {
  platform?: "browser" | "node";
  external?: readonly string[];
  plugins?: Plugin[];
}

/**
 * Returns code as production would load it: bundled and minified by esbuild, without unused code.
 *
 * @param code - A module. Its relative imports start at the folder of this project.
 * @param options - `external` are the files of this project that are left out, `plugins` those of esbuild.
 */
export async function bundle(code: string, options: Options = {}): Promise<string> {
  const { platform = "browser", external = [], plugins = [] } = options;
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: projectFolder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform,
    plugins,
    external: external.map((files) => join(projectFolder, files)),
    write: false,
    logLevel: "error",
  });
  const [output] = outputFiles;
  if (!output) throw new Error("esbuild wrote nothing");
  return output.text;
}

/** Returns how many bytes a file weighs as hosts send it. */
export function gzippedBytes(content: string | Buffer): number {
  return gzipSync(content, { level: 9 }).length;
}

/** Code with all exports of a module. */
export function exportsOf(module: string): string {
  return `export * from ${JSON.stringify(module)}`;
}
