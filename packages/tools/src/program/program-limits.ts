import type { ProgramLimits } from "@toolwright/core/ports";

/** The limits without settings. */
export const defaultProgramLimits: ProgramLimits = {
  maxTimeoutMs: 600_000,
  memoryMb: 64,
  maxCalls: 1_000,
  maxCallsAtOnce: 32,
};

/** The time limit of a program that asks for none. */
export const DEFAULT_TIMEOUT_MS = 60_000;

export const MAX_SOURCE_CHARACTERS = 100_000;

/** Limits that nobody needs to change. */
export const fixedLimits = {
  /** Characters that a program prints; more is dropped. */
  printedCharacters: 256 * 1024,
  /** Characters of its value as JSON. */
  valueCharacters: 1024 * 1024,
  /** Characters of the inputs of all calls under way. */
  waitingCharacters: 16 * 1024 * 1024,
  /** Programs that run in one process at the same time. */
  programs: 16,
} as const;
