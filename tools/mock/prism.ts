import { type IncomingMessage, Server } from "node:http";
import { createRequire } from "node:module";

// Prism ends with an uncaught URIError when it cannot decode a path: one stray `%` would stop the mock for everyone. This
// makes each request's path decodable before Prism sees it.
const { emit } = Server.prototype;
Server.prototype.emit = function (this: Server, event: string, ...details: unknown[]): boolean {
  const [request] = details;
  if (event === "request" && isRequest(request)) request.url = decodable(request.url ?? "/");
  return Reflect.apply(emit, this, [event, ...details]);
};

function isRequest(value: unknown): value is IncomingMessage {
  return typeof value === "object" && value !== null && "url" in value;
}

/** A path that can be decoded: where a segment cannot, each `%` in it is escaped. */
function decodable(url: string): string {
  const [path = "", ...query] = url.split("?");
  const segments = path.split("/").map((part) => (isDecodable(part) ? part : part.replaceAll("%", "%25")));
  return [segments.join("/"), ...query].join("?");
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

createRequire(import.meta.url)("@stoplight/prism-cli/dist/index.js");
