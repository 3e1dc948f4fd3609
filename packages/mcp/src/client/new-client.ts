import type { Client, DiscoverResult } from "@modelcontextprotocol/client";
import type { ClientFacts } from "./connection.ts";
import type { Sdk } from "./sdk.ts";

/** The first revision without a handshake. */
export const modernVersion = "2026-07-28";

/** How a client finds the revision to speak. */
export type Negotiation = "legacy" | { readonly pin: string } | { readonly prior: DiscoverResult };

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
    ...(typeof negotiation === "object" &&
      "pin" in negotiation && { versionNegotiation: { mode: negotiation } }),
  });
  prepare(client);
  return client;
}
