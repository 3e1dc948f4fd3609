import { defineTool } from "@toolwright/core";
import { z } from "zod";
import { agentsOf, MAX_TASK_CHARACTERS } from "./agents/agent-report.ts";
import { phrase } from "./language/phrase.ts";

const input = z.strictObject({
  summary: z
    .string()
    .trim()
    .min(1)
    .max(MAX_TASK_CHARACTERS)
    .describe("What you did or found; the answer to the task."),
  success: z.boolean().optional().describe("False if the task isn't done. Default: true."),
  details: z
    .string()
    .max(MAX_TASK_CHARACTERS)
    .optional()
    .describe("More that the caller needs: places, figures, what is left."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({ success: z.boolean().describe("As reported.") });

/** Ends a sub-agent's task with its report. */
export const finishTask = defineTool<Input, Input, z.infer<typeof output>>({
  name: "finish_task",
  title: "Finish task",
  kind: "other",
  version: "1",
  scope: "sub",
  needs: ["agents"],
  description: {
    summary: "Ends your task with a report to the agent that gave it to you.",
    details:
      "Call it once, last and alone. The report is all that the other agent sees of your work.",
    samples: [{ input: { summary: "Sessions are closed in src/session.ts:120." } }],
  },
  category: "agents",
  tags: ["report", "done"],
  aliases: { result: "summary", message: "summary" },
  input,
  output,
  effects: () => [],
  prepare: (prepared, { language }) => ({
    summary: language.say(phrase("Finish the task")),
    effects: [],
    prepared,
  }),
  execute({ summary, success = true, details = "" }, { agents }) {
    agentsOf(agents).finish({ success, summary, details });
    return { content: "Reported.", structured: { success } };
  },
});
