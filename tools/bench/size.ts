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

/** What a page takes of each entry for browsers. A page that runs a sandbox does not connect to one elsewhere. */
const PAGES = {
  client: 'export * from "./src/client/index.ts"',
  schemas: 'export * from "./src/client/schemas.ts"',
  sandbox: 'export { createSandbox } from "./src/sandbox/index.ts"',
};

/**
 * Measures what each entry for browsers adds to a page, with all that is generated.
 *
 * @param folder - The folder of the project: by default, this one.
 */
export async function measureSize(folder?: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const [name, code] of Object.entries(PAGES)) {
    const text = await bundle(code, "browser", folder);
    sizes[`${name} in a page, bytes`] = gzipSync(text, { level: 9 }).length;
  }
  return sizes;
}
