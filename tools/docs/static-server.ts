import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".json", "application/json"],
  [".md", "text/markdown; charset=utf-8"],
  [".txt", "text/plain; charset=utf-8"],
  [".yaml", "application/yaml; charset=utf-8"],
]);

/** A static host of this machine. */
export interface StaticServer extends AsyncDisposable {
  /** Its address, without a slash at the end. */
  url: string;
}

/** Returns the file at a path that begins with a slash; rejects if there is none. */
export type ReadFile = (path: string) => Promise<Buffer>;

/** The files of a folder. */
export function filesIn(folder: string): ReadFile {
  return (path) => readFile(join(folder, path));
}

/**
 * Serves files as any static host does: compressed, and `index.html` for a folder.
 *
 * @param port - 0 for a free one.
 * @throws Error when the port is taken.
 */
export async function serveFiles(read: ReadFile, port = 0): Promise<StaticServer> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    try {
      const body = gzipSync(await read(path));
      const type = TYPES.get(extname(path)) ?? "application/octet-stream";
      response.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip", "Content-Length": body.length });
      response.end(body);
    } catch {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("There is no such file.\n");
    }
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
