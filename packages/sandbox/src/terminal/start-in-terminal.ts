import { PassThrough } from "node:stream";
import { ToolError } from "@toolwright/core";
import type { ProcessInput, TerminalSize } from "@toolwright/core/ports";
import type { IPty, spawn } from "@lydell/node-pty";
import { constants } from "node:os";
import { startError } from "../process/start-error.ts";
import type { Launch, StartedProgram } from "../process/started-program.ts";

export interface TerminalOptions {
  readonly size: TerminalSize;
  readonly input: string | Uint8Array | undefined;
}

export type StartInTerminal = (launch: Launch, options: TerminalOptions) => StartedProgram;

/**
 * Loads the terminal library, only for programs that need one.
 *
 * Errors: ToolError `command-failed` when there is no build for this system.
 */
export async function loadTerminals(): Promise<StartInTerminal> {
  try {
    const module = (await import("@lydell/node-pty")) as Partial<Terminals> & {
      default?: Terminals;
    };
    const open = module.spawn ?? module.default?.spawn;
    if (open !== undefined) return (launch, options) => startInTerminal(open, launch, options);
  } catch (thrown) {
    throw noTerminals(thrown);
  }
  throw noTerminals(undefined);
}

interface Terminals {
  readonly spawn: typeof spawn;
}

function noTerminals(cause: unknown): ToolError {
  return new ToolError(
    "command-failed",
    `Nothing was started: there are no terminals for programs on ${process.platform} ${process.arch}. Run it without one.`,
    { cause },
  );
}

/**
 * Output not read within a fifth of a second after the program's end is lost, so it is always read. A slow
 * receiver delays the program only beyond this amount.
 */
const maxWaitingBytes = 1024 * 1024;

const maxSize = 1_000;

function startInTerminal(
  open: typeof spawn,
  launch: Launch,
  { size, input }: TerminalOptions,
): StartedProgram {
  const { columns, rows } = checked(size);
  const terminal = openTerminal(open, launch, { columns, rows });
  const output = new PassThrough({ highWaterMark: maxWaitingBytes });
  let hasEnded = false;
  // Typed as a string, but bytes when there is no encoding.
  terminal.onData((data: string | Buffer) => {
    if (!output.write(data)) terminal.pause();
  });
  output.on("drain", () => {
    if (!hasEnded) terminal.resume();
  });
  const exited = new Promise<{ exitCode: number | null; signal: string | null }>((resolve) => {
    terminal.onExit(({ exitCode, signal }) => {
      hasEnded = true;
      output.end();
      // The library closes our side as soon as nobody holds the other. So a program that closes its terminal
      // shortly before it ends, as `cat` does, may be reported as killed by SIGHUP.
      const name = signal === undefined || signal === 0 ? null : signalName(signal);
      resolve({ exitCode: name === null ? exitCode : null, signal: name });
    });
  });
  const keyboard = terminalInput(terminal, () => hasEnded);
  if (input !== undefined) void keyboard.write(input);
  return {
    processId: terminal.pid,
    streams: { stdout: output },
    input: keyboard,
    report: null,
    exited,
    release() {},
  };
}

function openTerminal(
  open: typeof spawn,
  { file, name, arguments: words, cwd, environment }: Launch,
  { columns, rows }: TerminalSize,
): IPty {
  if ([...words, ...Object.values(environment)].some((word) => word.includes("\0"))) {
    throw startError(name, { code: "ERR_INVALID_ARG_VALUE" });
  }
  try {
    return open(file, [...words], {
      name: environment["TERM"] ?? "dumb",
      cols: columns,
      rows,
      cwd,
      env: { ...environment },
      encoding: null,
    });
  } catch (thrown) {
    throw startError(name, thrown);
  }
}

/** `^D`: end of file for programs that read lines. */
const endOfFile = "\u0004";

function terminalInput(terminal: IPty, hasEnded: () => boolean): ProcessInput {
  const write = (data: string | Uint8Array): boolean => {
    if (hasEnded()) return false;
    // Typed as a string, but passed to the stream unchanged.
    terminal.write((typeof data === "string" ? data : Buffer.from(data)) as string);
    return true;
  };
  return {
    write: (data) => Promise.resolve(write(data)),
    end: () => void write(endOfFile),
    resize(size) {
      const { columns, rows } = checked(size);
      if (!hasEnded()) terminal.resize(columns, rows);
    },
  };
}

function checked({ columns, rows }: TerminalSize): TerminalSize {
  for (const count of [columns, rows]) {
    if (Number.isInteger(count) && count >= 1 && count <= maxSize) continue;
    throw new ToolError(
      "input-invalid",
      `A terminal of ${columns} columns and ${rows} rows is impossible: both must be whole numbers from 1 to ${maxSize}.`,
    );
  }
  return { columns, rows };
}

function signalName(number: number): string | null {
  const found = Object.entries(constants.signals).find(([, each]) => each === number);
  return found?.[0] ?? null;
}
