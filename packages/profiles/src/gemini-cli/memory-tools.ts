import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";

export const remember = toolAlias("save_memory", {
  name: "save_memory",
  description: {
    summary: "Saves one fact about the user to long-term memory, for all later sessions.",
    details:
      "Use it when the user asks you to remember something, or states a lasting preference. Not for the current task, for what files already say, or for secrets.",
    samples: [{ input: { fact: "The user prefers answers in German." } }],
  },
  input: z.strictObject({
    fact: z.string().min(1).describe("The fact: one clear, self-contained sentence."),
  }),
  fields: { forget: null, scope: null },
  toCanonical: ({ fact }) => ({ fact }),
});
