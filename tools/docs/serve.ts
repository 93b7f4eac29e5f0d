import { execFile } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CommandError, UsageError } from "../../src/cli/command-error.js";
import { serveFolder } from "./static-server.js";

/** A free one. */
export const DEFAULT_PORT = "0";

/** The number of a port. @throws UsageError when it is none. */
export function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port requires a number from 0 to 65535, not "${text}".`);
}

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
  const rebuildSoon = oneAtATime(() => rebuild(project));
  // An editor may replace a file, which ends a watch on the file. The folder is watched instead.
  watch(project, (_, name) => name && SOURCES.includes(name) && rebuildSoon());
  for (const folder of ["guides", "tools/docs"].map((name) => join(project, name))) {
    watch(folder, { recursive: true }, rebuildSoon);
  }
}

/**
 * Returns a function that starts some work soon: once for all calls that come close together, as an editor touches a file
 * several times while it saves it. A call during the work leads to one more run after it, and never to two at the same time.
 */
export function oneAtATime(work: () => Promise<void>): () => void {
  let soon: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  return function start(): void {
    clearTimeout(soon);
    soon = setTimeout(async () => {
      if (running) return running.then(start);
      running = work();
      await running;
      running = undefined;
    }, 100);
  };
}

const run = promisify(execFile);

async function rebuild(project: string): Promise<void> {
  try {
    // In separate processes, since the docs import modules that `generate` rewrites.
    for (const script of ["generate", "docs"]) await run("npm", ["run", "--silent", script], { cwd: project });
    process.stdout.write("Rebuilt.\n");
  } catch (error) {
    process.stderr.write(`${error instanceof Error && "stderr" in error ? error.stderr : error}\n`);
  }
}
