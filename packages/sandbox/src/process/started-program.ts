import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { OutputStream, ProcessInput } from "@toolwright/core/ports";
import { startError } from "./start-error.ts";

/** A start request with everything resolved. */
export interface Launch {
  /** Absolute. */
  readonly file: string;
  /** The program's own name (argv[0]), also used in errors. */
  readonly name: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A file that is open for reading as descriptor 4. */
  readonly descriptor4?: string | undefined;
}

/** A running program, connected by pipes or a terminal. */
export interface StartedProgram {
  readonly processId: number;
  readonly streams: Readonly<Partial<Record<OutputStream, Readable>>>;
  readonly input: ProcessInput | null;
  /** The output of descriptor 3, if requested. */
  readonly report: Readable | null;
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal: string | null }>;
  /** Closes its input. */
  release(): void;
}

export interface PipeOptions {
  readonly hasOutput: boolean;
  readonly hasReport: boolean;
  readonly input: string | Uint8Array | undefined;
  readonly keepsInputOpen: boolean;
}

const isWindows = process.platform === "win32";

/** Starts a program with pipes, as the leader of a group. Throws the `startError` of a failure. */
export function startWithPipes(
  launch: Launch,
  options: PipeOptions,
): StartedProgram | Promise<never> {
  const child = launchChild(launch, options);
  const { pid } = child;
  if (pid === undefined) return failure(child, launch.name);
  const { stdout, stderr, stdin } = child;
  // Registered before any write, so that its end cannot be missed.
  const exited = new Promise<{ exitCode: number | null; signal: string | null }>((resolve) => {
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
  });
  // It may end or close its input without reading all of it.
  stdin?.on("error", ignore);
  if (options.keepsInputOpen) {
    if (options.input !== undefined) stdin?.write(options.input);
  } else {
    stdin?.end(options.input);
  }
  const report = options.hasReport ? (child.stdio[3] as Readable) : null;
  report?.on("error", ignore);
  return {
    processId: pid,
    streams: stdout === null || stderr === null ? {} : { stdout, stderr },
    input: options.keepsInputOpen && stdin !== null ? pipeInput(stdin) : null,
    report,
    exited,
    release: () => void stdin?.destroy(),
  };
}

async function failure(child: ChildProcess, name: string): Promise<never> {
  const [thrown] = await once(child, "error");
  throw startError(name, thrown);
}

function launchChild(launch: Launch, options: PipeOptions): ChildProcess {
  const output = options.hasOutput ? "pipe" : "ignore";
  const hasInput = options.input !== undefined || options.keepsInputOpen;
  const descriptor = launch.descriptor4 === undefined ? null : openSync(launch.descriptor4, "r");
  try {
    return spawn(launch.file, launch.arguments, {
      argv0: launch.name,
      cwd: launch.cwd,
      env: launch.environment,
      // Its own group and session, so that it ends as a whole and cannot read our terminal.
      detached: !isWindows,
      windowsHide: true,
      stdio: [
        hasInput ? "pipe" : "ignore",
        output,
        output,
        options.hasReport ? "pipe" : "ignore",
        ...(descriptor === null ? [] : [descriptor]),
      ],
    });
  } catch (thrown) {
    throw startError(launch.name, thrown);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function pipeInput(stdin: Writable): ProcessInput {
  return {
    write: (data) =>
      new Promise((resolve) => {
        if (!stdin.writable) return resolve(false);
        stdin.write(data, (failed) => resolve(failed === null || failed === undefined));
      }),
    end: () => void stdin.end(),
    resize: ignore,
  };
}

function ignore(): void {}
