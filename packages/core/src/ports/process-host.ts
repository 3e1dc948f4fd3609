export type OutputStream = "stdout" | "stderr";

export interface ProcessRequest {
  readonly program: string;
  /** Without the program itself. Never passed through a shell. */
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** Set on top of the host's scrubbed environment; undefined removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** What it reads from standard input; nothing (end of file at once) by default. */
  readonly input?: string | Uint8Array;
  /** From the start until it is stopped; no limit by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called for each chunk as it comes; a promise holds the stream back until it settles. */
  readonly onOutput?: (chunk: Uint8Array, stream: OutputStream) => void | Promise<void>;
}

export interface ProcessEnd {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly cause: "exit" | "timeout" | "aborted" | "stopped";
  /** How many of its group outlived it and were ended after it. Absent when none did. */
  readonly leftBehind?: number;
  /** How many could not be ended: another user's now, or stuck in the kernel. Absent when none. */
  readonly unended?: number;
}

export interface RunningProcess {
  readonly processId: number;
  /** Settles once the process has ended, its output was delivered and its group is gone. */
  readonly ended: Promise<ProcessEnd>;
  /** Asks the whole group to end, then forces it. */
  stop(): Promise<ProcessEnd>;
}

/**
 * Starts programs in process groups of their own and leaves nothing behind.
 *
 * Errors: `start` rejects with ToolError `command-not-found` when the program isn't there or isn't
 * executable, and `file-not-found` when `cwd` isn't a directory.
 */
export interface ProcessHost {
  start(request: ProcessRequest): Promise<RunningProcess>;
  /** Stops whatever still runs. */
  close(): Promise<void>;
}
