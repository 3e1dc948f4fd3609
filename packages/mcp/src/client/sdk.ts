import type * as Sdk from "@modelcontextprotocol/client";

let loading: Promise<typeof Sdk> | undefined;

/** The protocol's client library, loaded with the first server: that takes longer than most calls do. */
export function loadSdk(): Promise<typeof Sdk> {
  loading ??= import("@modelcontextprotocol/client");
  return loading;
}

export type { Sdk };
