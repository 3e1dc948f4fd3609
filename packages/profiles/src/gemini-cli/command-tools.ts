import type { CommandLimits } from "@toolwright/tools/internal";
import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";

export const shellWith = ({ timeoutMs }: CommandLimits): ProfileTool =>
  toolAlias("run_command", {
    name: "run_shell_command",
    description: {
      summary: "Runs a command line as `bash -c <command>` and returns its output and exit status.",
      details: `Each call is a new shell: name the directory in dir_path instead of changing to it. It is stopped after ${timeoutMs / 1_000} s with everything it started; standard output and error come as one.`,
      notes: [
        "Not for files: read_file, replace, write_file, glob and search_file_content are quicker and mostly need no approval.",
        "Prefer quiet flags, and switch pagers off (git --no-pager): there is no input.",
      ],
      samples: [
        { input: { command: "npm test --silent", description: "Run the tests." } },
        { input: { command: "make -j2", dir_path: "native" } },
      ],
    },
    input: z.strictObject({
      command: z.string().min(1).describe("The exact command line."),
      description: z
        .string()
        .optional()
        .describe("What it does, in a sentence. It is recorded and decides nothing."),
      dir_path: z
        .string()
        .min(1)
        .optional()
        .describe("The directory to run it in, inside the workspace. Default: the current one."),
    }),
    fields: { cwd: "dir_path", timeout_ms: null },
    toCanonical: ({ command, dir_path }) => ({
      command,
      cwd: dir_path,
      timeout_ms: timeoutMs,
    }),
  });
