import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

/** Takes whatever comes: what a server got wrong in one part must not cost the rest. */
export const anyResult: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "toolwright", validate: (value) => ({ value }) },
};
