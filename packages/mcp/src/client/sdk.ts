import type * as Sdk from "@modelcontextprotocol/client";
import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

let loading: Promise<typeof Sdk> | undefined;

/**
 * The protocol's client library, loaded with the first server because loading takes longer than most calls.
 */
export function loadSdk(): Promise<typeof Sdk> {
  loading ??= import("@modelcontextprotocol/client");
  return loading;
}

export type { Sdk };

/** Accepts any result: a mistake in one part must not discard the rest. */
export const anyResult: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "toolwright", validate: (value) => ({ value }) },
};
