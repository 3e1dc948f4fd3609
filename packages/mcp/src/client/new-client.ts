import type { Client } from "@modelcontextprotocol/client";
import type { ClientFacts } from "./connection.ts";
import type { Sdk } from "./sdk.ts";

/** The first revision without a handshake. */
export const modernVersion = "2026-07-28";

/** `legacy`: the handshake of 2025. `modern`: discovery of 2026. */
export type Negotiation = "legacy" | "modern";

/** A client that is not connected yet. */
export function newClient(
  { Client }: typeof Sdk,
  { info, capabilities, prepare }: ClientFacts,
  negotiation: Negotiation,
): Client {
  const client = new Client(info, {
    capabilities,
    // The server's questions are answered within the call that they belong to.
    inputRequired: { autoFulfill: false },
    ...(negotiation === "modern" && { versionNegotiation: { mode: { pin: modernVersion } } }),
  });
  prepare(client);
  return client;
}
