import { type IncomingMessage, Server } from "node:http";
import { createRequire } from "node:module";

// Prism decodes paths without a thought for those that cannot be decoded, and ends with an uncaught URIError: one stray
// `%` in a path would end the mock for all. So each request's path is made readable before Prism meets it.
const { emit } = Server.prototype;
Server.prototype.emit = function (this: Server, event: string, ...details: unknown[]): boolean {
  const [request] = details;
  if (event === "request" && isRequest(request)) request.url = readable(request.url ?? "/");
  return Reflect.apply(emit, this, [event, ...details]);
};

function isRequest(value: unknown): value is IncomingMessage {
  return typeof value === "object" && value !== null && "url" in value;
}

/** A path whose every `%` begins an escape of UTF-8: in a part that cannot be decoded, each `%` stands for itself. */
function readable(url: string): string {
  const [path = "", ...query] = url.split("?");
  const parts = path.split("/").map((part) => (isReadable(part) ? part : part.replaceAll("%", "%25")));
  return [parts.join("/"), ...query].join("?");
}

function isReadable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

createRequire(import.meta.url)("@stoplight/prism-cli/dist/index.js");
