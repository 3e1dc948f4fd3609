import type { Programs } from "@toolwright/core";
import type { ProgramLimits } from "@toolwright/core/ports";
import { defaultProgramLimits } from "./program-limits.ts";

/** Programs in isolates of QuickJS, which are loaded with the first program. */
export function createPrograms(limits: Partial<ProgramLimits> = {}): Programs {
  const all = { ...defaultProgramLimits, ...limits };
  return {
    limits: all,
    async run(program, host, signal) {
      const { runInIsolate } = await import("./run-in-isolate.ts");
      const { memoryMb, maxCalls } = all;
      return runInIsolate({ ...program, memoryMb, maxCalls, nowMs: Date.now() }, host, signal);
    },
  };
}
