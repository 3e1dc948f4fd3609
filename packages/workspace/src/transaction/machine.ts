import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "../access/failures.ts";

/** This computer and its current boot. */
export interface Machine {
  readonly id: string;
  /** Empty if unknown. */
  readonly boot: string;
}

let own: Machine | undefined;

export function thisMachine(): Machine {
  own ??= {
    id: lineOf("/etc/machine-id") || hostname(),
    boot: lineOf("/proc/sys/kernel/random/boot_id"),
  };
  return own;
}

/** Whether this computer has rebooted since: then no process of that time runs any more. */
export function wasRestartedSince({ id, boot }: Machine): boolean {
  const now = thisMachine();
  return id === now.id && boot !== "" && now.boot !== "" && boot !== now.boot;
}

function lineOf(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return "";
  }
}
