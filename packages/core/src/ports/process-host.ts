import type { SandboxDenial, SandboxProfile, Reverted } from "./sandbox-profile.ts";

export type OutputStream = "stdout" | "stderr";

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface ProcessRequest {
  readonly program: string;
  /** Without the program itself. Never passed through a shell. */
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** Set on top of the host's scrubbed environment; undefined removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Directories in and below which no program is looked for by its name, whatever PATH says. */
  readonly untrustedPrograms?: readonly string[];
  /** What it reads from standard input; nothing (end of file at once) by default. */
  readonly input?: string | Uint8Array;
  /** Leaves standard input open after `input`, to be written through `RunningProcess.input`. */
  readonly keepsInputOpen?: boolean;
  /** Runs it in a terminal of its own; both streams come as `stdout`, and its input stays open. */
  readonly pty?: TerminalSize;
  /**
   * Confines it and all that it starts; not confined by default. Where no sandbox works, `start`
   * rejects and nothing runs.
   */
  readonly sandbox?: SandboxProfile;
  /** From the start until it is stopped; no limit by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called for each chunk as it comes; a promise holds the stream back until it settles. */
  readonly onOutput?: (chunk: Uint8Array, stream: OutputStream) => void | Promise<void>;
  /**
   * Takes a chunk's memory back once `onOutput` is done with it: what is kept of it must have been
   * copied. Much output then costs hardly any memory, which else waits for the garbage collector.
   */
  readonly reclaimsChunks?: boolean;
}

export interface ProcessEnd {
  /** Null when a signal ended it. In a sandbox that is 128 and the signal's number, as shells tell it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly cause: "exit" | "timeout" | "aborted" | "stopped";
  /** How many of its group outlived it and were ended after it. Absent when none did. */
  readonly leftBehind?: number;
  /**
   * How many of what it started have left its group and live on, until the host closes. Absent when
   * none does, and where that can't be told.
   */
  readonly detached?: number;
  /** How many could not be ended: another user's now, or stuck in the kernel. Absent when none. */
  readonly unended?: number;
  /** What its sandbox seems to have refused it. Absent when nothing points to that. */
  readonly sandboxDenials?: readonly SandboxDenial[];
  /** What it changed of what is protected, and what was taken back. Absent when it was nothing. */
  readonly reverted?: readonly Reverted[];
}

/** The standard input, or the terminal, of a process that was started with one that stays open. */
export interface ProcessInput {
  /** Resolves once it was taken; false when the process reads no more. */
  write(data: string | Uint8Array): Promise<boolean>;
  /** End of file; in a terminal its end-of-file character. */
  end(): void;
  /** Does nothing without a terminal. */
  resize(size: TerminalSize): void;
}

export interface RunningProcess {
  readonly processId: number;
  /** Settles once the process has ended, its output was delivered and its group is gone. */
  readonly ended: Promise<ProcessEnd>;
  /** There when `keepsInputOpen` or `pty` was asked for. */
  readonly input?: ProcessInput;
  /** Asks the whole group to end, then forces it. */
  stop(): Promise<ProcessEnd>;
}

/**
 * Starts programs in process groups of their own and leaves nothing behind.
 *
 * Errors: `start` rejects with ToolError `command-not-found` when the program isn't there or isn't
 * executable, `file-not-found` when `cwd` isn't a directory, and `command-failed` when a sandbox was
 * asked for and none works.
 */
export interface ProcessHost {
  start(request: ProcessRequest): Promise<RunningProcess>;
  /** Stops whatever still runs. */
  close(): Promise<void>;
}
