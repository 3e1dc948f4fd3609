import type { CommandLimits } from "@toolwright/tools/internal";
import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";

export const shellWith = ({ timeoutMs }: CommandLimits): ProfileTool =>
  toolAlias("run_command", {
    name: "run_shell_command",
    description: {
      summary: "Runs a command line as `bash -c <command>` and returns its output and exit status.",
      details: `Each call starts a new shell: use dir_path instead of cd. It is stopped after ${timeoutMs / 1_000} s with everything it started. Standard output and error are merged.`,
      notes: [
        "Not for files: read_file, replace, write_file, glob and search_file_content are faster and mostly need no approval.",
        "Prefer quiet flags, and disable pagers (git --no-pager): standard input is empty.",
      ],
      samples: [
        { input: { command: "npm test --silent", description: "Run the tests." } },
        { input: { command: "make -j2", dir_path: "native" } },
      ],
    },
    input: z.strictObject({
      command: z.string().min(1).describe("The exact command line."),
      description: z.string().optional().describe("Its purpose, in a sentence. Recorded only."),
      dir_path: z
        .string()
        .min(1)
        .optional()
        .describe("The directory to run it in, inside the workspace. Default: the current one."),
      is_background: z
        .literal(false)
        .optional()
        .describe("Commands run in the foreground here.")
        .meta({ "x-undeclared": true }),
    }),
    fields: { cwd: "dir_path", timeout_ms: null },
    toCanonical: ({ command, dir_path }) => ({
      command,
      cwd: dir_path,
      timeout_ms: timeoutMs,
    }),
  });
