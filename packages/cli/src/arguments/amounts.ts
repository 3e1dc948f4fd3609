import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { usageError } from "../errors.ts";

const unitsMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Reads a flag's value such as `8h`, in milliseconds. Errors: CommandError `usage`. */
export function durationMs(flag: string | Phrase, given: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([smhdw])$/.exec(given) ?? [];
  const duration = Number(count) * (unitsMs[unit] ?? 0);
  if (duration > 0) return duration;
  throw usageError(
    phrase("{flag} must be a time such as 30m, 8h, 7d or 2w, but is '{given}'.", { flag, given }),
  );
}

const unitsBytes: Readonly<Record<string, number>> = {
  KB: 1024,
  MB: 1024 ** 2,
  GB: 1024 ** 3,
};

/** Reads a flag's value such as `500MB`, in bytes. Errors: CommandError `usage`. */
export function sizeBytes(flag: string | Phrase, given: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})(KB|MB|GB)$/i.exec(given) ?? [];
  const size = Number(count) * (unitsBytes[unit.toUpperCase()] ?? 0);
  if (size > 0) return size;
  throw usageError(
    phrase("{flag} must be a size such as 500MB or 2GB, but is '{given}'.", { flag, given }),
  );
}

/** Reads a flag's value as a whole number from 1. Errors: CommandError `usage`. */
export function wholeNumber(flag: string | Phrase, given: string): number {
  const number = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  if (number > 0) return number;
  throw usageError(
    phrase("{flag} must be a whole number from 1, but is '{given}'.", { flag, given }),
  );
}
