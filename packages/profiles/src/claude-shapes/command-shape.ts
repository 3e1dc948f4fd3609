import { type CommandLimits, countText, MAX_TIMEOUT_MS } from "@toolwright/tools/internal";
import { z } from "zod";
import { toolAlias } from "../alias-tool.ts";
import type { ProfileTool } from "../profile-tool.ts";
import type { ShapeNames } from "./shape-names.ts";

interface BashInput {
  readonly cwd?: string | undefined;
  readonly command: string;
  readonly timeout?: number | undefined;
  readonly description?: string | undefined;
  readonly run_in_background?: boolean | undefined;
}

export function bashShape(
  { bash, read, edit, write, glob, grep, output }: ShapeNames,
  limits: CommandLimits,
): ProfileTool {
  const foreground = z.strictObject({
    command: z.string().min(1).describe("The command line."),
    timeout: z
      .int()
      .min(1)
      .max(MAX_TIMEOUT_MS)
      .optional()
      .describe(
        `Milliseconds after which it is stopped, at most ${countText(MAX_TIMEOUT_MS)}. Default: ${countText(limits.timeoutMs)}.`,
      ),
    description: z
      .string()
      .optional()
      .describe("The command's purpose, in 5 to 10 words. Recorded only."),
    cwd: z
      .string()
      .min(1)
      .optional()
      .describe("Directory to run it in.")
      .meta({ "x-undeclared": true }),
    dangerouslyDisableSandbox: z
      .literal(false)
      .optional()
      .describe("No call can switch the sandbox off.")
      .meta({ "x-undeclared": true }),
  });
  const input: z.ZodType<BashInput> =
    output === undefined
      ? foreground
      : foreground.extend({
          run_in_background: z
            .boolean()
            .optional()
            .describe(
              `Start it and return at once with its id, for servers and watchers; ${output} shows its output. Default: false.`,
            ),
        });
  return toolAlias("run_command", {
    name: bash,
    description: {
      summary: "Runs a command line in bash. Returns its output and exit status.",
      details: `For git, npm, docker, tests and the like. Each call starts a new shell in the current directory: cd and variables don't persist. It is stopped after ${countText(limits.timeoutMs)} ms unless timeout says otherwise.`,
      notes: [
        `Not for files: use ${read}, ${edit}, ${write}, ${glob} and ${grep} instead of cat, sed, echo, find and grep. They cut long output, and edits need no escaping.`,
        "Quote paths with spaces. Join dependent commands with &&.",
        "Standard input is empty: avoid editors, pagers and prompts.",
      ],
      samples: [
        { input: { command: "npm test", description: "Run the tests" } },
        { input: { command: "git log --oneline -5", timeout: 20_000 } },
      ],
    },
    input,
    fields: {
      timeout_ms: "timeout",
      cwd: null,
      background: output === undefined ? null : "run_in_background",
    },
    aliases: { working_directory: "cwd", workdir: "cwd" },
    toCanonical: ({ command, timeout = limits.timeoutMs, run_in_background, cwd }) => ({
      command,
      cwd,
      timeout_ms: timeout,
      background: run_in_background,
    }),
  });
}
