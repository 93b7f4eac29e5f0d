import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** A module as a production build has it: bundled and minified, without unused code. Imports start at this project. */
export async function bundle(contents: string, platform: "browser" | "node" = "browser"): Promise<string> {
  const stdin = { contents, resolveDir: process.cwd(), loader: "ts" } as const;
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: "esm", platform, write: false });
  return outputFiles.map(({ text }) => text).join("");
}

/** Measures what each entry for browsers adds to a page, with all that is generated. */
export async function measureSize(): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const entry of ["client/index", "client/schemas", "sandbox/index"]) {
    const [folder = "", file = ""] = entry.split("/");
    const code = await bundle(`export * from "./src/${entry}.ts"`);
    sizes[`${file === "index" ? folder : file} in a page, bytes`] = gzipSync(code, { level: 9 }).length;
  }
  return sizes;
}
