import { execFile } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { CommandError } from "../../src/cli/command-error.js";

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".json", "application/json"],
  [".md", "text/markdown; charset=utf-8"],
  [".txt", "text/plain; charset=utf-8"],
  [".yaml", "application/yaml; charset=utf-8"],
]);
const SOURCES = ["openapi.yaml", "redocly.yaml"];

/**
 * Serves the site, and rebuilds it when one of its sources changes.
 *
 * @param project - Folder of the sources.
 * @param port - 0 for a free one.
 * @throws CommandError when the port is taken.
 */
export async function serveSite(project: string, site: string, port: number): Promise<void> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    try {
      const content = await readFile(join(site, file));
      const type = TYPES.get(extname(file)) ?? "application/octet-stream";
      response.writeHead(200, { "Content-Type": type }).end(content);
    } catch {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("There is no such file.\n");
    }
  });
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The docs cannot be served on port ${port}: ${reason}. Choose another port with --port.`);
  }
  const address = server.address();
  if (typeof address === "object" && address) {
    process.stdout.write(`Docs are served at http://127.0.0.1:${address.port}/\n`);
  }
  // An editor may replace a file, which ends a watch on the file. The folder is watched instead.
  watch(project, (_, name) => name && SOURCES.includes(name) && rebuildSoon(project));
  watch(join(project, "guides"), () => rebuildSoon(project));
  watch(join(project, "tools/docs"), { recursive: true }, () => rebuildSoon(project));
}

const run = promisify(execFile);
let pending: NodeJS.Timeout | undefined;

/** An editor may touch a file several times as it saves. */
function rebuildSoon(project: string): void {
  clearTimeout(pending);
  pending = setTimeout(async () => {
    try {
      // In separate processes, since the docs import modules that `generate` rewrites.
      for (const script of ["generate", "docs"]) await run("npm", ["run", "--silent", script], { cwd: project });
      process.stdout.write("Rebuilt.\n");
    } catch (error) {
      process.stderr.write(`${error instanceof Error && "stderr" in error ? error.stderr : error}\n`);
    }
  }, 100);
}
