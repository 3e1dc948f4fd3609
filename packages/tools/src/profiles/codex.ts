import type { Tool, ToolResult } from "@toolwright/core";
import { z } from "zod";
import { countText } from "../numbers/number-text.ts";
import { runCommand } from "../run-command.ts";
import { maximumOf } from "./field-limit.ts";
import { present } from "./present.ts";
import { quoteCommand } from "./quote-command.ts";
import { withText } from "./result-text.ts";

const COMMAND_MS = 120_000;

const MAX_COMMAND_MS = maximumOf(runCommand, "timeout_ms");

const shell = present(runCommand, {
  name: "shell",
  description: {
    summary: "Runs a command and answers with its exit code and output.",
    details: `command is a program and its arguments, as for execvp; most commands are best given to bash: ["bash", "-lc", "…"]. It is stopped after ${countText(COMMAND_MS)} ms unless timeout_ms says otherwise.`,
    notes: [
      "Name the directory in workdir instead of using cd: each call is a new process.",
      "There is no input: commands that open an editor or a pager, or ask, get none.",
    ],
    examples: [
      { input: { command: ["bash", "-lc", "npm test 2>&1 | tail -n 40"] } },
      { input: { command: ["git", "status", "--short"], workdir: "packages/core" } },
    ],
  },
  input: z.strictObject({
    command: z.array(z.string()).min(1).describe("The program and its arguments, one item each."),
    workdir: z
      .string()
      .min(1)
      .optional()
      .describe("The directory to run it in, inside the workspace. Default: the current one."),
    timeout_ms: z
      .int()
      .min(1)
      .max(MAX_COMMAND_MS)
      .optional()
      .describe(
        `Milliseconds after which it is stopped, at most ${countText(MAX_COMMAND_MS)}. Default: ${countText(COMMAND_MS)}.`,
      ),
  }),
  fields: { cwd: "workdir" },
  toCanonical: ({ command, workdir, timeout_ms = COMMAND_MS }) => ({
    command: commandLineOf(command),
    cwd: workdir,
    timeout_ms,
  }),
  fromResult: codeAndOutput,
});

/** A script for bash is the command line itself; any other program is named in one, quoted. */
function commandLineOf(words: readonly string[]): string {
  const [program, option, script] = words;
  const isScript = words.length === 3 && program === "bash" && /^-l?c$/.test(option ?? "");
  return isScript && script ? script : quoteCommand(words);
}

const ended = z.object({ exitCode: z.int() });

function codeAndOutput(result: ToolResult): ToolResult {
  const { display, structured } = result;
  const exitCode = ended.safeParse(structured).data?.exitCode;
  if (exitCode === undefined || display?.type !== "terminal") return result;
  return withText(result, `Exit code: ${exitCode}\nOutput:\n${display.output}`);
}

/** The tools under the names that models know from Codex. */
export const codex: readonly Tool[] = [shell];
