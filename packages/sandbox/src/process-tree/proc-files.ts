import { readdirSync, readFileSync, readlinkSync } from "node:fs";

// A process may end between two reads, and other users' processes may be unreadable.

export function readOrNull(path: string): Buffer | null {
  return orNull(() => readFileSync(path));
}

export function linkOrNull(path: string): string | null {
  return orNull(() => readlinkSync(path));
}

export function listOrNone(path: string): string[] {
  return orNull(() => readdirSync(path)) ?? [];
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
