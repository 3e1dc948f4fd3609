import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";

export function outputShape(name: string, bash: string): ProfileTool {
  return toolAlias("command_output", {
    name,
    description: {
      summary: "Shows what a command in the background has written so far, and how it stands.",
      details: `bash_id is what ${bash} answered when it started it with run_in_background. The answer ends with the number to give as since for what comes next.`,
      notes: ["Don't ask again and again: give wait_for, and it answers when there is something."],
      samples: [
        { input: { bash_id: "cmd_1" } },
        { input: { bash_id: "cmd_1", wait_for: "listening on" } },
      ],
    },
    input: z.strictObject({
      bash_id: z.string().min(1).describe("The command, as it was answered when it started."),
      since: z
        .int()
        .min(0)
        .optional()
        .describe("Only what was written after this, the number that the last answer ended with."),
      wait_for: z
        .string()
        .min(1)
        .optional()
        .describe("Answer when a line matches this regular expression, or it has ended."),
    }),
    fields: {
      id: "bash_id",
      wait_for_pattern: "wait_for",
      wait_for_port: null,
      wait_for_end: null,
      wait_ms: null,
    },
    toCanonical: ({ bash_id, since, wait_for }) => ({
      id: bash_id,
      since,
      wait_for_pattern: wait_for,
    }),
  });
}

export function killShape(name: string, bash: string): ProfileTool {
  return toolAlias("stop_command", {
    name,
    description: {
      summary: "Stops a command that runs in the background, with everything it started.",
      details: `shell_id is what ${bash} answered when it started it with run_in_background. The answer shows what it wrote.`,
      samples: [{ input: { shell_id: "cmd_1" } }],
    },
    input: z.strictObject({
      shell_id: z.string().min(1).describe("The command, as it was answered when it started."),
    }),
    fields: { id: "shell_id", since: null },
    toCanonical: ({ shell_id }) => ({ id: shell_id }),
  });
}
