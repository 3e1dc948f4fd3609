import { createHash } from "node:crypto";
import type { ServerConfiguration } from "../configuration/server-configuration.ts";

/**
 * The protocol that a server speaks: `modern` of 2026 (preferred), `legacy` of 2025, `events` for the SSE
 * transport of 2024. Remembering it saves failed tries at the next start.
 */
export type KnownEra = "modern" | "legacy" | "events";

/** Remembers eras by `eraKey`. */
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

/** Identifies a server by its command or address, not by its name. */
export function eraKey({ transport }: Pick<ServerConfiguration, "transport">): string {
  const what =
    transport.type === "stdio"
      ? [transport.command, ...transport.arguments]
      : [transport.type, transport.url];
  return createHash("sha256").update(JSON.stringify(what)).digest("hex");
}
