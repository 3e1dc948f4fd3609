import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { ToolError } from "@toolwright/core";
import { notPublic } from "./blocked-url.ts";

/** All addresses of a host name. */
export type LookUp = (host: string) => Promise<readonly string[]>;

/** The system's resolver. */
export const systemLookUp: LookUp = async (host) => {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(host, { all: true })).map(({ address }) => address);
};

/**
 * The addresses of a host, every one of them public. A connection must use exactly these: another look-up may
 * give others.
 *
 * Errors: ToolError `network-blocked`, `network-failed` for an unknown name; the signal's reason.
 */
export async function checkedAddresses(
  host: string,
  {
    lookUp,
    isPublic,
    signal,
  }: {
    readonly lookUp: LookUp;
    readonly isPublic: (address: string) => boolean;
    readonly signal: AbortSignal;
  },
): Promise<readonly LookupAddress[]> {
  const addresses = isIP(host) === 0 ? await abortable(lookUp(host), signal) : [host];
  if (addresses.some((address) => isIP(address) === 0 || !isPublic(address))) {
    throw new ToolError("network-blocked", notPublic(host));
  }
  if (addresses.length === 0) {
    throw new ToolError("network-failed", `There is no address for ${host}. Check the name.`);
  }
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

/** A look-up can't be cancelled, but nobody needs to wait for it. */
async function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
