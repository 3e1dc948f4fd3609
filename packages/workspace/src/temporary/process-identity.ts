import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "../access/failures.ts";

/** Distinguishes a process from every other, including a later one with the same number. */
export interface ProcessIdentity {
  /** Where the number is valid: this boot and process namespace, as eight hex digits. */
  readonly scope: string;
  readonly pid: number;
  /** Start time in system ticks; 0 if unknown. */
  readonly startedAt: number;
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= { scope: scopeOfNumbers(), pid: process.pid, startedAt: startOf(process.pid) ?? 0 };
  return own;
}

/** Whether the process still runs; null if that is unknown from here. */
export function isRunning({ scope, pid, startedAt }: ProcessIdentity): boolean | null {
  if (scope !== ownIdentity().scope) return null;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) === "ESRCH") return false;
  }
  return startedAt === 0 || startOf(pid) === startedAt;
}

function scopeOfNumbers(): string {
  const place =
    process.platform === "linux"
      ? readFileSync("/proc/sys/kernel/random/boot_id", "utf8") + readlinkSync("/proc/self/ns/pid")
      : hostname();
  return createHash("sha256").update(place).digest("hex").slice(0, 8);
}

/** Field 22 of /proc/PID/stat (proc(5)), counted after the name, which may contain anything. */
function startOf(pid: number): number | null {
  if (process.platform !== "linux") return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ESRCH") return null;
    throw error;
  }
}
