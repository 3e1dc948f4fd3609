import type { Readable, Writable } from "node:stream";
import type { EnvironmentVariables } from "@toolwright/runtime/internal";
import { usageError } from "./errors.ts";

/** Streams that may be a terminal. */
export type InputStream = Readable & { readonly isTTY?: boolean };
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What a command can reach of the process it runs in; tests bring their own. */
export interface ProgramContext {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: EnvironmentVariables;
  /** Absolute. Reading it throws CommandError `usage` when the folder is gone. */
  readonly cwd: string;
  /** Tests put the administrator's settings elsewhere; nothing else can. */
  readonly administratorFile?: string;
  /**
   * Told of each SIGINT, SIGTERM and SIGHUP, which then end nothing by themselves. Returns the way
   * to stop.
   */
  onInterrupt(listener: () => void): () => void;
  /** Told of errors that nobody caught, which would print a stack. Returns the way to stop. */
  onStrayError(listener: (thrown: unknown) => void): () => void;
  /** Ends the process at once, whatever still runs. */
  exit(status: number): void;
}

const interruptSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function processContext(): ProgramContext {
  return {
    // Opened when wanted: a stream that nobody uses costs a short command some milliseconds.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    environment: process.env,
    get cwd() {
      return currentDirectory();
    },
    onInterrupt(listener) {
      for (const signal of interruptSignals) process.on(signal, listener);
      return () => {
        for (const signal of interruptSignals) process.off(signal, listener);
      };
    },
    onStrayError(listener) {
      // Unhandled rejections arrive here as well.
      process.on("uncaughtException", listener);
      return () => process.off("uncaughtException", listener);
    },
    exit(status) {
      process.exit(status);
    },
  };
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? "unknown error";
    throw usageError(
      `The current folder can't be found (${code}): it was removed or moved. Go to one that exists.`,
    );
  }
}
