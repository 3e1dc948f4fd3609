import type { ToolResult } from "@toolwright/core";
import {
  type CommandLimits,
  countText,
  MAX_TIMEOUT_MS,
  quoteCommand,
} from "@toolwright/tools/internal";
import { z } from "zod";
import { toolAlias } from "./alias-tool.ts";
import type { ProfileTool } from "./profile-tool.ts";
import { withText } from "./result-text.ts";
import { codexPlan } from "./todo-lists.ts";

const patch = toolAlias("apply_patch", {
  name: "apply_patch",
  description: {
    summary: "Edits files: adds, updates, moves and deletes any number of them, all or nothing.",
    details: [
      "input begins with '*** Begin Patch' and ends with '*** End Patch'. Between them each file has a section with one of these headers:",
      "",
      "    *** Add File: PATH        then the whole content, each line with + before it",
      "    *** Delete File: PATH     nothing follows",
      "    *** Update File: PATH     perhaps '*** Move to: NEW PATH', then hunks",
      "",
      "A hunk begins with '@@'. Its lines begin with a space if kept, - if removed and + if new. Give three lines of context on both sides; if they aren't unique, put the line of the class or function after '@@ '.",
    ].join("\n"),
    notes: [
      "Paths are relative to the current directory.",
      "A hunk's lines must occur exactly once in the file; white space may differ.",
      "Adding a file fails if it exists.",
    ],
    samples: [
      {
        input: {
          input:
            "*** Begin Patch\n*** Update File: src/limits.ts\n@@\n const limits = {\n-  files: 100,\n+  files: 200,\n   lines: 2000,\n*** Add File: docs/limits.md\n+# Limits\n*** End Patch",
        },
      },
    ],
    important: ["New lines need + before them, also in an added file."],
  },
  input: z.strictObject({
    input: z.string().min(1).describe("The whole patch, from its first to its last line."),
  }),
  toCanonical: ({ input }) => ({ patch: input }),
});

const shellWith = (limits: CommandLimits): ProfileTool =>
  toolAlias("run_command", {
    name: "shell",
    description: {
      summary: "Runs a command. Returns its exit code and output.",
      details: `command is a program and its arguments, as for execvp; most commands are best given to bash: ["bash", "-lc", "…"]. It is stopped after ${countText(limits.timeoutMs)} ms unless timeout_ms says otherwise.`,
      notes: [
        "Name the directory in workdir instead of using cd: each call is a new process.",
        "Standard input is empty: avoid editors, pagers and prompts.",
      ],
      samples: [
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
        .max(MAX_TIMEOUT_MS)
        .optional()
        .describe(
          `Milliseconds after which it is stopped, at most ${countText(MAX_TIMEOUT_MS)}. Default: ${countText(limits.timeoutMs)}.`,
        ),
    }),
    fields: { cwd: "workdir" },
    toCanonical: ({ command, workdir, timeout_ms = limits.timeoutMs }) => ({
      command: commandLineOf(command),
      cwd: workdir,
      timeout_ms,
    }),
    fromResult: codeAndOutput,
  });

/** The command line: a bash script unchanged, any other program with quoted arguments. */
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

/** The tools under the names of Codex. */
export function codex(limits: CommandLimits): readonly ProfileTool[] {
  return [patch, shellWith(limits), codexPlan];
}
