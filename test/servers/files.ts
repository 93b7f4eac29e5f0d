import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { startWebServer, type WebServer } from "./web.js";

/** Any static host: a web server that serves the files of a folder. */
export function startFileServer(folder: string): Promise<WebServer> {
  return startWebServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = normalize(pathname === "/" ? "/index.html" : pathname);
    try {
      const content = await readFile(join(folder, file));
      response.writeHead(200, { "Content-Type": file.endsWith(".html") ? "text/html" : "text/plain" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
}
