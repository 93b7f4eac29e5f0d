// @ts-check
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const project = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Code as a browser would load it: bundled and minified by esbuild, with what is not used left out.
 *
 * @param {string} code
 * @param {"browser" | "node"} [platform]
 */
export async function bundle(code, platform = "browser") {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: project, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform,
    nodePaths: [`${project}/node_modules`],
    write: false,
    logLevel: "error",
  });
  const [output] = outputFiles;
  if (!output) throw new Error("esbuild wrote nothing");
  return output;
}
