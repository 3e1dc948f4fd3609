import type { ProcessEnd, ProcessRequest } from "./process-host.ts";

export interface JobRequest extends ProcessRequest {
  /** What people and models know it by, such as the command line. */
  readonly title: string;
}

export type JobState =
  | { readonly status: "running" }
  /** `endedAt` in milliseconds since 1970. */
  | { readonly status: "ended"; readonly end: ProcessEnd; readonly endedAt: number }
  /** It couldn't be supervised to its end, or its sandbox couldn't be set up. */
  | { readonly status: "failed"; readonly error: unknown; readonly endedAt: number };

export interface JobReadOptions {
  /** A cursor that an earlier read gave; by default the beginning. */
  readonly since?: number;
  /** Default: 30,000. */
  readonly maxBytes?: number;
}

export interface JobOutput {
  /** Plain text of both streams as they came, without terminal escapes. */
  readonly text: string;
  /** For the next read's `since`. */
  readonly cursor: number;
  /** Since the cursor, but not kept: between the beginning and the end of much output. */
  readonly droppedBytes: number;
  /** Kept, and yet to be read from `cursor` on. */
  readonly remainingBytes: number;
  readonly totalBytes: number;
  /** How long nothing has been written, in milliseconds. */
  readonly quietMs: number;
}

/** What a job is to have done. */
export type Readiness =
  /** Somebody of it, or since it began to be waited for anybody, listens on this TCP port. */
  | { readonly port: number }
  /** A line of its output from `since` on, the beginning by default, matches a regular expression. */
  | { readonly pattern: string; readonly since?: number };

export interface ReadinessOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export type ReadinessResult =
  /** `line` is what matched a pattern. */
  | { readonly outcome: "ready"; readonly line?: string }
  /** It ended before. */
  | { readonly outcome: "ended" }
  /** `foreignListener`: the port was somebody else's all the time. */
  | { readonly outcome: "timeout"; readonly foreignListener?: true };

/** A command that may run on while others do, as shells call it. */
export interface Job {
  /** `cmd_1` … */
  readonly id: string;
  readonly title: string;
  readonly processId: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly isInBackground: boolean;
  readonly state: JobState;
  /** As that of the process. */
  readonly ended: Promise<ProcessEnd>;
  /** Lets it run on without the request's signal, time limit and `onOutput`. */
  moveToBackground(): void;
  read(options?: JobReadOptions): JobOutput;
  /**
   * Errors: ToolError `input-invalid` when it was started without an open input, `command-failed` when it
   * has ended or reads no more.
   */
  write(data: string | Uint8Array): Promise<void>;
  /** End of file; as `write` otherwise. */
  endInput(): void;
  /** Errors: ToolError `input-invalid` for a pattern that is none or takes too long; a signal's reason. */
  waitFor(condition: Readiness, options: ReadinessOptions): Promise<ReadinessResult>;
  stop(): Promise<ProcessEnd>;
}

/** The commands that a session has running, in the foreground of a call or in the background. */
export interface Jobs {
  /**
   * Errors: as `ProcessHost.start`; ToolError `command-failed` when there is no room in the background,
   * `cancelled` once it is closed.
   */
  start(request: JobRequest, place: "foreground" | "background"): Promise<Job>;
  /** Of those in the background. Errors: ToolError `input-invalid`, naming those that there are. */
  find(id: string): Job;
  /** Those in the background, ended ones too, in the order in which they came there. */
  list(): readonly Job[];
  /** Stops all. What runs in them is gone when it resolves; it never rejects. */
  close(): Promise<void>;
}
