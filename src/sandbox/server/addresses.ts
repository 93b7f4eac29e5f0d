import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** Which addresses deliveries may go to. */
export type Reach = "machine" | "any";

// Cloud providers keep credentials at a link-local address.
const linkLocal = blockListOf(["169.254.0.0", 16], ["fe80::", 10]);
const loopback = blockListOf(["127.0.0.0", 8], ["0.0.0.0", 32], ["::1", 128], ["::", 128]);

function blockListOf(...subnets: [address: string, prefix: number][]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, familyOf(address));
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** Whether a host name means this machine, by its name alone (RFC 6761). Not every system resolves all of them. */
export function isLocalhost(name: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(name);
}

/** Whether an IP address belongs to this machine. */
export function isThisMachine(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (loopback.check(address, familyOf(address))) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return Object.values(networkInterfaces()).some((own) => own?.some((entry) => entry.address === plain));
}

/** Why deliveries may not go to an IP address; `undefined` if they may. */
export function refusalOf(address: string, reach: Reach): string | undefined {
  if (linkLocal.check(address, familyOf(address))) return "its address is link-local";
  if (reach === "any" || isThisMachine(address)) return undefined;
  return "its address is not on this machine";
}
