import { readdirSync, readFileSync } from "node:fs";

/** A living process. The number alone may mean another one a moment later; with the start it can't. */
export interface LinuxProcess {
  readonly processId: number;
  /** Ticks since the machine started, as the kernel writes them. */
  readonly startTime: string;
  readonly group: number;
}

/** Null when there is none, or when it is dead and only its parent hasn't noticed. */
export function readProcess(processId: number): LinuxProcess | null {
  const stat = readOrNull(`/proc/${processId}/stat`)?.toString("latin1");
  if (stat === undefined) return null;
  // The name in parentheses may itself have spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, , group] = fields;
  const startTime = fields[startTimeField];
  if (startTime === undefined || state === "Z" || state === "X") return null;
  return { processId, startTime, group: Number(group) };
}

/** Field 22 of proc(5), counted from the state, which is field 3. */
const startTimeField = 22 - 3;

export function isSameProcess({ processId, startTime }: LinuxProcess): boolean {
  return readProcess(processId)?.startTime === startTime;
}

/**
 * The numbers of processes whose environment, as they were started with, has the text. Not those of
 * other users, nor those that have overwritten it.
 */
export function findMarked(mark: string): number[] {
  return processIds().filter(
    (id) => id !== process.pid && readOrNull(`/proc/${id}/environ`)?.includes(mark) === true,
  );
}

export function findGroup(group: number): LinuxProcess[] {
  return processIds()
    .flatMap((id) => readProcess(id) ?? [])
    .filter((each) => each.group === group);
}

/** Those of all its threads. Empty on kernels built without that list. */
export function childrenOf(processId: number): number[] {
  return listOrNone(`/proc/${processId}/task`).flatMap((thread) => {
    const children = readOrNull(`/proc/${processId}/task/${thread}/children`)?.toString("latin1");
    return children?.split(" ").filter(Boolean).map(Number) ?? [];
  });
}

function processIds(): number[] {
  return listOrNone("/proc")
    .map(Number)
    .filter((id) => Number.isInteger(id));
}

/** A process can be gone between two looks, and others' environments are not ours to read. */
function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function listOrNone(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
