import type { Contract } from "../contract/model.js";

/** The address that Prism listens on by default. */
const PRISM = "http://127.0.0.1:4010";

/** The base URL of the mock and the sandbox: the contract's first server on this machine, else the one of Prism. */
export function defaultServerOf({ servers }: Contract): string {
  const urls = servers.map(({ url, variables = {} }) =>
    Object.entries(variables).reduce((rest, [name, { default: value }]) => rest.replaceAll(`{${name}}`, value), url),
  );
  const isLocal = (url: string) =>
    URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
  const [local] = urls.filter(isLocal);
  return local?.replace(/\/+$/, "") ?? PRISM;
}

/** Where the server at a URL listens: its host, without the brackets of an IPv6 address, and its port. */
export function listenerAt(url: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(url);
  const usual = protocol === "https:" ? 443 : 80;
  return { host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port || usual) };
}
