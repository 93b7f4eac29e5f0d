import type { Contract } from "../contract/model.js";

/** The address that Prism listens on by default. */
const PRISM = "http://127.0.0.1:4010";

/** The base URL of the mock and the sandbox: the contract's only server, with the default of its variable. */
export function defaultServerOf({ servers: [server] }: Contract): string {
  const { url, variables = {} } = server ?? { url: PRISM };
  const values = Object.entries(variables);
  return values.reduce((filled, [name, { default: value }]) => filled.replace(`{${name}}`, value), url);
}

/** Where the server at a URL listens. */
export function listenerAt(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
