import { version } from "../../generated/version.js";

/** The header that names the client to the service. Not in browsers: there, the service's CORS answer would have to allow it. */
export function userAgent(): Record<string, string> {
  const isNode = Object(globalThis).process?.versions?.node;
  return isNode ? { "user-agent": `service-admin-api/${version}` } : {};
}
