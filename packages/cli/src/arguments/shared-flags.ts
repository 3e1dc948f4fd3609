import { phrase } from "../language/phrase.ts";

// Flags of several commands.

export const json = { summary: phrase("machine output: JSON on standard output") };
export const input = {
  value: "JSON",
  summary: phrase("the whole input; - reads standard input, @FILE reads a file"),
};

export const session = {
  value: "S",
  summary: phrase("only this session; `journal sessions` lists them"),
};
export const limit = { value: "N", summary: phrase("at most this many (default: 50)") };
export const from = {
  value: "DIR",
  summary: phrase("the journal of a folder that has moved, by its old path"),
};

export const baseUrl = {
  value: "URL",
  summary: phrase("the address of the model's server, for compatible/ID or a proxy"),
};

export const modelFlags = {
  model: {
    value: "M",
    summary: phrase("the model: {forms} (default: from the settings)", {
      forms: "openai/ID, anthropic/ID, google/ID, compatible/ID, scripted/FILE",
    }),
  },
  "base-url": baseUrl,
};

export const approvals = {
  value: "DIR",
  summary: phrase("leave questions in this folder, to be answered later: toolwright approve"),
};

export const approvalsWait = {
  value: "TIME",
  summary: phrase(
    "with --approvals: how long a call waits for its answer: 30s, 10m (default: not)",
  ),
};

/** For a decision in another context than that of a new session. */
export const labels = {
  value: "LABELS",
  summary: phrase("decide as if text with these labels were in the context, as {example}", {
    example: "web,secret",
  }),
};
