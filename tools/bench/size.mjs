// @ts-check
// What a client adds to a browser bundle: every operation, minified by esbuild and gzipped. Fails over the budget.
import { rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { bundle } from "./bundle.mjs";
import { generateRivals } from "./rivals.mjs";

const BUDGET = 5000;

/** @param {string} code */
async function gzipped(code) {
  const { contents } = await bundle(code);
  return gzipSync(contents, { level: 9 }).length;
}

const own = await gzipped('export * from "./src/client/index.ts"');
if (own > BUDGET) {
  console.error(`The client is ${own} bytes gzipped; its budget is ${BUDGET}. Find out what the last change added.`);
  process.exitCode = 1;
}

if (process.argv.includes("--own")) {
  console.log(`The client is ${own} bytes gzipped, of ${BUDGET}.`);
} else {
  const rivals = generateRivals();
  const rows = {
    "openapi-fetch alone": await gzipped('export { default } from "openapi-fetch"'),
    "hey-api's generated client": await gzipped(`export * from ${JSON.stringify(rivals.heyApi)}`),
    "**this client**": own,
    "Redocly's generated client": await gzipped(`export * from ${JSON.stringify(rivals.redocly)}`),
    "Stripe's SDK": await gzipped('export { default } from "stripe"'),
  };
  rmSync(rivals.folder, { recursive: true });
  console.log("| Client | kB gzipped |\n| --- | ---: |");
  for (const [name, bytes] of Object.entries(rows)) console.log(`| ${name} | ${(bytes / 1000).toFixed(1)} |`);
}
