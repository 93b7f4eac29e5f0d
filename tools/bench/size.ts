import { bundle, exportsOf, gzippedBytes } from "./bundle.js";
import type { Figure } from "./figure.js";

/**
 * What the code of each entry may add to a browser bundle: bytes, minified by esbuild and gzipped. What is generated
 * does not count, since an operation more would otherwise break a budget.
 */
const BUDGETS = [
  { name: "The client", entry: "client/index", limit: 5760 },
  { name: "The schemas", entry: "client/schemas", limit: 300 },
  { name: "The sandbox", entry: "sandbox/index", limit: 11_400 },
];

/** Measures the entries that run in a browser. */
export function measureSize(): Promise<Figure[]> {
  return Promise.all(
    BUDGETS.map(async ({ name, entry, limit }) => {
      const code = exportsOf(`./src/${entry}.ts`);
      const all = gzippedBytes(await bundle(code));
      const measured = gzippedBytes(await bundle(code, { external: ["generated/*"] }));
      return { name: `${name}, bytes gzipped without generated code (${all} with it)`, measured, limit };
    }),
  );
}
