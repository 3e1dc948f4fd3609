import { type ProcessHost, ToolError } from "@toolwright/core";
import { cutText } from "@toolwright/core/internal";
import type { LanguageServerUse, Problem } from "@toolwright/core/ports";
import { isAbsolute, join } from "node:path";
import type { CommandProgram } from "./checker.ts";
import { recordsIn } from "./protocol-types.ts";

const COMMAND_MS = 50_000;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

/**
 * Checks with a command, in the sandbox of a language server.
 *
 * Errors: `tool-not-available` if running it wasn't decided; those of `ProcessHost.start`; `command-failed` when
 * it fails without naming a problem; `timeout`.
 */
export async function checkByCommand(
  program: CommandProgram,
  paths: readonly string[],
  use: LanguageServerUse,
  processes: ProcessHost,
): Promise<readonly Problem[]> {
  if (!use.mayStart(program.run)) {
    throw new ToolError(
      "tool-not-available",
      `Running ${program.run.words.join(" ")} wasn't approved for this call.`,
    );
  }
  const { output, exitCode } = await outputOf(program, paths, use, processes);
  const problems = parsersOf[program.format](output, program);
  if (problems.length === 0 && exitCode !== 0) {
    throw new ToolError(
      "command-failed",
      `${program.run.words.join(" ")} failed with exit code ${exitCode}: ${cutText(output.trim(), 1_000)}`,
    );
  }
  return problems;
}

async function outputOf(
  { run, folder, takesPaths, id }: CommandProgram,
  paths: readonly string[],
  use: LanguageServerUse,
  processes: ProcessHost,
): Promise<{ readonly output: string; readonly exitCode: number | null }> {
  const [program = "", ...words] = run.words;
  const sandbox = await use.sandbox();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const running = await processes.start({
    program,
    // After `--` no path is an option.
    arguments: takesPaths ? [...words, "--", ...paths] : words,
    cwd: folder,
    timeoutMs: COMMAND_MS,
    signal: use.signal,
    ...(sandbox !== null && { sandbox }),
    onOutput(chunk) {
      bytes += chunk.byteLength;
      if (bytes <= MAX_OUTPUT_BYTES) chunks.push(Buffer.from(chunk));
    },
  });
  const { exitCode, cause } = await running.ended;
  use.signal.throwIfAborted();
  if (cause === "timeout") {
    throw new ToolError(
      "timeout",
      `'${id}' took longer than ${COMMAND_MS / 1_000} s. Check fewer files, or run it yourself in the background.`,
    );
  }
  return { output: Buffer.concat(chunks).toString("utf8"), exitCode };
}

type Parser = (output: string, program: CommandProgram) => readonly Problem[];

const parsersOf: Readonly<Record<CommandProgram["format"], Parser>> = {
  lines: problemsInLines,
  "eslint-json": problemsOfEslint,
};

/** `a.ts(1,2): error TS1: …`, and `a.py:1:2: error: …` with or without a severity. */
const typescriptLine = /^(.+?)\((\d+),(\d+)\): (error|warning) (TS\d+): (.*)$/;
const usualLine = /^(.+?):(\d+):(\d+): (?:(error|warning|note): )?(.*)$/;

function problemsInLines(output: string, { folder, id }: CommandProgram): readonly Problem[] {
  return output.split(/\r?\n/).flatMap((text): readonly Problem[] => {
    const found = typescriptLine.exec(text);
    const [, path, line, column, severity, ...rest] = found ?? usualLine.exec(text) ?? [];
    if (path === undefined || severity === "note") return [];
    return [
      {
        path: isAbsolute(path) ? path : join(folder, path),
        line: Number(line),
        column: Number(column),
        severity: severity === "warning" ? "warning" : "error",
        message: (found === null ? rest[0] : rest[1]) ?? "",
        source: found === null ? id : (rest[0] ?? id),
      },
    ];
  });
}

function problemsOfEslint(output: string): readonly Problem[] {
  let files: unknown;
  try {
    files = JSON.parse(output.slice(Math.max(0, output.indexOf("["))));
  } catch {
    return [];
  }
  return recordsIn(files).flatMap(({ filePath, messages }) =>
    recordsIn(messages).map(({ line, column, severity, message, ruleId }) => ({
      path: String(filePath),
      line: Number(line ?? 1),
      column: Number(column ?? 1),
      severity: severity === 1 ? ("warning" as const) : ("error" as const),
      message: String(message),
      source: typeof ruleId === "string" ? `eslint ${ruleId}` : "eslint",
    })),
  );
}
