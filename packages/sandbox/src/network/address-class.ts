import { BlockList, isIP } from "node:net";

/**
 * `public`: the internet. `private`: a local network, such as a company's. `special`: this computer, its
 * neighbours, a cloud's metadata service, or an address that stands for another one.
 */
export type AddressClass = "public" | "private" | "special";

// Source: IANA's registries of special-purpose addresses.
const special4 = blockList("ipv4", [
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
]);
const private4 = blockList("ipv4", [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  // For benchmarks; local proxies also give these addresses to names.
  ["198.18.0.0", 15],
]);
const private6 = blockList("ipv6", [["fc00::", 7]]);
/** The only addresses that are given to hosts on the internet. */
const global6 = blockList("ipv6", [["2000::", 3]]);
/** Among them: protocols such as Teredo, documentation, and 6to4. Some contain an IPv4 address. */
const special6 = blockList("ipv6", [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
]);

/** The class of an address without a zone; anything else is `special`. */
export function classifyAddress(address: string): AddressClass {
  switch (address.includes("%") ? 0 : isIP(address)) {
    case 4:
      if (special4.check(address)) return "special";
      return private4.check(address) ? "private" : "public";
    case 6:
      if (private6.check(address, "ipv6")) return "private";
      return global6.check(address, "ipv6") && !special6.check(address, "ipv6")
        ? "public"
        : "special";
    default:
      return "special";
  }
}

function blockList(
  family: "ipv4" | "ipv6",
  subnets: readonly (readonly [address: string, prefix: number])[],
): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family);
  return list;
}
