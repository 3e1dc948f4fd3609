import type { ProcessEnd, ProcessRequest, TerminalSize } from "./process-host.ts";

export interface JobRequest extends ProcessRequest {
  /** The name for people and models, such as the command line. */
  readonly title: string;
  /** The call that starts it. */
  readonly callId?: string;
}

export type JobState =
  | { readonly status: "running" }
  /** `endedAt` in milliseconds since 1970. */
  | { readonly status: "ended"; readonly end: ProcessEnd; readonly endedAt: number }
  /** Supervising it failed, or its sandbox couldn't be set up. */
  | { readonly status: "failed"; readonly error: unknown; readonly endedAt: number };

export interface JobReadOptions {
  /** A cursor from an earlier read. Default: the beginning. */
  readonly since?: number;
  /** Default: 30,000. */
  readonly maxBytes?: number;
}

export interface JobOutput {
  /** Plain text of both streams in order of arrival, without terminal escapes. */
  readonly text: string;
  /** The next read's `since`. */
  readonly cursor: number;
  /** Bytes since the cursor that were dropped from the middle of a large output. */
  readonly droppedBytes: number;
  /** Bytes that are left to read from `cursor` on. */
  readonly remainingBytes: number;
  readonly totalBytes: number;
  /** Milliseconds since the last output. */
  readonly quietMs: number;
}

/** The condition under which a job counts as ready. */
export type Readiness =
  /** One of its processes listens on this TCP port, or any process that began to listen during the wait. */
  | { readonly port: number }
  /** A line of its output from `since` on (default: the beginning) matches a regular expression. */
  | { readonly pattern: string; readonly since?: number };

export interface ReadinessOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export type ReadinessResult =
  /** `line`: the line that matched a pattern. */
  | { readonly outcome: "ready"; readonly line?: string }
  /** It ended before it was ready. */
  | { readonly outcome: "ended" }
  /** `foreignListener`: another program used the port all the time. */
  | { readonly outcome: "timeout"; readonly foreignListener?: true };

/** The terminal that a program has of its own. */
export interface JobTerminal {
  readonly size: TerminalSize;
  /** Errors: ToolError `input-invalid` for an impossible size. Does nothing after the end. */
  resize(size: TerminalSize): void;
  /**
   * Calls back with the program's output, unfiltered: first with what is kept of the output so far, then with each
   * chunk as it arrives. The program waits until a returned promise settles; a failure ends the watch. Secrets are not
   * hidden. Returns a function that ends the watch.
   */
  watch(listener: (output: Uint8Array) => void | Promise<void>): () => void;
}

/** A command that can run in the background, like a shell's job. */
export interface Job {
  /** `cmd_1` … */
  readonly id: string;
  readonly title: string;
  readonly callId?: string;
  /** Absent: it has pipes. */
  readonly terminal?: JobTerminal;
  readonly processId: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly isInBackground: boolean;
  readonly state: JobState;
  /** Like `RunningProcess.ended`. */
  readonly ended: Promise<ProcessEnd>;
  /** Continues it without the request's signal, time limit and `onOutput`. */
  moveToBackground(): void;
  read(options?: JobReadOptions): JobOutput;
  /**
   * Errors: ToolError `input-invalid` when it was started without an open input, `command-failed` when it
   * has ended or no longer reads.
   */
  write(data: string | Uint8Array): Promise<void>;
  /** Sends end of file. Errors: like `write`. */
  endInput(): void;
  /** Errors: ToolError `input-invalid` for an invalid pattern or one that takes too long; a signal's reason. */
  waitFor(condition: Readiness, options: ReadinessOptions): Promise<ReadinessResult>;
  stop(): Promise<ProcessEnd>;
}

/** A session's running commands, in the foreground of a call or in the background. */
export interface Jobs {
  /**
   * Errors: like `ProcessHost.start`; ToolError `command-failed` when too many commands run in the
   * background, `cancelled` after `close`.
   */
  start(request: JobRequest, place: "foreground" | "background"): Promise<Job>;
  /** Finds a background command. Errors: ToolError `input-invalid` that lists the known ids. */
  find(id: string): Job;
  /** The background commands, including ended ones, in the order in which they moved there. */
  list(): readonly Job[];
  /** The running commands that have a terminal of their own, in the foreground and background, oldest first. */
  terminals(): readonly Job[];
  /** Stops all commands. When it resolves, all their processes have ended. Never rejects. */
  close(): Promise<void>;
}
