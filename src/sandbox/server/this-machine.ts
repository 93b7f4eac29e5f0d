import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { urlOf } from "../../url.js";
import type { SandboxRequest } from "../reply.js";

// What belongs to this machine: where deliveries may go, and who may make the sandbox send or do something.

// Cloud providers keep credentials at a link-local address.
const linkLocal = new BlockList();
linkLocal.addSubnet("169.254.0.0", 16);
linkLocal.addSubnet("fe80::", 10, "ipv6");
const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("0.0.0.0");
loopback.addAddress("::1", "ipv6");
loopback.addAddress("::", "ipv6");

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Whether a host name means this machine, by the name alone (RFC 6761). Not every system resolves all such names. */
export function isLocalhost(name: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(name);
}

/** Whether an IP address belongs to this machine. */
export function isOwnAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIn(loopback, address)) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const entries = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return entries.some((entry) => entry.address === plain);
}

/** Why deliveries may not go to an IP address; `undefined` if they may. */
export function refusalOf(address: string, deliverTo: "machine" | "any"): string | undefined {
  if (isIn(linkLocal, address)) return "its address is link-local";
  return deliverTo === "any" || isOwnAddress(address) ? undefined : "its address is not on this machine";
}

/** Whether a host, with or without a port, is this machine. */
export function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "");
  return isLocalhost(name) || isOwnAddress(name.replace(/^\[(.*)\]$/, "$1"));
}

/**
 * Whether a request comes from a web page from another machine, judged by its headers: a browser sends requests for whatever
 * page is open in it. A program that is not a browser sends no origin, and is not foreign.
 */
export function isForeignPage(headers: SandboxRequest["headers"]): boolean {
  const { host = "localhost", origin, "sec-fetch-site": site } = headers;
  if (origin === undefined && site === undefined) return false;
  // An image in a foreign page has no origin. A foreign page whose name resolves to this machine has that name as its host.
  const isOwnPage = origin === undefined ? site !== "cross-site" : isOwnHost(urlOf(String(origin))?.host ?? "");
  return !(isOwnPage && isOwnHost(String(host)));
}
