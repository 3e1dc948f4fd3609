import { phrase } from "./language/phrase.ts";
import { homedir } from "node:os";
import {
  defineTool,
  type EffectsContext,
  type PrepareContext,
  type ToolResult,
} from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import type { Job, TerminalSize } from "@toolwright/core/ports";
import { z } from "zod";
import { countOf, countText } from "./text/number-text.ts";
import { assertArgument } from "./shell/assert-argument.ts";
import { commandDirectory } from "./shell/command-directory.ts";
import {
  type AnalyzedCommand,
  analyzeCommand,
  inTerminal,
  type CommandWorkspace,
} from "./shell/command-effects.ts";
import {
  type CommandLimits,
  defaultCommandLimits,
  MAX_TIMEOUT_MS,
} from "./shell/command-limits.ts";
import { type CommandOutput, commandOutput, commandResult } from "./shell/command-result.ts";
import { outputLimits } from "./shell/output-limits.ts";
import { runShell, type ShellLine, startInBackground } from "./shell/run-shell.ts";
import { cutLine } from "./text/cut-line.ts";

const MAX_COMMAND_CHARACTERS = 100_000;

const MAX_SUMMARY_CHARACTERS = 200;

/** Wide enough for most lines. */
const TERMINAL: TerminalSize = { columns: 120, rows: 40 };

const inputWith = ({ timeoutMs }: CommandLimits) =>
  z.strictObject({
    command: z
      .string()
      .min(1)
      .max(MAX_COMMAND_CHARACTERS)
      .describe("Command line; may have several lines."),
    cwd: z.string().min(1).optional().describe("Directory to run it in. Default: the current one."),
    background: z
      .boolean()
      .optional()
      .describe("Return at once, with an id for reading its output."),
    tty: z
      .boolean()
      .optional()
      .describe(
        "Run it in a terminal, for programs that need one. Needs a person's approval. Only background commands can receive keys.",
      ),
    timeout_ms: z
      .int()
      .min(1)
      .max(MAX_TIMEOUT_MS)
      .optional()
      .describe(`Default: ${countText(timeoutMs)}; maximum: ${countText(MAX_TIMEOUT_MS)}.`),
  });

type Input = z.infer<ReturnType<typeof inputWith>>;

interface Prepared extends ShellLine {
  readonly isInBackground: boolean;
}

/** Runs a command line in a shell. */
export const runCommand = createRunCommand(defaultCommandLimits);

/** The same tool for commands with other limits. */
export function runCommandWith(limits: CommandLimits): typeof runCommand {
  const isDefault = limits.timeoutMs === defaultCommandLimits.timeoutMs;
  return isDefault ? runCommand : createRunCommand(limits);
}

function createRunCommand(limits: CommandLimits) {
  return defineTool<Input, Prepared, CommandOutput>({
    name: "run_command",
    title: "Run command",
    kind: "execute",
    version: "1",
    description: {
      summary: "Runs a command line in bash. Returns its output and exit status.",
      details: `Each call starts a new shell: cd and variables don't persist, so use cwd. Standard input is empty: avoid editors, pagers and prompts. It is stopped after ${limits.timeoutMs / 1_000} s unless timeout_ms says otherwise; whatever it started with & is stopped with it. Start servers with background. Long output is cut in the middle; the result says how to read the rest. A non-zero exit status is a failure.`,
      notes: [
        "Not for files: prefer {tool:read_file}, {tool:search_text}, {tool:find_files}, {tool:edit_file} and {tool:write_file} to cat, grep, find and sed.",
        "{tool:git} runs git without a shell.",
      ],
      samples: [
        { input: { command: "npm test" } },
        {
          input: {
            command: "make -j2 && ./build/run --version",
            cwd: "native",
            timeout_ms: 300_000,
          },
        },
        {
          input: { command: "npm init", tty: true, background: true },
          note: "to answer its questions",
        },
      ],
    },
    needs: ["processes"],
    category: "commands",
    tags: ["shell", "bash", "terminal", "execute"],
    streamsOutput: true,

    aliases: {
      cmd: "command",
      working_directory: "cwd",
      workdir: "cwd",
      directory: "cwd",
      dir_path: "cwd",
      run_in_background: "background",
      is_background: "background",
      // A smaller number may be in seconds.
      timeout: {
        field: "timeout_ms",
        value: (given) => (Number(given) >= 1_000 ? given : undefined),
      },
    },
    input: inputWith(limits),
    output: commandOutput,
    timeoutMs: ({ timeout_ms }) => timeout_ms ?? limits.timeoutMs,
    timeoutAdvice:
      "Its changes until then remain. Set a longer timeout_ms, or run it in the background and read its output later.",
    preparesWithoutReading: true,
    async effects({ command, cwd = ".", tty = false }, context) {
      const place = commandDirectory(cwd, await context.resolve(cwd));
      return analyzed(command, place, tty, context, context).effects;
    },
    async prepare(
      { command, cwd = ".", background = false, tty = false },
      { workspace, home, secretAround, language },
    ) {
      assertArgument("command", command);
      const place = commandDirectory(cwd, await workspace.resolve(cwd));
      const { effects, ...facts } = analyzed(command, place, tty, { home }, workspace);
      const where = [
        ...(cwd === "." ? [] : [phrase("in {folder}", { folder: shownName(cwd) })]),
        ...(tty ? [phrase("in a terminal")] : []),
        ...(background ? [phrase("in the background")] : []),
      ];
      const named = phrase("Run {command}", { command: oneLine(command, secretAround) });
      return {
        summary: [named, ...where].map(language.say).join(" "),
        effects,
        preview: { type: "terminal", command, output: "" },
        prepared: {
          command,
          cwd: place,
          ...facts,
          isInBackground: background,
          ...(tty && { terminal: TERMINAL }),
        },
      };
    },
    async execute(line, context) {
      if (line.isInBackground) return startedResult(await startInBackground(line, context));
      const shown = outputLimits(context);
      return commandResult(line.command, await runShell(line, context, shown), context);
    },
  });
}

function startedResult(job: Job): ToolResult<CommandOutput> {
  return {
    content: `Started ${job.id} in the background. Use this id to read its output, wait for it or stop it.`,
    structured: { backgroundId: job.id, exitCode: null, outputBytes: 0 },
  };
}

function analyzed(
  command: string,
  cwd: string,
  isInTerminal: boolean,
  { home = homedir() }: Pick<EffectsContext, "home">,
  workspace: CommandWorkspace,
): AnalyzedCommand {
  const found = analyzeCommand(command, { cwd, home, isInTerminal }, workspace);
  return isInTerminal ? inTerminal(found) : found;
}

/** The first line, shortened, for a summary. */
function oneLine(command: string, secretAround: PrepareContext["secretAround"]): string {
  const [first = "", ...more] = command.trim().split("\n");
  const { text } = cutLine(first, MAX_SUMMARY_CHARACTERS, { secretAround });
  return more.length > 0 ? `${text} … (${countOf(more.length, "more line")})` : text;
}
