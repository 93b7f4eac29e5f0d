import { join } from "node:path";
import { checkout } from "./checkout.js";
import { run } from "./command.js";

/** The package as it is published. */
export interface Tarball {
  /** Path of the tarball. */
  file: string;
  /** What it holds. */
  files: string[];
  remove(): Promise<void>;
}

/** Packs the package in a separate checkout. */
export async function pack(): Promise<Tarball> {
  const clone = await checkout();
  // The types are checked elsewhere.
  const compile = "npx tsc --noCheck --project src && npx tsc --noCheck --project src/tsconfig.node.json";
  const { code, stdout, output } = await run(`${compile} && npm pack --json --ignore-scripts`, clone.folder);
  if (code !== 0) throw new Error(`The package was not packed:\n${output}`);
  const [{ filename, files }] = JSON.parse(stdout);
  return {
    file: join(clone.folder, filename),
    files: files.map(({ path }: { path: string }) => path),
    remove: clone.remove,
  };
}
