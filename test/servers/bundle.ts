import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

/** Takes the same files for browsers from the sources as bundlers take from `dist`, where package.json names them. */
export const forBrowsers: Plugin = {
  name: "for browsers",
  setup: ({ onResolve }) => {
    const { browser }: { browser: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
    for (const [file, replacement] of Object.entries(browser)) {
      const imported = new RegExp(`/${basename(file)}$`);
      const source = basename(replacement).replace(/\.js$/, ".ts");
      onResolve({ filter: imported }, ({ resolveDir }) => ({ path: join(resolveDir, source), sideEffects: false }));
    }
  },
};

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
  const plugins = platform === "browser" ? [forBrowsers] : [];
  const minified = { bundle: true, minify: true, format: "esm", write: false } as const;
  const { outputFiles } = await build({ ...minified, stdin, platform, plugins });
  return outputFiles.map(({ text }) => text).join("");
}

/** How much some code adds to a page, in bytes after gzip. */
export async function sizeInPage(contents: string): Promise<number> {
  return gzipSync(await bundle(contents), { level: 9 }).length;
}
