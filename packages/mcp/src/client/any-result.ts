import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

/** Accepts any result: a mistake in one part must not discard the rest. */
export const anyResult: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "toolwright", validate: (value) => ({ value }) },
};
