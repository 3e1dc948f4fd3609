import { spawnSync } from "node:child_process";
import {
  childrenOf,
  findGroup,
  findMarked,
  isSameProcess,
  type LinuxProcess,
  readProcess,
} from "./linux-processes.ts";

/** Processes that end together. Every method checks the current state and never throws. */
export interface ProcessTree {
  /** Includes processes found only now. */
  countLiving(): number;
  isGone(): boolean;
  /** `SIGTERM` also continues stopped processes, so that they can handle it. */
  signal(signal: "SIGTERM" | "SIGKILL"): void;
}

/** Before any scan of the system; the first one may be shared with others in this turn. */
const never = -1;

/** Whether the leader was reaped. Afterwards its id may belong to another process. */
type HasExited = () => boolean;

/**
 * The process group of a program that was started as its leader.
 *
 * Shapes: on Linux, zombies do not count; elsewhere `countLiving` is 1 for any number.
 */
export function groupTree(leader: number, hasExited: HasExited): ProcessTree {
  if (process.platform === "win32") return windowsTree(leader);
  let isOver = false;
  let known: LinuxProcess[] = [];
  let signalledAt = never;
  const exists = (): boolean => {
    if (isOver) return false;
    if (groupExists(leader)) return true;
    // An id is not reused while its group exists, but may be at any time afterwards.
    isOver = hasExited();
    return false;
  };
  const look = (): LinuxProcess[] => (known = exists() ? findGroup(leader, signalledAt) : []);
  const isLinux = process.platform === "linux";
  return {
    countLiving: () => (isLinux ? look().length : Number(exists())),
    isGone: () => !exists() || (isLinux && !known.some(isSameProcess) && look().length === 0),
    signal(signal) {
      for (const each of withWaking(signal)) if (exists()) send(-leader, each);
      signalledAt = performance.now();
    },
  };
}

/**
 * The group and the processes that left it: on Linux the leader's descendants and all processes with the mark
 * in their environment, in any group and session. Elsewhere only the group.
 */
export function wholeTree(leader: number, mark: string, hasExited: HasExited): ProcessTree {
  const group = groupTree(leader, hasExited);
  if (process.platform !== "linux") return group;
  // Includes those in the group: one may leave it soon, when its parents are already gone.
  const away = processSet(
    (since) => withDescendants([...(hasExited() ? [] : [leader]), ...findMarked(mark, since)]),
    (each) => each.group !== leader,
  );
  return {
    countLiving: () => group.countLiving() + away.countLiving(),
    isGone: () => group.isGone() && away.isGone(),
    signal(signal) {
      // Signalled first, because some are found through parents in the group.
      away.signal(signal);
      group.signal(signal);
    },
  };
}

/**
 * All processes in the namespace of a sandbox whose outer process is the leader. Only the command inside is
 * asked to end. Killing the outer process or the first one inside ends all.
 */
export function namespaceTree(leader: number, hasExited: HasExited): ProcessTree {
  const group = groupTree(leader, hasExited);
  let first: LinuxProcess | null = null;
  const lookForFirst = (): void => {
    const child = first === null && !hasExited() ? childrenOf(leader)[0] : undefined;
    if (child !== undefined) first = readProcess(child);
  };
  const isFirstAlive = (): boolean => first !== null && isSameProcess(first);
  const inside = (): LinuxProcess[] => {
    lookForFirst();
    if (first === null || !isFirstAlive()) return [];
    return childrenOf(first.processId).flatMap((child) => withDescendants([child]));
  };
  return {
    countLiving: () => inside().length + Number(isFirstAlive()) + group.countLiving(),
    isGone: () => group.isGone() && !isFirstAlive(),
    signal(signal) {
      const running = inside();
      if (signal === "SIGTERM" && running.length > 0) {
        for (const each of withWaking(signal)) {
          for (const one of running) if (isSameProcess(one)) send(one.processId, each);
        }
        return;
      }
      if (first !== null && isSameProcess(first)) send(first.processId, "SIGKILL");
      group.signal("SIGKILL");
    },
  };
}

/** All processes with the mark and their descendants, except some groups. None outside Linux. */
export function markedTree(
  mark: string,
  exceptGroups: ReadonlySet<number> = new Set(),
): ProcessTree {
  return processSet(() =>
    process.platform === "linux"
      ? withDescendants(findMarked(mark)).filter(({ group }) => !exceptGroups.has(group))
      : [],
  );
}

/**
 * Individual processes. A process once found belongs to them until it has ended; only some of them count at a
 * time.
 */
function processSet(
  find: (since: number) => LinuxProcess[],
  counts: (each: LinuxProcess) => boolean = () => true,
): ProcessTree {
  let known: LinuxProcess[] = [];
  // Finds a process that was started just before the signal came.
  let signalledAt = never;
  const living = (): LinuxProcess[] =>
    known.flatMap((each) => {
      const now = readProcess(each.processId);
      return now !== null && now.startTime === each.startTime && counts(now) ? now : [];
    });
  const look = (): LinuxProcess[] => {
    const found = find(signalledAt);
    const numbers = new Set(found.map(({ processId }) => processId));
    known = [
      ...found,
      ...known.filter((each) => !numbers.has(each.processId) && isSameProcess(each)),
    ];
    return living();
  };
  return {
    countLiving: () => look().length,
    // Known processes are cheap to check; the whole system is searched only once they are gone.
    isGone: () => living().length === 0 && look().length === 0,
    signal(signal) {
      const targets = look();
      for (const each of withWaking(signal)) {
        for (const one of targets) if (isSameProcess(one)) send(one.processId, each);
      }
      signalledAt = performance.now();
    },
  };
}

function withWaking(signal: "SIGTERM" | "SIGKILL"): readonly NodeJS.Signals[] {
  return signal === "SIGTERM" ? ["SIGTERM", "SIGCONT"] : [signal];
}

/** Windows has neither groups nor a soft signal for programs without a window. */
function windowsTree(leader: number): ProcessTree {
  const exists = (): boolean => send(leader, 0);
  return {
    countLiving: () => (exists() ? 1 : 0),
    isGone: () => !exists(),
    signal() {
      spawnSync("taskkill", ["/pid", String(leader), "/T", "/F"], {
        stdio: "ignore",
        windowsHide: true,
      });
    },
  };
}

function withDescendants(roots: readonly number[]): LinuxProcess[] {
  const found = new Map<number, LinuxProcess>();
  const visit = (processId: number): void => {
    if (found.has(processId)) return;
    const each = readProcess(processId);
    if (each === null) return;
    found.set(processId, each);
    childrenOf(processId).forEach(visit);
  };
  roots.forEach(visit);
  return [...found.values()];
}

function groupExists(leader: number): boolean {
  return send(-leader, 0);
}

/** Returns false when no process is left. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch (thrown) {
    // A process that changed its user: it exists, but we cannot end it. For a group, macOS reports the same
    // when only zombies are left.
    const isForbidden = (thrown as NodeJS.ErrnoException).code === "EPERM";
    return isForbidden && (target > 0 || process.platform === "linux");
  }
}

/** The ids of a process and its descendants that have not left it. Linux only. */
export function descendantsOf(processId: number): number[] {
  return withDescendants([processId]).map((each) => each.processId);
}
