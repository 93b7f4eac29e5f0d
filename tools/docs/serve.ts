import { execFile } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CommandError } from "../../src/cli/command-error.js";
import { serveFolder } from "./static-server.js";

const SOURCES = ["openapi.yaml", "redocly.yaml", "CHANGELOG.md"];

/**
 * Serves the site, and rebuilds it when one of its sources changes.
 *
 * @param project - Folder of the sources.
 * @param port - 0 for a free one.
 * @throws CommandError when the port is taken.
 */
export async function serveSite(project: string, site: string, port: number): Promise<void> {
  try {
    const { url } = await serveFolder(site, port);
    process.stdout.write(`Docs are served at ${url}/\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The docs cannot be served on port ${port}: ${reason}. Choose another port with --port.`);
  }
  // An editor may replace a file, which ends a watch on the file. The folder is watched instead.
  watch(project, (_, name) => name && SOURCES.includes(name) && rebuildSoon(project));
  for (const folder of ["guides", "tools/docs"].map((name) => join(project, name)).filter(existsSync)) {
    watch(folder, { recursive: true }, () => rebuildSoon(project));
  }
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
