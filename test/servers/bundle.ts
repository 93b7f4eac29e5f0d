import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * A module as a production build has it: bundled and minified, without unused code.
 *
 * @param folder - Where imports start: by default, at this project.
 */
export async function bundle(
  contents: string,
  platform: "browser" | "node" = "browser",
  folder = process.cwd(),
): Promise<string> {
  const stdin = { contents, resolveDir: folder, loader: "ts" } as const;
  const minified = { bundle: true, minify: true, format: "esm", write: false } as const;
  const { outputFiles } = await build({ ...minified, stdin, platform });
  return outputFiles.map(({ text }) => text).join("");
}

/** How much some code adds to a page, in bytes after gzip. */
export async function sizeInPage(contents: string): Promise<number> {
  return gzipSync(await bundle(contents), { level: 9 }).length;
}
