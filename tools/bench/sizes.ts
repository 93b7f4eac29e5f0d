import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { sizeInPage } from "../../test/servers/bundle.js";
import type { Figure } from "./figures.js";

/** Measures what a page loads, in bytes after gzip. The limits are in the tests. */
export async function measureSizes(): Promise<Figure[]> {
  const index = await readFile("site/index.html");
  return [
    { name: "client in a page, bytes", value: await sizeInPage('export * from "./src/client/index.ts"') },
    { name: "openapi-fetch in a page, bytes", value: await sizeInPage('export { default } from "openapi-fetch"') },
    { name: "ky in a page, bytes", value: await sizeInPage('export { default } from "ky"') },
    { name: "sandbox in a page, bytes", value: await sizeInPage('export * from "./src/sandbox/index.ts"') },
    { name: "index.html of the docs, bytes", value: gzipSync(index, { level: 9 }).length },
  ];
}
