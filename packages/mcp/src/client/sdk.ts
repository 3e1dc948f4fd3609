import type * as Sdk from "@modelcontextprotocol/client";

let loading: Promise<typeof Sdk> | undefined;

/**
 * The protocol's client library, loaded with the first server because loading takes longer than most calls.
 */
export function loadSdk(): Promise<typeof Sdk> {
  loading ??= import("@modelcontextprotocol/client");
  return loading;
}

export type { Sdk };
