// @ts-check
// Serves site/ while the docs are being written.
import { once } from "node:events";
import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSite } from "./build.mjs";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
};
const SOURCES = ["../../openapi.yaml", "../../redocly.yaml", "."].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/**
 * Serves the site, and builds it anew when one of its sources changes.
 *
 * @param {string} site
 * @param {number} port - 0 for a free one.
 */
export async function serveSite(site, port) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    const type = Object.entries(TYPES).find(([ending]) => ending === extname(file))?.[1];
    try {
      const content = await readFile(join(site, file));
      response.writeHead(200, { "Content-Type": type ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("There is no such file.\n");
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address) console.log(`Docs are served at http://127.0.0.1:${address.port}/`);
  for (const source of SOURCES) watch(source, rebuildSoon);
}

/** @type {NodeJS.Timeout | undefined} */
let pending;

/** An editor may touch a file several times as it saves. */
function rebuildSoon() {
  clearTimeout(pending);
  pending = setTimeout(async () => {
    try {
      await buildSite();
      console.log("Built anew.");
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }, 100);
}
