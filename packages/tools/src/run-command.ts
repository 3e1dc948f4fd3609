import { defineTool, type ProcessEnd, ToolError, type ToolResult, unknown } from "@toolwright/core";
import { type CapturedOutput, captureOutput } from "@toolwright/sandbox";
import { z } from "zod";
import { shownName } from "./names/shown-name.ts";
import { countOf, countText } from "./numbers/number-text.ts";
import { assertArgument } from "./shell/assert-argument.ts";
import { describeEnd } from "./shell/describe-end.ts";
import { createLiveOutput } from "./shell/live-output.ts";
import { renderOutput } from "./shell/render-output.ts";
import { startShell } from "./shell/start-shell.ts";
import { cutLine } from "./text-window/cut-line.ts";

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
const MAX_COMMAND_CHARACTERS = 100_000;

const HEAD_BYTES = 30_000;
const TAIL_BYTES = 30_000;

const MAX_SUMMARY_CHARACTERS = 200;

const input = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(MAX_COMMAND_CHARACTERS)
    .describe("Command line for bash (sh where there is none). Several lines are possible."),
  cwd: z
    .string()
    .min(1)
    .optional()
    .describe('Directory to run it in, inside the workspace. Default: ".", the current directory.'),
  timeout_ms: z
    .int()
    .min(1)
    .max(MAX_TIMEOUT_MS)
    .optional()
    .describe(
      `Milliseconds after which it is stopped with everything it started, at most ${countText(MAX_TIMEOUT_MS)}. Default: ${countText(DEFAULT_TIMEOUT_MS)}.`,
    ),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  exitCode: z.int().nullable().describe("Null when a signal ended it."),
  outputBytes: z.int().describe("All that it wrote, in bytes."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
}

/** Runs a command line in a shell. */
export const runCommand = defineTool<Input, Prepared, Output>({
  name: "run_command",
  title: "Run command",
  kind: "execute",
  version: "1",
  description: {
    summary: "Runs a command line in bash and answers with its output and exit status.",
    details: `Each call is a new shell without start-up files: a cd or a variable doesn't last to the next call, so name the directory in cwd. Standard input is empty. It is stopped after ${DEFAULT_TIMEOUT_MS / 1_000} s unless timeout_ms says otherwise, at most ${MAX_TIMEOUT_MS / 1_000} s; what it started in the background is stopped when it ends. Of long output the first ${HEAD_BYTES / 1_000} kB and the last ${TAIL_BYTES / 1_000} kB are shown. An exit status other than 0 is a failure and comes with the output.`,
    notes: [
      "To read, search, list, write or edit files, use the tools for that: they need no approval where a command does.",
      "Commands that wait for input, such as editors or pagers, get none and should be avoided.",
    ],
    examples: [
      { input: { command: "npm test" } },
      {
        input: { command: "make -j2 && ./build/run --version", cwd: "native", timeout_ms: 300_000 },
      },
    ],
  },
  category: "commands",
  tags: ["shell", "bash", "terminal", "execute"],
  streamsOutput: true,
  input,
  output,
  timeoutMs: ({ timeout_ms }) => timeout_ms ?? DEFAULT_TIMEOUT_MS,
  effects: () => [unknown("what a shell command does isn't analysed")],
  async prepare({ command, cwd = "." }, { workspace }) {
    assertArgument("command", command);
    const { realPath, root } = await workspace.resolve(cwd);
    if (root === null) {
      throw new ToolError(
        "path-outside-workspace",
        `'${cwd}' is outside the workspace, and commands run inside it. Name a directory of the workspace as cwd.`,
      );
    }
    return {
      summary: `Run ${oneLine(command)}${cwd === "." ? "" : ` in ${shownName(cwd)}`}`,
      effects: [unknown("what a shell command does isn't analysed")],
      preview: { type: "terminal", command, output: "" },
      prepared: { command, cwd: realPath },
    };
  },
  async execute({ command, cwd }, context) {
    const captured = captureOutput({ headBytes: HEAD_BYTES, tailBytes: TAIL_BYTES });
    const live = createLiveOutput(
      (text) => context.update({ output: text }),
      () => performance.now(),
    );
    const running = await startShell(context.processes, {
      command,
      cwd,
      signal: context.signal,
      onOutput(chunk, stream) {
        captured.write(chunk, stream);
        live.push(chunk, stream);
      },
    });
    const end = await running.ended;
    live.end();
    return resultOf(command, end, captured.result());
  },
});

/** Throws `command-failed`, with the output, for every end but status 0 and being told to stop. */
function resultOf(command: string, end: ProcessEnd, captured: CapturedOutput): ToolResult<Output> {
  const shown = renderOutput(captured);
  const how = describeEnd(end);
  if (end.cause === "exit" && end.exitCode !== 0) {
    throw new ToolError("command-failed", `The command ${how}.\n\n${shown || "(no output)"}`, {
      details: { exitCode: end.exitCode, signal: end.signal },
    });
  }
  // One that was told to stop says what it had by then; the runtime tells why it was stopped.
  const status = end.cause === "exit" ? "exit status 0" : `the command ${how}`;
  return {
    content: shown === "" ? `(no output; ${status})` : `${shown}\n\n(${status})`,
    display: { type: "terminal", command, output: shown },
    structured: { exitCode: end.exitCode, outputBytes: captured.totalBytes },
  };
}

/** For a summary: the first line, not too long. */
function oneLine(command: string): string {
  const [first = "", ...more] = command.trim().split("\n");
  const { text } = cutLine(first, MAX_SUMMARY_CHARACTERS);
  return more.length > 0 ? `${text} … (${countOf(more.length, "more line")})` : text;
}
