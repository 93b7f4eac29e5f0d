import { CommandError } from "../../src/cli/command.js";
import type { Contract, Operation } from "./model.js";
import { CONTRACT } from "./reader.js";

// What a request needs before it names an operation: where it goes, and who sends it.

/** The address that Prism listens on by default. */
const PRISM = "http://127.0.0.1:4010";

/** The base URL of the mock and the sandbox: the contract's only server, with the default of its variable. */
export function defaultServerOf({ servers: [server] }: Contract): string {
  const { url, variables = {} } = server ?? { url: PRISM };
  const values = Object.entries(variables);
  return values.reduce((filled, [name, { default: value }]) => filled.replace(`{${name}}`, value), url);
}

/**
 * Where the server at a URL listens.
 *
 * @throws CommandError when the sandbox cannot listen there.
 */
export function listenerAt(url: string): { host: string; port: number } {
  const [, host, port] = /^http:\/\/(127\.0\.0\.1|localhost):(\d+)$/.exec(url) ?? [];
  if (host === undefined || port === undefined)
    throw new CommandError(
      `${CONTRACT}: servers/0: "${url}" is not where the sandbox can listen: write a default such as ${PRISM}.`,
    );
  return { host, port: Number(port) };
}

/** How a request carries the access token: in the request header that the contract's only security scheme names. */
export function accessTokenOf({ components }: Contract): { readonly header: string } {
  const [{ name: header = "" } = {}] = Object.values(components.securitySchemes);
  return { header };
}

/** Whether an operation can be called without an access token. */
export function isPublic(contract: Contract, { security = contract.security }: Pick<Operation, "security">): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
}
