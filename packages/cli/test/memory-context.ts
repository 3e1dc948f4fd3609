import { PassThrough } from "node:stream";
import { english, type Language } from "@toolwright/core/internal";
import type { EnvironmentVariables } from "@toolwright/runtime/internal";
import type { ProgramContext } from "../src/program-context.ts";

export interface MemoryContext extends ProgramContext {
  readonly stdin: PassThrough & { isTTY?: boolean };
  readonly stdout: PassThrough & { isTTY?: boolean; columns?: number };
  readonly stderr: PassThrough & { isTTY?: boolean; columns?: number };
  /** Everything written to standard output so far. */
  output(): string;
  errors(): string;
  /** Sends Ctrl-C. */
  interrupt(): void;
  /** The statuses of immediate exits. */
  readonly exits: number[];
}

/** A program context in memory, with streams to read and signals to send. */
export function memoryContext(
  options: {
    readonly cwd?: string;
    readonly environment?: EnvironmentVariables;
    readonly isTerminal?: boolean;
    readonly administratorFile?: string;
    readonly language?: Language;
  } = {},
): MemoryContext {
  const { cwd = "/", environment = {}, isTerminal = false, language = english } = options;
  // Tests must not depend on the machine's own settings.
  const { administratorFile = "/nonexistent/toolwright/settings.json" } = options;
  const listeners = new Set<() => void>();
  const exits: number[] = [];
  const [stdout, output] = collecting(isTerminal);
  const [stderr, errors] = collecting(isTerminal);
  return {
    stdin: Object.assign(new PassThrough(), { isTTY: isTerminal }),
    stdout,
    stderr,
    output,
    errors,
    environment,
    language,
    cwd,
    administratorFile,
    exits,
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onStrayError: () => () => undefined,
    exit: (status) => exits.push(status),
    interrupt() {
      for (const listener of listeners) listener();
    },
  };
}

function collecting(
  isTTY: boolean,
): [PassThrough & { isTTY: boolean; columns: number }, () => string] {
  const chunks: Buffer[] = [];
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return [stream, () => Buffer.concat(chunks).toString()];
}
