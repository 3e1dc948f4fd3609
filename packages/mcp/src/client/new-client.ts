import type { Client } from "@modelcontextprotocol/client";
import type { ClientFacts } from "./connection.ts";
import type { Sdk } from "./sdk.ts";

/** The first revision without a handshake. */
export const modernVersion = "2026-07-28";

/** `legacy`: the handshake as of 2025. `modern`: the server is asked what it speaks, as of 2026. */
export type Negotiation = "legacy" | "modern";

/** A client that isn't connected yet. */
export function newClient(
  { Client }: typeof Sdk,
  { info, capabilities, prepare }: ClientFacts,
  negotiation: Negotiation,
): Client {
  const client = new Client(info, {
    capabilities,
    // What a server wants to know is asked in the call that it wants to know it for.
    inputRequired: { autoFulfill: false },
    ...(negotiation === "modern" && { versionNegotiation: { mode: { pin: modernVersion } } }),
  });
  prepare(client);
  return client;
}
