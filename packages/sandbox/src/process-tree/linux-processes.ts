import { listOrNone, readOrNull } from "./proc-files.ts";

/** A living process. Its id may be reused; with the start time it is unique. */
export interface LinuxProcess {
  readonly processId: number;
  /** Ticks since the system started, as the kernel writes them. */
  readonly startTime: string;
  readonly group: number;
}

/** Null when there is none, or only a zombie. */
export function readProcess(processId: number): LinuxProcess | null {
  const stat = readOrNull(`/proc/${processId}/stat`)?.toString("latin1");
  if (stat === undefined) return null;
  // The name in parentheses may itself contain spaces and parentheses.
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
 * The ids of processes whose initial environment contains the text. Excludes other users' processes and those
 * that have overwritten it.
 *
 * Shapes: a state of the system after `since`, a time of `performance.now()`.
 */
export function findMarked(mark: string, since = Number.POSITIVE_INFINITY): number[] {
  return lookAtSystem(since)
    .environments()
    .filter(({ processId, environment }) => processId !== process.pid && environment.includes(mark))
    .map(({ processId }) => processId);
}

/**
 * How many processes with the mark were started after a process. If the whole system started only a few since
 * then, only those are checked, which takes microseconds instead of milliseconds. 0 without /proc.
 */
export function countMarkedSince(mark: string, processId: number): number {
  const newest = Number(readOrNull("/proc/loadavg")?.toString("latin1").trim().split(" ").at(-1));
  if (!(newest >= 0)) return 0;
  const count = newest - processId;
  // Ids have wrapped around, so they say nothing.
  if (count < 0 || count > maxNumbersTried) return findMarked(mark).filter(isLiving).length;
  const numbers = Array.from({ length: count }, (_, index) => processId + 1 + index);
  return numbers.filter((id) => hasMark(id, mark) && isLiving(id)).length;
}

const maxNumbersTried = 200;

function isLiving(processId: number): boolean {
  return readProcess(processId) !== null;
}

function hasMark(processId: number, mark: string): boolean {
  return readOrNull(`/proc/${processId}/environ`)?.includes(mark) === true;
}

export function findGroup(group: number, since = Number.POSITIVE_INFINITY): LinuxProcess[] {
  return lookAtSystem(since)
    .processes()
    .filter((each) => each.group === group);
}

interface SystemScan {
  readonly at: number;
  readonly processes: () => readonly LinuxProcess[];
  readonly environments: () => readonly {
    readonly processId: number;
    readonly environment: Buffer;
  }[];
}

let lastLook: SystemScan | null = null;

/**
 * Scans all processes, which takes milliseconds. When hundreds of commands end together, requests within one
 * turn of the event loop share a scan that is recent enough.
 */
function lookAtSystem(since: number): SystemScan {
  if (lastLook !== null && lastLook.at > since) return lastLook;
  if (lastLook === null) setImmediate(() => (lastLook = null)).unref();
  const at = performance.now();
  const ids = processIds();
  lastLook = {
    at,
    processes: once(() => ids.flatMap((id) => readProcess(id) ?? [])),
    environments: once(() =>
      ids.flatMap((processId) => {
        const environment = readOrNull(`/proc/${processId}/environ`);
        return environment === null ? [] : { processId, environment };
      }),
    ),
  };
  return lastLook;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The children of all its threads. Empty on kernels built without that list. */
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
