import { isIP } from "node:net";
import { classifyAddress } from "./address-class.ts";

/**
 * Whether an allowed name must not lead to this address: this computer, its link-local neighbours, or a
 * cloud's metadata service. The owner of a name can point it to any of them. Private networks are not
 * refused: a company's package registry may be in one, and its name was allowed.
 */
export function isRefusedAddress(address: string): boolean {
  return classifyAddress(withoutMapping(address)) === "special";
}

/** The IPv4 address in a mapped one, `::ffff:a.b.c.d`, which resolvers may return. */
function withoutMapping(address: string): string {
  const [, mapped = address] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return mapped;
}

/** Whether a host names this computer itself, by an address or by `localhost`. */
export function isItself(host: string): boolean {
  return isIP(host) !== 0 || host === "localhost";
}
