import { BlockList, isIP } from "node:net";

// Source: IANA's registries of special-purpose addresses. Private networks (10/8 and so on) are not listed: a
// company's package registry may be in one, and its name was allowed.
const refused = new BlockList();
for (const [address, prefix] of [
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  refused.addSubnet(address, prefix, "ipv4");
}
for (const [address, prefix] of [
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  refused.addSubnet(address, prefix, "ipv6");
}

/**
 * Whether an allowed name must not lead to this address: this computer, its link-local neighbours, or a
 * cloud's metadata service. The owner of a name can point it to any of them.
 */
export function isRefusedAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  return refused.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Whether a host names this computer itself, by an address or by `localhost`. */
export function isItself(host: string): boolean {
  return isIP(host) !== 0 || host === "localhost";
}
