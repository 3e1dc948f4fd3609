/** The limits of programs over tools. */
export interface ProgramLimits {
  /** The longest time limit that a program may have, in milliseconds. A person's answers are not counted. */
  readonly maxTimeoutMs: number;
  /** The memory of a program, in MiB. */
  readonly memoryMb: number;
  /** The number of calls that a program may make. */
  readonly maxCalls: number;
  /** The number of calls under way at the same time; others wait. */
  readonly maxCallsAtOnce: number;
}

/** A program in JavaScript or TypeScript. It is the body of an async function. */
export interface Program {
  readonly code: string;
  readonly language: "ts" | "js";
  /** The time that it may compute, without waiting. */
  readonly maxBusyMs: number;
  /** Whether it only tells which calls it would make until it needs the result of one. Their answers are ignored. */
  readonly isDry: boolean;
}

/** A request of a program. Its texts are the program's own: anything may be in them. */
export type ProgramRequest =
  /** `input` is meant to be JSON. */
  | {
      readonly kind: "call";
      readonly id: number;
      readonly name: string;
      readonly input: string;
    }
  | { readonly kind: "search" | "describe"; readonly id: number; readonly text: string };

/** Serves a running program. */
export interface ProgramHost {
  /** `answer` gives a request's answer, as JSON with `value` or `error`. It is ignored once the program is over. */
  readonly onRequests: (
    requests: readonly ProgramRequest[],
    answer: (id: number, json: string) => void,
  ) => void;
  readonly onPrint: (text: string) => void;
}

export type ProgramEnd =
  /** `value` is JSON; null when the program returned nothing. */
  | { readonly outcome: "done"; readonly value: string | null }
  | { readonly outcome: "failed"; readonly failure: ProgramFailure }
  /** It was told to stop, computed for too long, needed too much memory, or broke its isolate. */
  | { readonly outcome: "stopped" | "busy" | "memory" | "crashed" }
  /** It waits for something that can't happen any more, as a dry program for the result of a call. */
  | { readonly outcome: "stuck" };

/** The reason why a program failed, in its own words. */
export interface ProgramFailure {
  readonly isSyntax: boolean;
  readonly message: string;
  /** The place in its source, such as `program.ts:3`; null when it isn't known. */
  readonly place: string | null;
  /** The call whose error it did not catch, as it says. */
  readonly callId: string | null;
}

/** Runs programs in isolates without any power of their own. */
export interface Programs {
  readonly limits: ProgramLimits;
  /**
   * Runs a program to its end. The signal stops it for certain.
   *
   * Errors: ToolError `tool-not-available` when too many programs run.
   */
  run(program: Program, host: ProgramHost, signal: AbortSignal): Promise<ProgramEnd>;
}
