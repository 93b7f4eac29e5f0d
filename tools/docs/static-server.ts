import { preview } from "vite";

/** A static host of this machine. */
export interface StaticServer extends AsyncDisposable {
  /** Its address, without a slash at the end. */
  url: string;
}

/** Serves a folder on a free port, as any static host does: compressed, and `index.html` for a folder. */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const server = await preview({
    configFile: false,
    logLevel: "silent",
    root: folder,
    build: { outDir: "." },
    // A path that is no file is a 404, and not the first page.
    appType: "mpa",
    preview: { host: "127.0.0.1", port: 0, allowedHosts: true },
  });
  const [url = ""] = server.resolvedUrls?.local ?? [];
  return { url: url.replace(/\/$/, ""), [Symbol.asyncDispose]: () => server.close() };
}
