import type { Program, ProgramEnd, ProgramLimits, ProgramRequest } from "@toolwright/core/ports";

/** A program for the thread of an isolate. */
export interface IsolateProgram extends Program, Pick<ProgramLimits, "memoryMb" | "maxCalls"> {
  /** The time that its clock shows, in milliseconds since the epoch. It stands still. */
  readonly nowMs: number;
  /** Anything but 0 stops it. */
  readonly stop: Int32Array<SharedArrayBuffer>;
}

/** The answer to a request, as JSON with `value` or `error`. */
export interface IsolateAnswer {
  readonly id: number;
  readonly json: string;
}

/** The thread gets a program, then the answers to its requests. */
export type ToIsolate =
  | { readonly type: "run"; readonly program: IsolateProgram }
  | { readonly type: "answers"; readonly answers: readonly IsolateAnswer[] }
  | { readonly type: "stop" };

export type FromIsolate =
  | { readonly type: "requests"; readonly requests: readonly ProgramRequest[] }
  | { readonly type: "print"; readonly text: string }
  /** `isClean`: the thread can run another program. */
  | { readonly type: "end"; readonly end: ProgramEnd; readonly isClean: boolean };
