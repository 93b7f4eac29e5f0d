import { preview } from "vite";

/** A static host on this machine. */
export interface StaticServer extends AsyncDisposable {
  /** Its address, without a slash at the end. */
  url: string;
}

/**
 * Serves a folder as any static host does: compressed, and `index.html` for a folder.
 *
 * @param port - 0 for a free one.
 * @throws Error when the port is taken.
 */
export async function serveFolder(folder: string, port = 0): Promise<StaticServer> {
  const server = await preview({
    configFile: false,
    logLevel: "silent",
    root: folder,
    build: { outDir: "." },
    // A path without a file gets 404 instead of the first page.
    appType: "mpa",
    preview: { host: "127.0.0.1", port, strictPort: true, allowedHosts: true },
  });
  const [url = ""] = server.resolvedUrls?.local ?? [];
  return { url: url.replace(/\/$/, ""), [Symbol.asyncDispose]: () => server.close() };
}
