import { spawnSync } from "node:child_process";
import {
  childrenOf,
  findGroup,
  findMarked,
  isSameProcess,
  type LinuxProcess,
  readProcess,
} from "./linux-processes.ts";

/** Processes that are ended together. Every method looks anew and never throws. */
export interface ProcessTree {
  /** Also counts what was found only now. */
  countLiving(): number;
  isGone(): boolean;
  /** `SIGTERM` also wakes those that were stopped, so that they can follow it. */
  signal(signal: "SIGTERM" | "SIGKILL"): void;
}

/** Before any look at the system: the first may be one that others have had in this turn. */
const never = -1;

/** Whether the leader was reaped. Until then its number is its own; after that somebody else's. */
type HasExited = () => boolean;

/**
 * The process group that a program was started as the leader of, and nothing else.
 *
 * Shapes: on Linux zombies don't count; elsewhere `countLiving` is 1 for any number.
 */
export function groupTree(leader: number, hasExited: HasExited): ProcessTree {
  if (process.platform === "win32") return windowsTree(leader);
  let isOver = false;
  let known: LinuxProcess[] = [];
  let signalledAt = never;
  const exists = (): boolean => {
    if (isOver) return false;
    if (groupExists(leader)) return true;
    // A number isn't given away while a group has it, and may be any time after that.
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
 * The group, and what left it: on Linux its leader's descendants, and whatever carries the mark in
 * its environment, in groups and sessions of its own too. Elsewhere the group.
 */
export function wholeTree(leader: number, mark: string, hasExited: HasExited): ProcessTree {
  const group = groupTree(leader, hasExited);
  if (process.platform !== "linux") return group;
  // Those in the group, too: one may leave it a moment later, when its parents can't be asked any more.
  const away = processSet(
    (since) => withDescendants([...(hasExited() ? [] : [leader]), ...findMarked(mark, since)]),
    (each) => each.group !== leader,
  );
  return {
    countLiving: () => group.countLiving() + away.countLiving(),
    isGone: () => group.isGone() && away.isGone(),
    signal(signal) {
      // First, as some are found by their parents, which may be in the group.
      away.signal(signal);
      group.signal(signal);
    },
  };
}

/**
 * All that is in the process namespace of a sandbox whose outer process is the leader. Asked to end is
 * what runs inside; the outer process and the first inside, with which all are gone, are only forced.
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

/**
 * Whatever carries the mark, and its descendants, but for some groups. Nothing outside Linux.
 */
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
 * Processes one by one. What was found once belongs to them until it has ended; of those only some
 * count at a time.
 */
function processSet(
  find: (since: number) => LinuxProcess[],
  counts: (each: LinuxProcess) => boolean = () => true,
): ProcessTree {
  let known: LinuxProcess[] = [];
  // What was started just before a signal came has to be found after it.
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
    // Looking at those we know is cheap; the whole system is searched once they are gone.
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

/** False when there is nothing to send to. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch (thrown) {
    // Somebody else's now (it changed its user): there, though we can't end it. For a group, macOS
    // says the same of one that has only zombies left.
    const isForbidden = (thrown as NodeJS.ErrnoException).code === "EPERM";
    return isForbidden && (target > 0 || process.platform === "linux");
  }
}

/** The numbers of a process and of all that it has started and that hasn't left it. Linux. */
export function descendantsOf(processId: number): number[] {
  return withDescendants([processId]).map((each) => each.processId);
}
