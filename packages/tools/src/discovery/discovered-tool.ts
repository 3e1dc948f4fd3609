import { phrase } from "../language/phrase.ts";
import {
  defineTool,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolResult,
  type UntypedInput,
} from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type { RunningProcess } from "@toolwright/core/ports";
import { captureOutput, type OutputCapture } from "@toolwright/sandbox";
import { oneLine } from "../found-tools/one-line.ts";
import { describeEnd } from "../shell/describe-end.ts";
import { outputLimits } from "../shell/output-limits.ts";
import { quoteCommand } from "../shell/quote-command.ts";
import { renderOutput } from "../shell/render-output.ts";
import { type ConfinedEnd, runConfined, type RunTies } from "../shell/run-confined.ts";
import { commandRunEffects } from "./command-run-effects.ts";
import { describeFailure } from "./describe-failure.ts";
import { withOwnFiles } from "./own-files.ts";
import type { Declaration } from "./parse-declarations.ts";

const ERROR_BYTES = 8_000;
const MAX_PREVIEW_CHARACTERS = 4_000;
const MAX_SUMMARY_CHARACTERS = 200;

export interface CallCommand {
  /** The tool's name follows them as one word. */
  readonly words: readonly string[];
  readonly timeoutMs: number;
}

interface Prepared {
  /** The words, including the tool's name. */
  readonly words: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The input as JSON. */
  readonly json: string;
}

/**
 * A tool that a list command declared and the call command runs: `callCommand NAME`, with the input as
 * JSON on standard input. Its output is the result. Its effects are the run of that command.
 *
 * Errors of its calls: `discovered-tool-failed`, with both streams, for a non-zero status, a signal, and
 * a command that can't be started.
 */
export function discoveredTool(
  { name, description, input }: Declaration,
  { words: callWords, timeoutMs }: CallCommand,
): Tool {
  const words = [...callWords, name];
  const command = quoteCommand(words);
  return defineTool<UntypedInput, Prepared>({
    name,
    kind: "other",
    description,
    category: "discovered",
    input,
    streamsOutput: true,
    needs: ["processes"],
    timeoutMs,
    preparesWithoutReading: true,
    effects: (_input, context) => commandRunEffects(words, context.cwd, context, context),
    prepare(given: UntypedInput, { workspace, home, language }) {
      const json = JSON.stringify(given);
      const shown = JSON.stringify(given, null, 2);
      const cut = shown.length > MAX_PREVIEW_CHARACTERS ? "\n…" : "";
      return {
        summary: language.say(
          phrase("Run {command}", { command: oneLine(command, MAX_SUMMARY_CHARACTERS) }),
        ),
        effects: commandRunEffects(words, workspace.cwd, { home }, workspace),
        preview: {
          type: "text",
          text: `${command}\n\n${language.say(phrase("Standard input:"))}\n${shown.slice(0, MAX_PREVIEW_CHARACTERS)}${cut}`,
        },
        prepared: { words, cwd: workspace.cwd, json },
      };
    },
    async execute(prepared, context) {
      const limits = outputLimits(context);
      let errors = errorCapture();
      const start = (ties: RunTies): Promise<RunningProcess> => {
        errors = errorCapture();
        return startCall(prepared, ties, errors, context);
      };
      // The command is not a job, so it can't move to the background.
      const run = (await runConfined(start, context, limits)) as ConfinedEnd;
      return resultOf(command, run, errors.result().text);
    },
  });
}

function errorCapture(): OutputCapture {
  return captureOutput({ headBytes: ERROR_BYTES / 2, tailBytes: ERROR_BYTES / 2 });
}

async function startCall(
  { words, cwd, json }: Prepared,
  { onOutput, sandbox, ...ties }: RunTies,
  errors: OutputCapture,
  { processes }: ToolContext,
): Promise<RunningProcess> {
  const [program = "", ...rest] = words;
  try {
    return await processes.start({
      ...ties,
      program,
      arguments: rest,
      cwd,
      input: json,
      ...(sandbox !== undefined && { sandbox: withOwnFiles(sandbox, words.slice(0, -1), cwd) }),
      onOutput: (chunk, stream) =>
        stream === "stderr" ? errors.write(chunk, stream) : onOutput(chunk, stream),
    });
  } catch (thrown) {
    if (ToolError.isInstance(thrown) && thrown.code === "cancelled") throw thrown;
    throw new ToolError(
      "discovered-tool-failed",
      `'${quoteCommand(words)}' couldn't be started: ${messageOf(thrown)}`,
      { cause: thrown },
    );
  }
}

function resultOf(command: string, run: ConfinedEnd, errorOutput: string): ToolResult {
  const { end, captured, kept, refused } = run;
  const output = renderOutput(captured, kept);
  if (end.cause === "exit" && end.exitCode !== 0) {
    const note = refused === null ? "" : `\n\n${refused}`;
    throw new ToolError(
      "discovered-tool-failed",
      describeFailure({ command, end, output, errorOutput }) + note,
      { details: { exitCode: end.exitCode, signal: end.signal } },
    );
  }
  // A stopped command still returns its output; the runtime says why it was stopped.
  const how = end.cause === "exit" ? "" : `(the command ${describeEnd(end)})`;
  const empty = how === "" ? "(no output)" : "";
  return {
    content: [output || empty, how].filter((part) => part !== "").join("\n\n"),
    metadata: {
      command,
      exitCode: end.exitCode,
      ...(errorOutput !== "" && { stderr: errorOutput }),
    },
  };
}
