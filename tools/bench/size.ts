import { bundle, exportsOf, gzippedBytes } from "./bundle.js";
import type { Figure } from "./figure.js";

/**
 * What the entries of the package may add to a browser bundle: bytes, minified by esbuild and gzipped. The size today,
 * and room for one more operation.
 */
const BUDGETS = [
  { name: "The client", entry: "client/index", limit: 6100 },
  { name: "The schemas", entry: "client/schemas", limit: 2000 },
  { name: "The sandbox", entry: "sandbox/index", limit: 15_400 },
];

/** Measures the entries that run in a browser. */
export function measureSize(): Promise<Figure[]> {
  return Promise.all(
    BUDGETS.map(async ({ name, entry, limit }) => {
      const measured = gzippedBytes(await bundle(exportsOf(`./src/${entry}.ts`)));
      return { name: `${name}, bytes gzipped`, measured, limit };
    }),
  );
}
