import type { Mode } from "@toolwright/core";

/** What a model may do in each mode. */
export const modeTexts: Readonly<Record<Mode, string>> = {
  plan: "Mode plan: you can read and search, but change nothing. End with a plan for the person.",
  default: "Mode default: reading needs no approval. Changes and most commands need it.",
  "accept-edits":
    "Mode accept-edits: reading and changing files in the workspace needs no approval. Most commands need it.",
  auto: "Mode auto: reading, changing files in the workspace and commands in the sandbox need no approval.",
};
