import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";

export function outputShape(name: string, bash: string): ProfileTool {
  return toolAlias("command_output", {
    name,
    description: {
      summary: "Shows a background command's output so far, and its state.",
      details: `bash_id is the id that ${bash} returned with run_in_background. The result ends with a number: pass it as since to see only later output.`,
      notes: ["Don't poll: with wait_for the call returns when a line matches."],
      samples: [
        { input: { bash_id: "cmd_1" } },
        { input: { bash_id: "cmd_1", wait_for: "listening on" } },
      ],
    },
    input: z.strictObject({
      bash_id: z.string().min(1).describe("The command's id."),
      since: z
        .int()
        .min(0)
        .optional()
        .describe("Only output after this number, from the end of the last result."),
      wait_for: z
        .string()
        .min(1)
        .optional()
        .describe("Return when a line matches this regular expression, or the command has ended."),
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
      summary: "Stops a background command and everything it started.",
      details: `shell_id is the id that ${bash} returned with run_in_background. The result shows its output.`,
      samples: [{ input: { shell_id: "cmd_1" } }],
    },
    input: z.strictObject({
      shell_id: z.string().min(1).describe("The command's id."),
    }),
    fields: { id: "shell_id", since: null },
    toCanonical: ({ shell_id }) => ({ id: shell_id }),
  });
}
