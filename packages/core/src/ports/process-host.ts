import type { SandboxDenial, SandboxProfile, Reverted } from "./sandbox-profile.ts";

export type OutputStream = "stdout" | "stderr";

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface ProcessRequest {
  readonly program: string;
  /** The arguments without the program itself. Never passed through a shell. */
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** Variables added to the host's scrubbed environment; undefined removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Directories in and below which programs are never looked up by name, whatever PATH says. */
  readonly untrustedPrograms?: readonly string[];
  /** Standard input. Default: end of file at once. */
  readonly input?: string | Uint8Array;
  /** Leaves standard input open after `input`, for `RunningProcess.input`. */
  readonly keepsInputOpen?: boolean;
  /** Runs it in a terminal of its own; both streams come as `stdout`, and its input stays open. */
  readonly pty?: TerminalSize;
  /**
   * Confines the process and everything it starts. Default: not confined. If no sandbox works, `start`
   * rejects and nothing runs.
   */
  readonly sandbox?: SandboxProfile;
  /**
   * The request names places inside views, and the program follows no link and changes nothing: it may run
   * unconfined although a view stands for a root.
   */
  readonly readsViews?: boolean;
  /** How long it may run before it is stopped. Default: no limit. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called for each chunk as it arrives; the stream waits until a returned promise settles. */
  readonly onOutput?: (chunk: Uint8Array, stream: OutputStream) => void | Promise<void>;
  /**
   * Reuses a chunk's memory once `onOutput` has settled, so `onOutput` must copy what it keeps. Large
   * outputs then use little memory, which otherwise waits for the garbage collector.
   */
  readonly reclaimsChunks?: boolean;
}

export interface ProcessEnd {
  /** Null when a signal ended it. In a sandbox it is then 128 plus the signal's number, as in shells. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly cause: "exit" | "timeout" | "aborted" | "stopped";
  /** How many processes of its group outlived it and were ended. Absent when none did. */
  readonly leftBehind?: number;
  /**
   * How many processes it started have left its group and live until the host closes. Absent when none
   * does or the number is unknown.
   */
  readonly detached?: number;
  /** How many processes could not be ended (another user's, or stuck in the kernel). Absent when none. */
  readonly unended?: number;
  /** What its sandbox seems to have refused. Absent when there is no sign of a refusal. */
  readonly sandboxDenials?: readonly SandboxDenial[];
  /** Its changes of protected paths, which were undone. Absent when there were none. */
  readonly reverted?: readonly Reverted[];
}

/** The standard input or terminal of a process whose input stays open. */
export interface ProcessInput {
  /** Resolves once the data was taken; false when the process no longer reads. */
  write(data: string | Uint8Array): Promise<boolean>;
  /** Sends end of file; in a terminal, its end-of-file character. */
  end(): void;
  /** Changes the terminal's size; does nothing without a terminal. */
  resize(size: TerminalSize): void;
}

export interface RunningProcess {
  readonly processId: number;
  /** Settles once the process has ended, its output was delivered and its group has ended. */
  readonly ended: Promise<ProcessEnd>;
  /** Present with `keepsInputOpen` or `pty`. */
  readonly input?: ProcessInput;
  /** Asks the whole group to end, then forces it. */
  stop(): Promise<ProcessEnd>;
}

/**
 * Starts programs in process groups of their own and leaves nothing behind.
 *
 * Errors: `start` rejects with ToolError `command-not-found` when the program isn't there or isn't
 * executable, `file-not-found` when `cwd` isn't a directory, and `command-failed` when a sandbox is
 * required and none works.
 */
export interface ProcessHost {
  start(request: ProcessRequest): Promise<RunningProcess>;
  /** Stops everything that still runs. */
  close(): Promise<void>;
}
