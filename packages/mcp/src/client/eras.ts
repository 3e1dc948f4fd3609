import { createHash } from "node:crypto";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";

/**
 * How a server is spoken to: `modern` as of 2026, which is preferred, `legacy` as of 2025, `events` over the
 * transport of 2024. With it the next start tries nothing in vain.
 */
export type KnownEra = "modern" | "legacy" | "events";

/** Remembers eras, by `eraKey`. */
export interface Eras {
  get(key: string): KnownEra | undefined;
  set(key: string, era: KnownEra | null): void;
}

export function createEras(): Eras {
  const known = new Map<string, KnownEra>();
  return {
    get: (key) => known.get(key),
    set(key, era) {
      if (era === null) known.delete(key);
      else known.set(key, era);
    },
  };
}

/** A server's identity: what is started or called, not what it is named. */
export function eraKey({ transport }: Pick<ServerConfiguration, "transport">): string {
  const what =
    transport.type === "stdio"
      ? [transport.command, ...transport.arguments]
      : [transport.type, transport.url];
  return createHash("sha256").update(JSON.stringify(what)).digest("hex");
}
